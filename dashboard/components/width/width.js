// Tells the server when the window is in another of its three steps than the server thinks.
const STEPS = [
  ["wide", matchMedia("(min-width: 1100px)")],
  ["medium", matchMedia("(min-width: 768px)")],
];
const step = () => (STEPS.find(([, query]) => query.matches) ?? ["small"])[0];

export default function ({ data, setStateValue }) {
  const tell = () => { if (step() !== data.drawn) setStateValue("step", step()); };
  for (const [, query] of STEPS) query.addEventListener("change", tell);
  tell();
  return () => { for (const [, query] of STEPS) query.removeEventListener("change", tell); };
}
