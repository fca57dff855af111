// Runs before all else on every page. What the server sends after the first chart is put up when that stands:
// a page of a hundred and fifty elements, all put up at once, shows it last.
(() => {
  const CHART = ".stPrintGraphic";
  const PAPER = 680; // pixels of a line on A4 and on US Letter
  const HELD = 2000; // milliseconds that what follows the first chart waits for it
  const FIGURE = '{"data":['; // with which a figure begins
  const { width, charts } = document.currentScript.dataset;

  // Loaded beside the page's own scripts, that for charts would keep the first words back: 5 s at 400 kbit/s.
  addEventListener("load", () => {
    if (charts) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: charts }));
  });

  // The first run lays the page out for this window: else a narrow one of a desk would see all of it move.
  try {
    document.cookie = `${width}=${widthStep()}; path=/; SameSite=Strict`;
  } catch {} // inside of a page that forbids it

  // A dark page is printed dark on light, and a chart no wider than the paper.
  addEventListener("beforeprint", () => {
    for (const chart of document.querySelectorAll(CHART)) {
      chart.style.setProperty("--on-paper", Math.min(1, PAPER / chart.clientWidth));
    }
    const app = document.querySelector("[data-testid=stApp]");
    document.documentElement.dataset.printed = app ? getComputedStyle(app).colorScheme : "";
  });

  // What the server sent to be read meanwhile goes when a page of ours has something to say.
  const SAYS = "[data-testid=stMainBlockContainer] :is(h1, [data-testid=stText], [data-testid=stSpinner],"
    + " [data-testid=stAlert], [data-testid=stException])";
  const said = new MutationObserver(() => {
    if (!document.querySelector(SAYS)) return;
    said.disconnect();
    document.querySelector(".early")?.remove();
  });
  said.observe(document, { subtree: true, childList: true });

  let held = []; // what comes after the first chart, null once nothing is held any more
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
})();
