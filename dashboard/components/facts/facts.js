export default function ({ parentElement, data, setTriggerValue }) {
  const facts = data.facts.map(({ title, story, address }, place) => {
    const way = element("a", "way", [title]);
    leads(way, `./${address}`, () => setTriggerValue("pressed", place));
    return element("li", "", [way, element("p", "", [story])]);
  });
  const list = element("ul", "", facts);
  list.setAttribute("aria-label", data.label);
  putUp(parentElement, "facts", list);
}
