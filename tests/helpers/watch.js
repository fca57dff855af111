// Notes in every page when the server was last asked and last answered, and when the page last changed.
(() => {
    const last = window.lastTime = { asked: 0, answered: 0, changed: 0, touched: 0 };
    const note = (what) => () => { last[what] = performance.now(); };
    const send = WebSocket.prototype.send;
    const watched = new WeakSet();
    WebSocket.prototype.send = function (data) {
        last.asked = performance.now();
        if (!watched.has(this)) this.addEventListener("message", note("answered"));
        watched.add(this);
        return send.call(this, data);
    };
    for (const what of ["keydown", "pointerdown", "input"]) addEventListener(what, note("touched"), true);
    new MutationObserver(note("changed")).observe(
        document, { subtree: true, childList: true, characterData: true, attributes: true });
})()
