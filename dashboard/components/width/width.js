// Tells the server when the window is in another of its three steps, or the page in another theme, than the
// server thinks: it drew labels in colours of the old one.
export default function ({ data, setStateValue }) {
  let waiting;
  const app = document.querySelector('[data-testid="stApp"]');
  const theme = () => (data.theme && getComputedStyle(app).colorScheme) || data.theme;
  const tell = () => {
    clearTimeout(waiting);
    const [name, value] = widthStep() !== data.drawn ? ["step", widthStep()] : ["theme", theme()];
    if (value === data.theme) return;
    if (isQuiet()) setStateValue(name, value);
    else waiting = setTimeout(tell, LOOK);
  };
  const themed = new MutationObserver(tell);
  themed.observe(app, { attributeFilter: ["class"] });
  for (const [, query] of WIDTH_STEPS) query.addEventListener("change", tell);
  tell();
  return () => {
    clearTimeout(waiting);
    themed.disconnect();
    for (const [, query] of WIDTH_STEPS) query.removeEventListener("change", tell);
  };
}
