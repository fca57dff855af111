// Whatever the server is told has it draw the page anew and break off what it was drawing, and with all that
// Streamlit tells goes the page it comes from. So a part that tells something by itself, just when somebody has
// pressed a button or asked for another page, could undo that: it waits until all that was asked is answered.
const LISTENED = Symbol.for("war room: asked and answered");
const UNHEARD = 10_000; // milliseconds after which an answer is no longer waited for
const LOOK = 50; // milliseconds between looks

function listened() {
  if (window[LISTENED]) return window[LISTENED];
  const last = window[LISTENED] = { asked: 0, answered: true };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    last.asked = performance.now();
    last.answered = false;
    return send.call(this, data);
  };
  const answers = new MutationObserver(() => { last.answered = true; });
  answers.observe(document, { subtree: true, attributeFilter: ["data-test-script-state"] });
  return last;
}

/** Say whether everything that the server was asked is answered, and drawn. */
function isQuiet() {
  const { asked, answered } = listened();
  const drawn = document.querySelector('[data-test-script-state="notRunning"]');
  return (drawn && answered) || performance.now() - asked > UNHEARD;
}
