const STAYS = 2000;

export default function ({ parentElement, data: { label, text } }) {
  const button = parentElement.querySelector("button") ?? document.createElement("button");
  if (!button.isConnected) parentElement.append(button);
  const say = (words) => {
    button.textContent = words;
    setTimeout(() => { button.textContent = label; }, STAYS);
  };
  button.type = "button";
  button.textContent = label;
  button.setAttribute("aria-live", "polite");
  button.onclick = () => text === null ? print() : copy(text).then(() => say("Copied"), () => say("Not copied: the browser did not let us"));
}
