/* Keys that move the replay wherever one is on the page, the list of them, and the swipe of a finger. */

const SHORT = [["Space", "play"], ["← →", "step"], ["W", "next war"], ["R", "random deal", "page"], ["?", "all keys"]];
const LONG = [
  ["Space", "play and pause"], ["← →", "a round back or on"], ["Page Up, Page Down", "ten rounds back or on"],
  ["Home, End", "first or last round"], ["W, Shift W", "next war, or the one before"], ["R", "a random deal", "page"],
  ["?", "this list"],
];
const FAR = 40; // pixels: a shorter way of the finger is a tap

function listed(keys) {
  return keys.map(([key, does, kind = ""]) => [html("kbd", kind, {}, [key]), html("span", kind, {}, [does])]);
}

class Keys {
  constructor(board) {
    this.board = board;
    this.line = html("p", "keys", {}, listed(SHORT).map((pair) => html("span", "pair", {}, pair)));
    this.list = html("dialog", "all", { "aria-label": "Keys" }, [html("div", "grid", {}, listed(LONG).flat())]);
    this.list.onclick = () => this.list.close();
    this.press = (event) => this.key(event);
    // Before Streamlit, which runs the page again at R.
    window.addEventListener("keydown", this.press, true);
  }

  /** Return whether a key is meant for the board: it has the focus, or nothing has that takes letters. */
  meant(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const on = event.composedPath()[0];
    if (on.matches?.("select, textarea, [contenteditable]") || on.matches?.("input:not([type=range])")) return false;
    if (event.composedPath().includes(this.board.root)) return true;
    return !this.board.brief && !on.closest?.("[role=dialog], [role=radiogroup], [role=listbox], [role=slider], input, summary");
  }

  key(event) {
    if (!this.meant(event)) return;
    const { board } = this;
    const onButton = event.composedPath()[0].matches?.("button, a, summary");
    const moves = {
      ArrowLeft: () => board.byHand(() => board.round - 1),
      ArrowRight: () => board.byHand(() => board.following()),
      Home: () => board.byHand(() => 1),
      End: () => board.byHand(() => board.replay.last),
      PageUp: () => board.byHand(() => board.round - 10),
      PageDown: () => board.byHand(() => board.round + 10),
      w: () => board.byHand(() => (event.shiftKey ? board.replay.previousWar(board.round) : board.replay.nextWar(board.round))),
      r: () => document.querySelector(".st-key-random_deal button")?.click(),
      "?": () => (this.list.open ? this.list.close() : this.list.showModal()),
      // A button is pressed by space itself.
      " ": onButton ? undefined : () => board.toggle(),
    };
    const action = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (board.brief && "r?".includes(event.key.toLowerCase()))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    action();
  }

  leave() {
    window.removeEventListener("keydown", this.press, true);
  }
}

/** Call `step` when a finger has gone sideways over an element: true where it went to the left. */
function swiped(element, step) {
  let from = null;
  element.addEventListener("touchstart", (event) => { [from] = event.touches; }, { passive: true });
  element.addEventListener("touchend", (event) => {
    const [to] = event.changedTouches;
    const along = to.clientX - (from?.clientX ?? to.clientX);
    if (Math.abs(along) > Math.max(FAR, 2 * Math.abs(to.clientY - from.clientY))) step(along < 0);
  }, { passive: true });
}
