// Runs before all else on every page. A chart takes a browser up to a tenth of a second, a page of them more
// than one, in which nothing is seen and no press is heard. So they are drawn one by one: first those that
// one sees, then the others, when there is nothing else to do. What the server sends after the first one is
// put up when that stands: a page of a hundred and fifty elements, all put up at once, shows it last.
(() => {
  const CHART = ".stPrintGraphic";
  const TURN = "data-turn"; // since when a chart may be drawn; React leaves a name alone that it does not know
  const PATIENCE = 1000; // milliseconds that others wait for a chart
  const HELD = 2000; // milliseconds that what follows the first chart waits for it
  const FIGURE = '{"data":['; // with which a figure begins
  const EDGE = 40; // pixels of a chart that nobody would miss
  const { charts, after, width } = document.currentScript.dataset;

  // The first run lays the page out for this window: else a narrow one of a desk would see all of it move.
  try {
    document.cookie = `${width}=${widthStep()}; path=/; SameSite=Strict`;
  } catch {} // inside of a page that forbids it

  // What the server sent to be read meanwhile goes when a page of ours has something to say.
  const SAYS = "[data-testid=stMainBlockContainer] :is(h1, [data-testid=stText], [data-testid=stSpinner],"
    + " [data-testid=stAlert], [data-testid=stException])";
  const said = new MutationObserver(() => {
    if (!document.querySelector(SAYS)) return;
    said.disconnect();
    document.querySelector(".early")?.remove();
  });
  said.observe(document, { subtree: true, childList: true });

  // The script of charts is run before a chart comes: while the page is being made, or once its verdict stands.
  const load = () => import(new URL(charts, document.baseURI).href).catch(() => {}); // the first chart will say it
  const begun = new MutationObserver(() => {
    if (!document.querySelector(after)) return;
    begun.disconnect();
    requestAnimationFrame(() => setTimeout(load)); // once it was painted
  });
  if (charts) begun.observe(document, { subtree: true, childList: true, attributeFilter: ["data-test-connection-state"] });

  let held = charts ? [] : null; // what comes after the first chart, null once nothing is held any more
  let isHolding = false;
  const isFigure = (data) => data instanceof ArrayBuffer && new TextDecoder("latin1").decode(data).includes(FIGURE);
  const release = () => {
    const waiting = held ?? [];
    held = null;
    for (const hear of waiting) hear();
  };
  const firstStands = new MutationObserver(() => {
    if (!document.querySelector(`${CHART} .main-svg`)) return;
    firstStands.disconnect();
    requestAnimationFrame(() => setTimeout(release)); // once it was painted
  });
  const inTurn = (hear) => (event) => {
    if (!held) return hear(event);
    if (isHolding) return held.push(() => hear(event));
    hear(event);
    if (!isFigure(event.data)) return undefined;
    isHolding = true;
    firstStands.observe(document, { subtree: true, childList: true });
    return setTimeout(release, HELD);
  };
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, hear, ...how) {
    listen.call(this, type, type === "message" ? inTurn(hear) : hear, ...how);
  };

  // A chart whose frame has no width is not drawn. Its room is kept by what lies around the frame.
  const hidden = new CSSStyleSheet();
  hidden.replaceSync(`${CHART}:not([${TURN}]) > [data-testid=stFullScreenFrame] { display: none }`);
  document.adoptedStyleSheets.push(hidden);

  const left = () => [...document.querySelectorAll(`${CHART}:not([${TURN}])`)];
  const isSeen = (chart) => {
    const { top, bottom } = chart.getBoundingClientRect();
    return top < innerHeight - EDGE && bottom > EDGE;
  };
  const isDrawing = (chart) => !chart.querySelector("svg, canvas, img")
    && performance.now() - chart.getAttribute(TURN) < PATIENCE;
  const draw = (chart) => {
    chart.setAttribute(TURN, performance.now());
    setTimeout(next, PATIENCE);
  };
  const next = () => {
    const waiting = left();
    if (!waiting.length || [...document.querySelectorAll(`[${TURN}]`)].some(isDrawing)) return;
    const seen = waiting.find(isSeen);
    if (seen) draw(seen);
    else whenIdle();
  };
  const once = (wait, then) => {
    let asked = false;
    return () => {
      if (!asked) wait(() => { asked = false; then(); });
      asked = true;
    };
  };
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 50));
  const whenIdle = once((then) => idle(then, { timeout: PATIENCE }), () => left().slice(0, 1).forEach(draw));
  const afterPaint = once((then) => requestAnimationFrame(() => setTimeout(then)), next);

  new MutationObserver(() => {
    if (!left().length) return;
    // The first chart may be put up within this very task.
    if (!document.querySelector(`[${TURN}]`)) next();
    else afterPaint();
  }).observe(document, { subtree: true, childList: true });
  addEventListener("scroll", afterPaint, { capture: true, passive: true });
  addEventListener("beforeprint", () => left().forEach(draw));
})();
