export default function ({ parentElement, data, setTriggerValue }) {
  const links = data.links.map(({ text, address }, place) => {
    const way = element("a", "way", [text]);
    if (place === data.open) way.setAttribute("aria-current", "page");
    leads(way, `./${address}`, () => setTriggerValue("pressed", place));
    return way;
  });
  const drawn = element("nav", "", links);
  drawn.setAttribute("aria-label", data.label);
  putUp(parentElement, "switch", drawn);
}
