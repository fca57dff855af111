/* Cards as SVG, in a box of 100 x 140. Two drawings of each: with pips, and a plain one for small cards. */

const SVG = "http://www.w3.org/2000/svg";
const SMALL = 60;
const CARD_RATIO = 1.4;

const PIPS = {
  s: "M12 1.6C8.6 6.8 2.8 9.9 2.8 14.6c0 2.8 2.1 4.5 4.4 4.5 1.7 0 3.1-.9 4-2.3-.2 2.3-1.2 4.1-3.1 5.4h7.8c-1.9-1.3-2.9-3.1-3.1-5.4.9 1.4 2.3 2.3 4 2.3 2.3 0 4.4-1.7 4.4-4.5C21.2 9.9 15.4 6.8 12 1.6z",
  h: "M12 22C7.8 17.3 2.2 13.2 2.2 8.2 2.2 4.9 4.5 2.6 7.3 2.6c2.1 0 3.8 1.2 4.7 3.3.9-2.1 2.6-3.3 4.7-3.3 2.8 0 5.1 2.3 5.1 5.6 0 5-5.6 9.1-9.8 13.8z",
  d: "M12 1.3C14.1 5.3 16.9 8.9 20.2 12 16.9 15.1 14.1 18.7 12 22.7 9.9 18.7 7.1 15.1 3.8 12 7.1 8.9 9.9 5.3 12 1.3z",
  c: "M12 1.8a4.6 4.6 0 0 0-3.5 7.6A4.7 4.7 0 1 0 11.2 16.8c-.2 2.3-1.2 4.1-3.1 5.4h7.8c-1.9-1.3-2.9-3.1-3.1-5.4A4.7 4.7 0 1 0 15.5 9.4 4.6 4.6 0 0 0 12 1.8z",
};

