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
  const more = document.createElement("details");
  root.append(button, more, said);
  document.addEventListener("click", (event) => {
    if (!event.composedPath().includes(more)) more.open = false;
  });
  more.onkeydown = (event) => { if (event.key === "Escape") more.open = false; };
  return { button, label, more, said };
}

// What else can be copied: of each part of the screen the HTML that shows it in a page of one's own.
function offer(more, frames, link, take) {
  const summary = document.createElement("summary");
  summary.title = "Show it in a page of your own";
  summary.setAttribute("aria-label", summary.title);
  const list = document.createElement("div");
  const words = document.createElement("p");
  words.textContent = "Copy the HTML that shows in a page of yours:";
  list.append(words, ...frames.map(([title, html]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title;
    button.dataset.html = html.replace("{link}?", () => link.replaceAll("&", "&amp;"));
    button.onclick = () => { more.open = false; take(button.dataset.html); };
    return button;
  }));
  more.ontoggle = () => {
    const { right, bottom } = summary.getBoundingClientRect();
    list.style.top = `${bottom + 4}px`;
    list.style.right = `${document.documentElement.clientWidth - right}px`;
  };
  more.replaceChildren(summary, list);
}

const parts = new WeakMap();

export default function ({ parentElement, data }) {
  if (!parts.has(parentElement)) parts.set(parentElement, build(parentElement));
  const { button, label, more, said } = parts.get(parentElement);
  button.disabled = data.query === null;
  button.title = data.query === null ? data.why : "Copies the address of exactly this screen";
  const link = (data.public || location.origin + location.pathname) + "?" + data.query;
  const take = async (text, what) => {
    try {
      await copy(text);
      label.textContent = "Copied";
      said.textContent = `The ${what} is copied.`;
    } catch {
      label.textContent = "Not copied";
      said.textContent = "The browser did not let us copy. The address bar holds the same link.";
    }
    setTimeout(() => { label.textContent = "Copy link"; said.textContent = ""; }, 1800);
  };
  button.dataset.link = link;
  button.onclick = () => take(link, "link");
  more.hidden = data.query === null || data.frames.length === 0;
  // The list stays as it is while it is open: a page that is drawn again would take it from under the hand.
  if (!more.open) offer(more, data.frames, link, (html) => take(html, "HTML"));
}
