// Tells the server when the window is in another of its three steps than the server thinks.
const STEPS = [
  ["wide", matchMedia("(min-width: 1100px)")],
  ["medium", matchMedia("(min-width: 768px)")],
];
const step = () => (STEPS.find(([, query]) => query.matches) ?? ["small"])[0];

export default function ({ data, setStateValue }) {
  let waiting;
  const tell = () => {
    clearTimeout(waiting);
    if (step() === data.drawn) return;
    if (isQuiet()) setStateValue("step", step());
    else waiting = setTimeout(tell, LOOK);
  };
  for (const [, query] of STEPS) query.addEventListener("change", tell);
  tell();
  return () => {
    clearTimeout(waiting);
    for (const [, query] of STEPS) query.removeEventListener("change", tell);
  };
}