const [LEFT, MIDDLE, RIGHT] = [34, 50, 66];
const [TOP, CENTRE, BOTTOM] = [27, 70, 113];
const CORNERS = [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
const SIDES = [[LEFT, CENTRE], [RIGHT, CENTRE]];
const FOUR_ROWS = [27, 55.67, 84.33, 113].flatMap((row) => [[LEFT, row], [RIGHT, row]]);
const PIP_PLACES = {
  2: [[MIDDLE, TOP], [MIDDLE, BOTTOM]],
  3: [[MIDDLE, TOP], [MIDDLE, CENTRE], [MIDDLE, BOTTOM]],
  4: CORNERS,
  5: [...CORNERS, [MIDDLE, CENTRE]],
  6: [...CORNERS, ...SIDES],
  7: [...CORNERS, ...SIDES, [MIDDLE, 48.5]],
  8: [...CORNERS, ...SIDES, [MIDDLE, 48.5], [MIDDLE, 91.5]],
  9: [...FOUR_ROWS, [MIDDLE, CENTRE]],
  10: [...FOUR_ROWS, [MIDDLE, 41.33], [MIDDLE, 98.67]],
};

/** An SVG element with its attributes and children. */
function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** A pip of a size, centred at a point. */
function pip(suit, x, y, size, turned = false) {
  const scale = size / 24;
  const turn = turned ? " rotate(180)" : "";
  return svg("path", { d: PIPS[suit], transform: `translate(${x} ${y}) scale(${scale})${turn} translate(-12 -12)` });
}

function text(content, x, y, size) {
  const element = svg("text", { x, y, "font-size": size });
  element.textContent = content;
  return element;
}

/** The same drawing again, upside down. */
function turned(...parts) {
  return svg("g", { transform: "rotate(180 50 70)" }, parts);
}

function paper() {
  return svg("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });
}

function corner({ rank, suit }) {
  const size = rank.length > 2 ? 17 : rank.length > 1 ? 22 : 24;
  return [text(rank, 14.5, 25, size), pip(suit, 14.5, 37, 14)];
}

function middle({ rank, suit }, numbered) {
  if (numbered || !RANK_WORDS[rank]) return [text(rank, 50, 74, 46), pip(suit, 50, 98, 24)];
  if (rank === "A") return [pip(suit, 50, 70, 50)];
  if (PIP_PLACES[rank]) {
    const size = rank === "9" || rank === "10" ? 17 : 19;
    return PIP_PLACES[rank].map(([x, y]) => pip(suit, x, y, size, y > CENTRE));
  }
  return [
    svg("rect", { class: "frame", x: 27, y: 20, width: 46, height: 100, rx: 3 }),
    svg("path", { class: "frame", d: "M27 83 73 57" }),
    text(rank, 50, 58, 44),
    turned(text(rank, 50, 58, 44)),
  ];
}

/** A face-up card; `small` leaves out what could not be seen. */
function drawFace(card, numbered, small) {
  const parts = small
    ? [text(card.rank, card.rank.length > 1 ? 38 : 26, 47, card.rank.length > 2 ? 40 : 50), pip(card.suit, 66, 102, 56)]
    : [...corner(card), turned(...corner(card)), ...middle(card, numbered)];
  const colour = card.suit === "h" || card.suit === "d" ? "red" : "black";
  const face = svg("svg", { class: `card ${colour}`, viewBox: "0 0 100 140" }, [paper(), ...parts]);
  face.dataset.card = card.rank + { s: "♠", h: "♥", d: "♦", c: "♣" }[card.suit];
  return face;
}

/** Player 1's lattice. Drawn as a path cut to the panel, so that no pattern needs an id of its own. */
function lattice(left, top, right, bottom) {
  const step = 9 * Math.SQRT2;
  let path = "";
  for (let sum = left + top + step / 2; sum < right + bottom; sum += step) {
    const [x1, x2] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
    path += `M${x1} ${sum - x1}L${x2} ${sum - x2}`;
    path += `M${left + right - x1} ${sum - x1}L${left + right - x2} ${sum - x2}`;
  }
  return svg("path", { class: "lattice", d: path });
}

/** Player 2's dots: round ends of strokes without length. */
function dots(left, top, right, bottom) {
  let path = "";
  for (let y = top + 4; y < bottom; y += 10) {
    for (let x = left + 4; x < right; x += 10) path += `M${x} ${y}h0`;
  }
  return svg("path", { class: "dots", d: path });
}

/** The parts of a card's back. */
function backParts(player) {
  const panel = [14, 14, 86, 126];
  return [
    paper(),
    svg("rect", { class: `field player-${player}`, x: 6, y: 6, width: 88, height: 128, rx: 4 }),
    svg("rect", { class: "inner", x: 11, y: 11, width: 78, height: 118, rx: 2 }),
    player === 1 ? lattice(...panel) : dots(...panel),
  ];
}

/** A face-down card. */
function drawBack(player) {
  const back = svg("svg", { class: "card back", viewBox: "0 0 100 140" }, backParts(player));
  back.dataset.card = "down";
  return back;
}

/** A deck of n cards out of a pack: a back lifted off a block, or an outline where it is empty. */
function drawDeck(player, size, pack) {
  const most = 37;
  const unit = Math.min(0.72, most / pack);
  const lift = size * unit;
  const deck = svg("svg", { class: "deck", viewBox: `0 0 100 ${140 + most}` });
  if (size === 0) {
    deck.append(svg("rect", { class: "empty", x: 1, y: most + 1, width: 98, height: 138, rx: 8 }));
    return deck;
  }
  deck.append(svg("rect", { class: "block", x: 0.75, y: most + 0.75 - lift / 2, width: 98.5, height: 138.5 + lift / 2, rx: 8 }));
  let edges = "";
  for (let card = 3; card < size; card += 3) edges += `M2 ${most + 134 - card * unit}Q3 ${most + 139 - card * unit} 8 ${most + 139 - card * unit}H92Q97 ${most + 139 - card * unit} 98 ${most + 134 - card * unit}`;
  deck.append(svg("path", { class: "edges", d: edges }));
  deck.append(svg("g", { transform: `translate(0 ${most - lift})` }, backParts(player)));
  return deck;
}

/** The gold diamond of a tie. */
function drawTie() {
  return svg("svg", { class: "tie", viewBox: "0 0 14 14" }, [svg("path", { d: "M7 1 13 7 7 13 1 7z" })]);
}

/** A card as a word: rank and pip, for the line that tells the pick-up. */
function drawChip({ rank, suit }) {
  const chip = document.createElement("span");
  chip.className = suit === "h" || suit === "d" ? "chip red" : "chip black";
  chip.append(rank, svg("svg", { viewBox: "0 0 24 24" }, [svg("path", { d: PIPS[suit] })]));
  return chip;
}

/** The drawings of one game: a card lies on the table once, so each is drawn once and moved. */
class Artist {
  constructor(replay) {
    this.replay = replay;
    this.faces = [new Map(), new Map()];
    this.chips = new Map();
    this.backs = [[], []];
  }

  face(number, small) {
    const faces = this.faces[small ? 1 : 0];
    if (!faces.has(number)) faces.set(number, drawFace(this.replay.cards[number], this.replay.sent.numbered, small));
    return faces.get(number);
  }

  /** A card of the pick-up, underlined in the colour of the player who laid it. */
  chip(number, player) {
    if (!this.chips.has(number)) this.chips.set(number, drawChip(this.replay.cards[number]));
    const chip = this.chips.get(number);
    chip.classList.toggle("from-1", player === 1);
    chip.classList.toggle("from-2", player === 2);
    return chip;
  }

  /** The n-th face-down card of a player on the table. */
  back(player, at) {
    const backs = this.backs[player - 1];
    while (backs.length <= at) backs.push(drawBack(player));
    return backs[at];
  }
}
