// Puts up a part of ours on a page without a server, and says what is drawn, how it looks and what it tells.
let root, part;
const told = [];

async function mount(script, style, data) {
  root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
  root.append(Object.assign(document.createElement("style"), { textContent: style }));
  ({ default: part } = await import(`data:text/javascript;base64,${script}`));
  const tell = (name, value) => { told.push(`${name} ${JSON.stringify(value)}`); };
  part({ parentElement: root, data, setStateValue: tell, setTriggerValue: tell });
  await settled();
}

// Parts have heard how wide they are.
const settled = () => new Promise((done) => new ResizeObserver(done).observe(root.host));

const drawn = () => [...root.children].slice(1).map((element) => element.outerHTML).join("");

// What an element has of its own: all that is not as in an element without styles in its place; sizes where no words are.
function own(element, part) {
  const size = /^(width|height|top|left|right|bottom|transform|grid-template-rows)$/;
  const twice = /-(inline|block|start|end)-|^(-webkit|unicode-bidi|(inline|block)-size|inset|d$|.*origin$)/;
  const isWordy = Boolean(element.textContent.trim()) && !part;
  const styles = getComputedStyle(element, part || null);
  if (part && styles.content === "none") return [];
  const probe = document.createElement("i");
  probe.style.all = "unset";
  (part ? element : element.parentNode).append(probe);
  const plain = getComputedStyle(probe);
  const set = [...styles].filter((name) => styles[name] !== plain[name] && !twice.test(name))
    .filter((name) => !(isWordy && size.test(name))).map((name) => `${name}: ${styles[name]}`);
  probe.remove();
  return [`${[element.localName, ...element.classList].join(".")}${part} { ${set.join("; ")} }`];
}

async function looks() {
  await settled();
  const elements = [...root.querySelectorAll("*:not(style)")];
  return ["", "::before", "::after"].flatMap((part) => elements.flatMap((element) => own(element, part)));
}

function state() {
  const all = (name) => [...root.querySelectorAll(name)];
  const words = [".heading", ".told", ".count", ".where", ".said, [aria-live]:not(.words)"].map((name) =>
    all(name).map((element) => element.textContent.trim()).join(" "));
  const play = root.querySelector(".play")?.title;
  const off = all("[aria-disabled=true]").map((button) => button.className).join(" ");
  const open = all("dialog[open], .shown").map((element) => element.className).join(" ");
  const fades = root.querySelector(".fade") && "fades";
  return [...words, play, fades, off && `off: ${off}`, open && `shown: ${open}`, ...told.splice(0)].filter(Boolean).join(" | ");
}
