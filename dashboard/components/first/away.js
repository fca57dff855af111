// Says in one line on the page that the server is gone, or that it has not answered yet. Streamlit tells the
// first in a dialog about the internet that covers the page, and the second not at all.
(() => {
  const PATIENCE = 2000; // milliseconds without an answer after which that is said
  const BLINK = 1000; // milliseconds without a connection of which nothing is said
  const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;
  const APP = "[data-testid=stApp]";
  const STATE = "data-test-connection-state";

  const bold = (text) => Object.assign(document.createElement("b"), { textContent: text });
  const command = (text) => Object.assign(document.createElement("code"), { textContent: text });
  const GONE = HERE.test(location.hostname)
    ? [bold("War Room has stopped on this computer."), " Start it again with ", command("war-room"),
      "; this page then goes on by itself. You can read on meanwhile."]
    : [bold("No connection to War Room."), " This page tries again by itself."];
  const GIVEN_UP = [bold("No connection to War Room."), " Load this page again to go on."];

  const line = document.createElement("div");
  const root = document.documentElement;
  new ResizeObserver(() => root.style.setProperty("--away", `${line.offsetHeight}px`)).observe(line);
  const style = new CSSStyleSheet();
  style.replaceSync(`
    .war-room-away { position: fixed; z-index: 999990; box-sizing: border-box; font: 14px/1.5 "Source Sans", sans-serif }
    .war-room-away.working { bottom: 16px; left: 50%; transform: translateX(-50%); padding: 4px 16px; border-radius: 8px;
      color: light-dark(#fdfcf9, #1c1d1a); background: light-dark(#33332f, #e8e6df) }
    .war-room-away.gone { top: 60px; left: 0; right: 0; padding: 8px 16px;
      color: light-dark(#1f1f1c, #f2f1ec); background: light-dark(#fbe9e7, #4a2523) }
    .war-room-away.gone b { color: light-dark(#b3201b, #ffb4ab) }
    :root:has(.war-room-away.gone) [data-testid=stMain] { margin-top: var(--away) }
    [data-testid=stConnectionStatus] { display: none }
    @media print { .war-room-away { display: none } }
  `);
  document.adoptedStyleSheets.push(style);

  let said = "";
  const say = (kind, ...words) => {
    if (kind === said) return;
    said = kind;
    if (!kind) return line.remove();
    line.className = `war-room-away ${kind === "working" ? kind : "gone"}`;
    line.setAttribute("role", kind === "working" ? "status" : "alert");
    line.style.colorScheme = getComputedStyle(document.querySelector(APP)).colorScheme;
    document.body.append(line);
    return line.replaceChildren(...words);
  };

  let askedAt = 0; // since when an answer is waited for, 0 where none is
  let lostAt = 0; // since when there is no connection, 0 where there is one
  let state = "";
  const look = () => {
    const now = performance.now();
    if (state === "DISCONNECTED_FOREVER") say("given up", ...GIVEN_UP);
    else if (lostAt && now - lostAt >= BLINK) say("gone", ...GONE);
    else if (!lostAt && askedAt && now - askedAt >= PATIENCE) say("working", "Working …");
    else say("");
  };

  const known = new WeakSet();
  const { send, addEventListener: listen } = WebSocket.prototype;
  WebSocket.prototype.send = function (...sent) {
    if (!known.has(this)) listen.call(this, "message", () => { askedAt = 0; look(); });
    known.add(this);
    if (!askedAt) setTimeout(look, PATIENCE);
    askedAt ||= performance.now();
    return send.apply(this, sent);
  };

  // The dialog is closed before it is painted; once closed, Streamlit leaves it until there was a connection.
  const closeDialog = () => {
    for (const dialog of document.querySelectorAll("[data-testid=stDialog]")) {
      if (dialog.textContent.includes("Connection error")) dialog.querySelector("[aria-label=Close]")?.click();
    }
  };
  let wasConnected = false;
  new MutationObserver(() => {
    const app = document.querySelector(APP);
    const next = app?.getAttribute(STATE) ?? "";
    if (next !== "CONNECTED") closeDialog();
    if (next === state) return;
    state = next;
    wasConnected ||= state === "CONNECTED";
    if (state === "CONNECTED") lostAt = askedAt = 0;
    else if (wasConnected && !lostAt) {
      lostAt = performance.now();
      setTimeout(look, BLINK);
    }
    look();
  }).observe(document, { subtree: true, childList: true, attributeFilter: [STATE] });
})();
