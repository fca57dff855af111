// Streamlit changes an address in two halves and puts each into the browser's history. A click that
// opens another page gives the old page the new query first and then changes the page; a link in the
// navigation opens the bare page, which then writes its query. Back would stop between the two, at one
// page with the query of another. So the second half takes the place of the first.
// And it leaves the page where it was scrolled to: a click on a chart far down would open the next page
// far down. So another page begins at its top, and Back goes to where one was.
const WHOLE = Symbol.for("war room: whole steps");
const REST = 200; // milliseconds without scrolling
const PATIENCE = 30_000; // milliseconds in which a page that is drawn reaches its former length
const LOOK = 100; // milliseconds between looks at the page that is being drawn
const CALM = 10; // looks on end at which a page that is drawn has its length

let held; // stops what keeps a page at its place
const places = new Map(); // how far each address was scrolled, as it was left
const scroller = () => document.querySelector('[data-testid="stMain"]');

function secondHalf(from, to) {
  return from.pathname === to.pathname ? !from.search : Boolean(to.search) && from.search === to.search;
}

const app = () => document.querySelector('[data-testid="stApp"]');
const isDrawn = () => app()?.dataset.testScriptState === "notRunning";

/**
 * Keep the page at a place until it is drawn and has its length, unless somebody scrolls before: at
 * first the page that is left stands there, whole and long enough, until the server answers.
 */
function goTo(place) {
  held?.abort();
  held = new AbortController();
  const { signal } = held;
  for (const hand of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    addEventListener(hand, () => held.abort(), { signal, capture: true });
  }
  let begun = !isDrawn(), until, length, calm = 0;
  const beginning = new MutationObserver(() => { begun ||= app()?.dataset.testScriptState === "running"; });
  beginning.observe(document, { subtree: true, attributeFilter: ["data-test-script-state"] });
  signal.addEventListener("abort", () => beginning.disconnect());
  const look = () => {
    if (signal.aborted) return;
    const main = scroller();
    main?.scrollTo(0, place);
    const stands = begun && isDrawn();
    if (stands) until ??= performance.now() + PATIENCE; // a busy server takes longer than that to draw it
    calm = stands && main.scrollHeight === length ? calm + 1 : 0;
    length = main?.scrollHeight;
    if ((calm >= CALM && main.scrollTop >= place - 1) || performance.now() > until) held.abort();
    else setTimeout(look, LOOK);
  };
  look();
}

export default function () {
  if (history.pushState[WHOLE]) return;
  showPressable();
  showFocus();
  const push = history.pushState.bind(history);
  // The place is noted at every press and whenever scrolling has come to rest: by the time the address
  // changes Streamlit may have emptied the page.
  const note = (href) => href === location.href && places.set(href, scroller()?.scrollTop ?? 0);
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => note(location.href), true);
  let resting;
  addEventListener("scroll", (event) => {
    if (event.target !== scroller() || (held && !held.signal.aborted)) return; // on its way to its place
    clearTimeout(resting);
    resting = setTimeout(note, REST, location.href);
  }, { capture: true, passive: true });
  addEventListener("popstate", () => places.has(location.href) && goTo(places.get(location.href)));
  const step = (state, unused, url) => {
    const from = new URL(location.href);
    if (url && secondHalf(from, new URL(url, from))) history.replaceState(state, unused, url);
    else push(state, unused, url);
    if (from.pathname === location.pathname) return;
    held?.abort();
    scroller()?.scrollTo(0, 0);
  };
  step[WHOLE] = true;
  history.pushState = step;
}
