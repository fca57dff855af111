/* The game from its moves: who lays what and who takes it. Nothing here knows the rules. */

const CHECKPOINT_EVERY = 128;

/** Undo the numbering of payload.py: the move's index for every round. */
function readRounds(text, width) {
  const count = text.length / width;
  const rounds = new Uint32Array(count);
  for (let round = 0; round < count; round++) {
    let index = 0;
    for (let digit = 0; digit < width; digit++) {
      const code = text.charCodeAt(round * width + digit);
      // The backslash is left out of the alphabet.
      index = index * 91 + code - (code > 0x5c ? 0x24 : 0x23);
    }
    rounds[round] = index;
  }
  return rounds;
}

/** A deck as a ring, so that laying and picking up cost one step a card, however large the deck. */
class Deck {
  constructor(pack, cards) {
    this.ring = new Uint16Array(pack);
    this.ring.set(cards);
    this.top = 0;
    this.size = cards.length;
  }

  take() {
    const card = this.ring[this.top];
    this.top = (this.top + 1) % this.ring.length;
    this.size -= 1;
    return card;
  }

  put(card) {
    this.ring[(this.top + this.size) % this.ring.length] = card;
    this.size += 1;
  }

  cards() {
    return Uint16Array.from({ length: this.size }, (_, place) => this.ring[(this.top + place) % this.ring.length]);
  }
}

/** Lay a move's cards, stealing first where the move says so; the table is player 1's cards, then 2's. */
function layCards(decks, move) {
  const laid = [[], []];
  for (const [cards1, cards2, stolen] of move.lays) {
    const [thief, victim] = stolen > 0 ? decks : [decks[1], decks[0]];
    for (let count = Math.abs(stolen); count > 0; count--) thief.put(victim.take());
    for (let count = cards1; count > 0; count--) laid[0].push(decks[0].take());
    for (let count = cards2; count > 0; count--) laid[1].push(decks[1].take());
  }
  return laid;
}

/** Put the table under the winner's deck and return it in that order; empty when nobody takes it. */
function pickUp(decks, move, laid) {
  if (!move.winner) return [];
  const split = laid[0].length;
  const taken = move.order.map((place) => (place < split ? laid[0][place] : laid[1][place - split]));
  for (const card of taken) decks[move.winner - 1].put(card);
  return taken;
}

/** A game, or a stretch of it, with random access: played once through, both decks kept at every checkpoint. */
class Replay {
  constructor(sent) {
    this.sent = sent;
    this.cards = sent.cards ? sent.cards.split(" ").map((name) => ({ rank: name.slice(0, -1), suit: name.slice(-1) })) : [];
    this.rounds = readRounds(sent.rounds, sent.width);
    /** The first and the last round that are here, and the game's last. */
    this.first = sent.from;
    this.until = sent.from + this.rounds.length - 1;
    this.last = sent.last;
    this.wars = [];
    this.checkpoints = [];
    const pack = this.cards.length;
    const numbers = Array.from({ length: pack }, (_, card) => card);
    const start = sent.decks ?? [numbers.slice(0, sent.first), numbers.slice(sent.first)];
    const decks = start.map((cards) => new Deck(pack, cards));
    for (let round = this.first; round <= this.until; round++) {
      if ((round - this.first) % CHECKPOINT_EVERY === 0) this.checkpoints.push(decks.map((deck) => deck.cards()));
      const move = this.move(round);
      if (move.wars) this.wars.push(round);
      pickUp(decks, move, layCards(decks, move));
    }
    this.end = decks.map((deck) => deck.size);
    /** The wars to be marked, round and depth: all that are here, or those chosen from a whole long game. */
    this.ticks = sent.ticks ?? this.wars.map((round) => [round, this.move(round).wars]);
    const [before, after] = sent.nearest ?? [];
    this.reached = [...(before ? [before] : []), ...this.wars, ...(after ? [after] : [])];
  }

  has(round) {
    return this.first <= round && round <= this.until;
  }

  move(round) {
    return this.sent.moves[this.rounds[round - this.first]];
  }

  /** The table of a round: cards laid, decks without them, and the pick-up to come. */
  position(round) {
    if (round === 0) return { round, move: null, laid: [[], []], sizes: this.end, taken: [] };
    const checkpoint = Math.floor((round - this.first) / CHECKPOINT_EVERY);
    const decks = this.checkpoints[checkpoint].map((cards) => new Deck(this.cards.length, cards));
    for (let before = this.first + checkpoint * CHECKPOINT_EVERY; before < round; before++) {
      const move = this.move(before);
      pickUp(decks, move, layCards(decks, move));
    }
    const move = this.move(round);
    const laid = layCards(decks, move);
    const sizes = decks.map((deck) => deck.size);
    return { round, move, laid, sizes, taken: pickUp(decks, move, laid) };
  }

  /** The pairs of a round, one a lay: each player's cards with the face-up one last. */
  columns({ move, laid }) {
    const from = [0, 0];
    return (move ? move.lays : []).map((lay) =>
      laid.map((cards, side) => cards.slice(from[side], (from[side] += lay[side]))));
  }

  /** The first war after a round, or the last one before it; undefined where there is none. */
  nextWar(round) {
    return this.reached.find((war) => war > round);
  }

  previousWar(round) {
    return this.reached.findLast((war) => war < round);
  }
}
