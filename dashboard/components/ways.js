// What parts share that are links drawn by us.

const element = (name, className, children = []) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

// A link inside of the page: pressed it is told and the page opens what it leads to, in another tab its address is.
function leads(way, address, press) {
  way.href = address;
  way.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab
    event.preventDefault();
    press();
  };
}

// Put up what is drawn, in the place of what was: the link that has the focus keeps it.
function putUp(parentElement, name, drawn) {
  const old = parentElement.querySelector(`.${name} > *`);
  const focused = [...(old?.querySelectorAll("a") ?? [])].findIndex((way) => way.matches(":focus"));
  if (old) old.replaceWith(drawn);
  else parentElement.append(element("div", name, [drawn]));
  drawn.querySelectorAll("a")[focused]?.focus({ preventScroll: true });
}
