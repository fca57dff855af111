export default function ({ parentElement, data, setTriggerValue }) {
  const drawn = data.lists.map(({ title, links }, place) => {
    const lines = links.map(({ text, address }, line) => {
      const way = element("a", "way", [text]);
      leads(way, `./${address}`, () => setTriggerValue("pressed", [place, line]));
      return element("li", "", [way]);
    });
    const list = element("ul", "", lines);
    list.setAttribute("aria-label", title);
    return element("div", "", [element("strong", "", [title]), list]);
  });
  putUp(parentElement, "lists", element("div", data.inline ? "inline" : "beside", drawn));
}
