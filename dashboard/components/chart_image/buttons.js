// The buttons under a chart. They find it by the class that Streamlit gives a keyed element.
function look(root, { title, finding, note, footer }) {
  const styles = getComputedStyle(root.host ?? root);
  const theme = (name) => styles.getPropertyValue(`--st-${name}`).trim();
  return {
    title,
    finding,
    note,
    footer,
    line: theme("border-color"),
    ink: theme("text-color"),
    muted: theme("gray-text-color"),
    paper: theme("background-color"),
    heading: theme("heading-font"),
    body: theme("font"),
  };
}

// What each button does with a chart, and what is said then.
const KINDS = {
  "Save image": async (chart, words, { name }) => { await savePng(chart, words, name); return `${name}.png is saved.`; },
  Copy: async (chart, words) => { await copyPng(chart, words); return "Image copied."; },
  SVG: async (chart, words, { name }) => { await saveSvg(chart, words, name); return `${name}.svg is saved.`; },
  "Copy text": async (chart, words, { text }) => { await copy(text); return "Text copied."; },
};

const FAILED = { SVG: "SVG", "Copy text": "copy" };

function build(root, kinds) {
  const box = document.createElement("div");
  box.className = "images";
  const buttons = kinds.map((kind) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = kind;
    return button;
  });
  const said = document.createElement("span");
  said.className = "said";
  said.setAttribute("role", "status");
  box.append(...buttons, said);
  root.append(box);
  return { buttons, said };
}

const parts = new WeakMap();

export default function ({ parentElement, data }) {
  if (!parts.has(parentElement)) parts.set(parentElement, build(parentElement, data.kinds));
  const { buttons, said } = parts.get(parentElement);
  const clear = () => { said.textContent = ""; said.classList.remove("shown"); };
  for (const button of buttons) {
    const kind = button.textContent;
    button.setAttribute("aria-label", `${kind} of ${data.title || "the chart"}`);
    button.onclick = async () => {
      const chart = document.querySelector(`.st-key-${CSS.escape(data.chart)} .js-plotly-plot`);
      const drawn = chart?.querySelector(".main-svg");
      button.disabled = true;
      try {
        if (!drawn) throw new Error("there is no chart");
        said.textContent = await KINDS[kind](chart, look(parentElement, data), data);
        said.classList.toggle("shown", kind.startsWith("Copy"));
      } catch {
        said.textContent = drawn
          ? `This browser could not make the ${FAILED[kind] ?? "image"}.`
          : "The chart is not on the page yet.";
        said.classList.add("shown");
      }
      button.disabled = false;
      clearTimeout(said.timer); // a press before this one must not wipe away what this one says
      said.timer = setTimeout(clear, 4000);
    };
  }
}
