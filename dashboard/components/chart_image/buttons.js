// The two buttons under a chart. They find it by the class that Streamlit gives a keyed element.
function look(root, { title, note, footer }) {
  const styles = getComputedStyle(root.host ?? root);
  const theme = (name) => styles.getPropertyValue(`--st-${name}`).trim();
  return {
    title,
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

function build(root) {
  const box = document.createElement("div");
  box.className = "images";
  const buttons = ["PNG", "SVG"].map((kind) => {
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
  if (!parts.has(parentElement)) parts.set(parentElement, build(parentElement));
  const { buttons, said } = parts.get(parentElement);
  for (const button of buttons) {
    const kind = button.textContent;
    button.setAttribute("aria-label", `${kind} of ${data.title || "the chart"}`);
    button.onclick = async () => {
      const chart = document.querySelector(`.st-key-${CSS.escape(data.chart)} .js-plotly-plot`);
      const drawn = chart?.querySelector(".main-svg");
      button.disabled = true;
      try {
        if (!drawn) throw new Error("there is no chart");
        const made = picture(chart, look(parentElement, data));
        await (kind === "PNG" ? savePng : saveSvg)(made, data.name);
        said.textContent = `${data.name}.${kind.toLowerCase()} is saved.`;
      } catch {
        said.textContent = drawn
          ? `This browser could not make the ${kind}.`
          : "The chart is not on the page yet.";
        said.classList.add("shown");
      }
      button.disabled = false;
      setTimeout(() => { said.textContent = ""; said.classList.remove("shown"); }, 4000);
    };
  }
}
