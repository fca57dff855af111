const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function draw({ query, why, public: home, frames, text }, say) {
  if (query === null) return [element("p", "", [why])];
  const link = `${home || location.origin + location.pathname}?${query}`;
  const offer = (name, title, what, copied) => {
    const button = Object.assign(element("button", name, [title]), { type: "button" });
    button.dataset.copied = copied;
    button.onclick = () => copy(copied).then(
      () => say(`The ${what} is copied.`),
      () => say("The browser did not let us copy. The address bar holds the same link."),
    );
    return button;
  };
  const drawn = [
    element("p", "text", [`${text}\n`, element("span", "link", [link])]),
    element("div", "row", [
      offer("first", "Copy text and link", "text", `${text}\n${link}`),
      offer("", "Copy link", "link", link),
    ]),
  ];
  if (!home && HERE.test(location.hostname)) {
    drawn.push(element("p", "here", [
      element("b", "", ["This link works on this computer only."]),
      " For others in your network, start War Room with ",
      element("code", "", ["war-room --address 0.0.0.0"]), ".",
    ]));
  }
  if (frames.length) {
    const html = frames.map(([title, framed]) =>
      offer("", title, "HTML", framed.replace("{link}?", () => link.replaceAll("&", "&amp;"))));
    drawn.push(element("p", "", ["Copy the HTML that shows it in a page of yours:"]), element("div", "row", html));
  }
  return drawn;
}

export default function ({ parentElement, data }) {
  const old = parentElement.querySelector(".share");
  const said = element("p", "said");
  said.setAttribute("role", "status");
  const drawn = element("div", "share", [...draw(data, (words) => { said.textContent = words; }), said]);
  if (old) old.replaceWith(drawn);
  else parentElement.append(drawn);
}
