// What is wrong with how a page is laid out, in words; and how much room is left and right of it.
() => {
  const width = document.documentElement.clientWidth;
  const main = document.querySelector("[data-testid=stMain]");
  const faults = [];
  const pressable = [];
  const name = (element) => `${element.tagName} ${(element.textContent || element.ariaLabel || "").slice(0, 40)}`;
  if (main.scrollWidth > main.clientWidth) {
    faults.push(`scrolls sideways by ${main.scrollWidth - main.clientWidth}`);
  }
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.closest("[data-testid=stDataFrame], [data-testid=stProgress], svg")) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      if (box.right > width + 1 || box.left < -1) faults.push(`sticks out: ${name(element)} ${box.left} ${box.right}`);
      if (element.matches("p") && element.textContent.trim() && box.height > 5 * box.width) faults.push(`letter by letter: ${name(element)}`);
      if (!element.matches("button, a, input, [role=radio]")) continue;
      // Streamlit moves the sign at the end of a button without a border 5 pixels out.
      if (element.tagName !== "INPUT" && element.scrollWidth > element.clientWidth + 5) {
        faults.push(`is cut: ${name(element)} ${element.scrollWidth} > ${element.clientWidth}`);
      }
      pressable.push([element, box]);
    }
  };
  look(main);
  for (const [one, a] of pressable) {
    for (const [other, b] of pressable) {
      if (one.contains(other) || other.contains(one) || one.parentElement === other.parentElement) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`overlap: ${name(one)} and ${name(other)}`);
    }
  }
  let page = document.querySelector("h1");
  while (page.parentElement?.clientWidth <= 1360) page = page.parentElement;
  const { left, right } = page.getBoundingClientRect();
  return { faults, left, right: width - right };
};
