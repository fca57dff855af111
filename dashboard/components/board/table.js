/* The panel: both decks, the cards between them, the round in words, the pick-up in its order. */

/** An HTML element with a class, attributes and children. */
function html(name, className, attributes = {}, children = []) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

class Table {
  constructor() {
    this.decks = [1, 2].map((player) => this.deckPlace(player));
    this.rows = [html("div", "row"), html("div", "row")];
    this.ties = html("div", "ties");
    this.cards = html("div", "cards", { "aria-hidden": "true" }, [...this.rows, this.ties]);
    this.heading = html("p", "heading");
    this.told = html("p", "told");
    this.words = html("div", "words", { role: "status", "aria-live": "polite" }, [this.heading, this.told]);
    this.pickupLabel = html("span", "label");
    this.chips = html("span", "chips", { role: "img" });
    this.pickup = html("div", "pickup", {}, [this.pickupLabel, this.chips]);
    const decks = html("div", "decks", {}, this.decks.map((deck) => deck.place));
    this.element = html("div", "panel", {}, [decks, this.cards, this.words, this.pickup]);
  }

  deckPlace(player) {
    const drawing = html("div", "stack", { "aria-hidden": "true" });
    const count = html("span", "count");
    const name = html("span", `name player-${player}`);
    name.textContent = `Player ${player}`;
    return { drawing, count, place: html("div", "deckplace", {}, [drawing, html("div", "tally", {}, [count, name])]) };
  }

  load(replay) {
    this.replay = replay;
    this.artist = new Artist(replay);
  }

  /** Note how much room there is; true when that changes what is drawn. */
  measure(board) {
    const largest = cardWidth(board);
    const width = this.cards.clientWidth;
    const changed = largest !== this.largest || width !== this.width;
    this.largest = largest;
    this.width = width;
    return changed;
  }

  /** Keep the room of the game's longest usual texts, so that stepping moves nothing below. */
  reserve() {
    const { replay } = this;
    if (!replay.last) return;
    // Of a long game, the longest texts of the stretch that is here.
    const usual = replay.wars.filter((round) => replay.move(round).wars <= 3).slice(0, 400);
    const positions = [replay.first, ...usual, replay.until].map((round) => replay.position(round));
    const length = (position) => sentences(replay, position).reduce((sum, { text }) => sum + text.length, 0);
    const longest = positions.reduce((one, other) => (length(other) > length(one) ? other : one));
    const most = positions.reduce((one, other) => (other.taken.length > one.taken.length ? other : one));
    this.words.style.minHeight = this.pickup.style.minHeight = "";
    this.tell(longest);
    this.showPickup(most);
    const heights = [this.words, this.pickup].map((part) => part.getBoundingClientRect().height);
    this.tell(positions.at(-1));
    heights[0] = Math.max(heights[0], this.words.getBoundingClientRect().height);
    this.words.style.minHeight = `${heights[0]}px`;
    this.pickup.style.minHeight = `${heights[1]}px`;
  }

  show(position) {
    position.sizes.forEach((size, side) => this.showDeck(side, size));
    this.showCards(position);
    this.tell(position);
    this.showPickup(position);
  }

  showDeck(side, size) {
    const { drawing, count: tally } = this.decks[side];
    drawing.replaceChildren(drawDeck(side + 1, size, this.replay.cards.length));
    tally.textContent = count(size);
  }

  showCards(position) {
    const columns = this.replay.columns(position);
    const downs = columns.map((pair) => Math.max(...pair.map((cards) => cards.length)) - 1);
    const wars = position.move?.wars ?? 0;
    const places = placeColumns(downs, wars === columns.length && wars > 0, this.width, this.largest);
    this.rows.forEach((row, side) => row.replaceChildren(...this.rowCards(side, columns, downs, places, position)));
    this.ties.replaceChildren(...places.ties.slice(0, wars).map((left) => {
      const tie = drawTie();
      tie.style.left = `${left}px`;
      return tie;
    }));
  }

  /** One player's cards, each column's face-down ones tucked under its face-up one. */
  rowCards(side, columns, downs, { card, tuck, lefts }, { move }) {
    const drawn = [];
    let backs = 0;
    columns.forEach((pair, at) => {
      const cards = pair[side];
      cards.forEach((number, place) => {
        const faceUp = place === cards.length - 1;
        const drawing = faceUp ? this.artist.face(number, card < SMALL) : this.artist.back(side + 1, backs++);
        const slot = downs[at] - (cards.length - 1) + place;
        drawing.style.left = `${lefts[at] + slot * tuck}px`;
        drawing.style.width = `${card}px`;
        const decides = faceUp && move.winner && at === columns.length - 1;
        drawing.classList.toggle("won", Boolean(decides) && move.winner === side + 1);
        drawing.classList.toggle("lost", Boolean(decides) && move.winner !== side + 1);
        drawn.push(drawing);
      });
    });
    return drawn;
  }

  /** Say that a round is being fetched: the cards of the one before stay until it is there. */
  tellWaiting(round) {
    this.heading.textContent = heading({ round, move: {} });
    this.told.textContent = "Being fetched …";
  }

  tell(position) {
    this.heading.textContent = heading(position, this.replay.sent.still);
    this.told.replaceChildren(...sentences(this.replay, position).map(({ text, player }) => {
      const sentence = html("span", player ? `player-${player}` : "");
      sentence.textContent = `${text} `;
      return sentence;
    }));
  }

  showPickup({ move, laid, taken }) {
    const { cards, sent } = this.replay;
    const from1 = new Set(laid[0]);
    const deck = `player ${move?.winner}’s deck`;
    this.pickupLabel.textContent = !move?.winner ? "Nothing is picked up."
      : taken.length ? `Then under ${deck}, first to last:` : `Not exactly these cards go to ${deck}.`;
    this.chips.replaceChildren(...taken.map((card) => this.artist.chip(card, from1.has(card) ? 1 : 2)));
    this.chips.hidden = taken.length === 0;
    this.chips.setAttribute("aria-label", taken.map((card) => cardWords(cards[card], sent.numbered)).join(", "));
  }
}
