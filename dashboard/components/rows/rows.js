// About what a part of a sentence is, as a class.
const parts = (sentence) => sentence.map(([text, about]) => element("span", about.replace(" ", "-"), [text]));

// From one percentage to another, on a line from 0 to 100 %.
function drawCourse([before, after]) {
  const arrow = element("span", after > before ? "arrow player-1" : "arrow back player-2");
  arrow.style.left = `${Math.min(before, after)}%`;
  arrow.style.width = `${Math.abs(after - before)}%`;
  const line = element("span", "course", [arrow]);
  line.ariaHidden = "true"; // the cell says it in figures
  return line;
}

function drawRow({ name, cells, query, course }, headings, press) {
  const [first, ...others] = cells;
  const way = element(query === null ? "span" : "a", "way", parts(first));
  if (query !== null) leads(way, `${location.pathname}?${query}`, () => press(name));
  const row = element("tr", query === null ? "here" : "", [
    element("th", "", [way]),
    ...others.map((cell, place) => {
      const made = element("td", "", parts(cell));
      made.dataset.heading = headings[place + 1];
      if (course && !place) made.append(drawCourse(course));
      return made;
    }),
  ]);
  row.firstChild.scope = "row";
  return row;
}

// The heading of a group, over the whole width.
function drawGroup(name, columns) {
  const cell = Object.assign(element("th", "", [name]), { scope: "rowgroup", colSpan: columns });
  return element("tr", "group", [cell]);
}

export default function ({ parentElement, data, setTriggerValue }) {
  const press = (name) => {
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0); // where the new verdict stands
    setTriggerValue("pressed", name);
  };
  const heads = data.headings.map((heading) => Object.assign(element("th", "", [heading]), { scope: "col" }));
  const drawn = data.rows.flatMap((row, place) => [
    ...(row.group && row.group !== data.rows[place - 1]?.group ? [drawGroup(row.group, heads.length)] : []),
    drawRow(row, data.headings, press),
  ]);
  const table = element("table", "", [
    element("thead", "", [element("tr", "", heads)]),
    element("tbody", "", drawn),
  ]);
  table.setAttribute("aria-label", data.label);
  putUp(parentElement, "rows", table);
}
