const SVG = "http://www.w3.org/2000/svg";
const CHAIN =
  "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6" +
  "M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6";

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Plain http on another machine has no clipboard: the old way needs a selected field.
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("copy refused");
}

function build(root) {
  const button = document.createElement("button");
  button.type = "button";
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  const looks = { d: CHAIN, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" };
  for (const [name, value] of Object.entries(looks)) path.setAttribute(name, value);
  icon.append(path);
  const label = document.createElement("span");
  label.textContent = "Copy link";
  const said = document.createElement("span");
  said.className = "said";
  said.setAttribute("role", "status");
  button.append(icon, label);
  root.append(button, said);
  return { button, label, said };
}

const parts = new WeakMap();

export default function ({ parentElement, data }) {
  if (!parts.has(parentElement)) parts.set(parentElement, build(parentElement));
  const { button, label, said } = parts.get(parentElement);
  button.disabled = data.query === null;
  button.title = data.query === null ? data.why : "Copies the address of exactly this screen";
  const link = (data.public || location.origin + location.pathname) + "?" + data.query;
  button.dataset.link = link;
  button.onclick = async () => {
    try {
      await copy(link);
      label.textContent = "Copied";
      said.textContent = "The link is copied.";
    } catch {
      label.textContent = "Not copied";
      said.textContent = "The browser did not let us copy. The address bar holds the same link.";
    }
    setTimeout(() => { label.textContent = "Copy link"; said.textContent = ""; }, 1800);
  };
}
