// The three steps of a window's width, for pages as they begin and while they stand.
var WIDTH_STEPS = [
  ["wide", matchMedia("(min-width: 1100px)")],
  ["medium", matchMedia("(min-width: 768px)")],
];
function widthStep() {
  return (WIDTH_STEPS.find(([, query]) => query.matches) ?? ["small"])[0];
}
