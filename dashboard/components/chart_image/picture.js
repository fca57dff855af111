// A chart of the page as a picture that stands alone: Plotly's own layers, title and note above them.
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 16;
const GAP = 10;
const NOT_DRAWN = ".draglayer, .hoverlayer, .zoomlayer, .selectionlayer, .menulayer";

function node(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Lines of at most `width` pixels, broken between words. The file may be opened where the first font
// is not at hand, so a line has to fit in the last one too.
function wrapped(text, weight, size, family, width) {
  const ruler = document.createElement("canvas").getContext("2d");
  const fits = (line) => [family, family.split(",").pop()].every((name) => {
    ruler.font = `${weight} ${size}px ${name}`;
    return ruler.measureText(line).width <= width;
  });
  const lines = [];
  // A link has no blanks to break at, but each of its fields may begin a line.
  for (const word of text.split(/(?<=\s)|(?<=[?&])(?=\S)/)) {
    const longer = lines.length ? lines[lines.length - 1] + word : word;
    if (lines.length && fits(longer.trimEnd())) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}

// One of Plotly's layers without what only a pointer needs, and with no reference to its page.
function layerOf(drawn) {
  const layer = drawn.cloneNode(true);
  for (const part of layer.querySelectorAll(NOT_DRAWN)) part.remove();
  for (const part of [layer, ...layer.querySelectorAll("*")]) {
    // What Plotly's style sheet says in the page and nobody would say in the file.
    if (part.classList.contains("crisp")) part.setAttribute("shape-rendering", "crispEdges");
    // A picture drawn larger has to get thicker lines; Plotly keeps some as thin as they were.
    part.style.removeProperty("vector-effect");
    part.removeAttribute("vector-effect");
    for (const { name, value } of [...part.attributes]) {
      if (name.startsWith("data-")) part.removeAttribute(name);
      else if (value.includes("url(")) {
        part.setAttribute(name, value.replace(/url\((["']?)[^"')]*#([^"')]+)\1\)/g, "url(#$2)"));
      }
    }
  }
  layer.removeAttribute("class");
  layer.removeAttribute("style");
  return layer;
}

// look: title, finding (may be empty), note, footer (lines), ink, muted, paper, line (colours), heading, body (font families).
// Returns SVG as text, at least `least` pixels high: what stands at the foot goes down.
function picture(chart, look, least = 0) {
  const drawn = [...chart.querySelectorAll(".main-svg")];
  const wide = Number(drawn[0].getAttribute("width"));
  const high = Number(drawn[0].getAttribute("height"));
  const width = wide + 2 * MARGIN;
  const root = node("svg", { version: "1.1" });
  root.append(node("title", {}, look.title), node("desc", {}, look.note));
  root.append(node("rect", { width: "100%", height: "100%", fill: look.paper }));
  let top = MARGIN;
  const lines = (text, size, step, weight, family, colour) => {
    for (const line of wrapped(text, weight, size, family, wide)) {
      const place = { x: MARGIN, y: top + size, fill: colour };
      const type = { "font-family": family, "font-size": size, "font-weight": weight };
      root.append(node("text", { ...place, ...type }, line));
      top += step;
    }
  };
  lines(look.title, 17, 23, 600, look.heading, look.ink);
  if (look.finding) lines(look.finding, 16, 23, 400, look.body, look.ink);
  lines(look.note, 14, 20, 400, look.body, look.muted);
  if (top > MARGIN) top += GAP;
  for (const layer of drawn.map(layerOf)) {
    for (const [key, value] of Object.entries({ x: MARGIN, y: top, width: wide, height: high })) {
      layer.setAttribute(key, value);
    }
    root.append(layer);
  }
  top += high;
  if (look.footer.length) {
    const foot = look.footer.flatMap((line) => wrapped(line, 400, 11, look.body, wide)).length;
    top = Math.max(top, least - MARGIN - 15 * foot - 12);
    const rule = { x1: MARGIN, x2: MARGIN + wide, y1: top + 6, y2: top + 6, stroke: look.line };
    root.append(node("line", rule));
    top += 12;
  }
  look.footer.forEach((line, place) => {
    lines(line, 11, 15, 400, look.body, place ? look.muted : look.ink);
  });
  const height = Math.max(top + MARGIN, least);
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
    root.setAttribute(key, value);
  }
  const text = new XMLSerializer().serializeToString(root);
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`, width, height };
}

// The same for a slide, of this shape and of these widths: the chart is drawn once more, at most twice as
// high to fill it. A chart that needs more room makes it higher.
const SLIDE = 16 / 9;
const SLIDES = [800, 1000];

async function slide(chart, look) {
  const { Plotly } = globalThis; // Streamlit's scripts, and a report's, leave it there
  if (!Plotly) return picture(chart, look);
  const width = Math.min(Math.max(chart.clientWidth + 2 * MARGIN, SLIDES[0]), SLIDES[1]);
  const least = width / SLIDE;
  const place = document.createElement("div");
  place.style.cssText = "position: fixed; left: -9999px";
  document.body.append(place);
  try {
    const { data, layout } = structuredClone({ data: chart.data, layout: chart.layout });
    const draw = (height) =>
      Plotly.newPlot(place, data, { ...layout, width: width - 2 * MARGIN, height }, { staticPlot: true });
    const own = chart.clientHeight;
    await draw(own);
    const spare = least - picture(place, look).height;
    if (spare > 0) await draw(own + Math.min(spare, own));
    return picture(place, look, least);
  } finally {
    Plotly.purge(place);
    place.remove();
  }
}
