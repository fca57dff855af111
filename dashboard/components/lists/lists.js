export default function ({ parentElement, data, setTriggerValue }) {
  const drawn = data.lists.map(({ title, links }, place) => {
    const lines = links.map(({ text, address, story }, line) => {
      const way = element("a", "way", [text]);
      leads(way, `./${address}`, () => setTriggerValue("pressed", [place, line]));
      return element("li", "", story ? [way, element("p", "", [story])] : [way]);
    });
    const told = links.some(({ story }) => story);
    const list = element("ul", told ? "stories" : "", lines);
    list.setAttribute("aria-label", title);
    return element("div", "", told ? [list] : [element("strong", "", [title]), list]);
  });
  putUp(parentElement, "lists", element("div", data.inline ? "inline" : "beside", drawn));
}
