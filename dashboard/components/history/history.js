// Streamlit changes an address in two halves and puts each into the browser's history. A click that
// opens another page gives the old page the new query first and then changes the page; a link in the
// navigation opens the bare page, which then writes its query. Back would stop between the two, at one
// page with the query of another. So the second half takes the place of the first.
// And it leaves the page where it was scrolled to: a click on a chart far down would open the next page
// far down. So another page begins at its top.
const WHOLE = Symbol.for("war room: whole steps");

function secondHalf(from, to) {
  return from.pathname === to.pathname ? !from.search : Boolean(to.search) && from.search === to.search;
}

export default function () {
  if (history.pushState[WHOLE]) return;
  const push = history.pushState.bind(history);
  const step = (state, unused, url) => {
    const from = new URL(location.href);
    if (url && secondHalf(from, new URL(url, from))) history.replaceState(state, unused, url);
    else push(state, unused, url);
    if (from.pathname !== location.pathname) {
      document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
    }
  };
  step[WHOLE] = true;
  history.pushState = step;
}
