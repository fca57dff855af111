// Whatever the server is told has it draw the page again and break off what it was drawing, and with all that
// Streamlit tells goes the page it comes from. So a part that tells something by itself, just when somebody has
// pressed a button or asked for another page, could undo that: it waits until all that was asked is answered.
const LISTENED = Symbol.for("war room: asked and answered");
const TAKEN_IN = 100; // milliseconds after which what the server said is taken in
const UNHEARD = 10_000; // milliseconds after which an answer is no longer waited for
const LOOK = 50; // milliseconds between looks

const LINE = window[LISTENED] ??= listen(); // the same for every part that brings this script

function listen() {
  const last = { asked: performance.now(), answered: performance.now() };
  const send = WebSocket.prototype.send;
  const heard = new WeakSet();
  WebSocket.prototype.send = function (data) {
    last.asked = performance.now();
    if (!heard.has(this)) this.addEventListener("message", () => { last.answered = performance.now(); });
    heard.add(this);
    return send.call(this, data);
  };
  return last;
}

/** Return whether everything that the server was asked is answered, and drawn. */
function isQuiet() {
  const { asked, answered } = LINE;
  const now = performance.now();
  const drawn = document.querySelector('[data-test-script-state="notRunning"]');
  return (drawn && answered >= asked && now - answered > TAKEN_IN) || now - asked > UNHEARD;
}
