// Tells the server when the window is in another of its three steps than the server thinks.
export default function ({ data, setStateValue }) {
  let waiting;
  const tell = () => {
    clearTimeout(waiting);
    if (widthStep() === data.drawn) return;
    if (isQuiet()) setStateValue("step", widthStep());
    else waiting = setTimeout(tell, LOOK);
  };
  for (const [, query] of WIDTH_STEPS) query.addEventListener("change", tell);
  tell();
  return () => {
    clearTimeout(waiting);
    for (const [, query] of WIDTH_STEPS) query.removeEventListener("change", tell);
  };
}
