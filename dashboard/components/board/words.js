/* A round in words: what the table shows, for the ear and for the eye. */

const RANK_WORDS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
  J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const WAR_WORDS = ["", ", a war", ", a double war", ", a triple war"];

/** A whole number with thousands separators. */
function count(number) {
  return number.toLocaleString("en");
}

/** "1 card", "2 cards". */
function cardCount(number) {
  return number === 0 ? "no card" : number === 1 ? "1 card" : `${count(number)} cards`;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** "king", or the number in packs that are numbered and of ranks that have no name. */
function rankWord(rank, numbered) {
  return numbered ? rank : RANK_WORDS[rank] ?? rank;
}

/** "kings", "sixes", "37s". */
function rankWords(rank, numbered) {
  const word = rankWord(rank, numbered);
  return word === "six" ? "sixes" : `${word}s`;
}

/** "king of spades". */
function cardWords({ rank, suit }, numbered) {
  return `${rankWord(rank, numbered)} of ${SUIT_WORDS[suit]}`;
}

/** "Round 231, a triple war"; of a single round shown alone, `still` is its number. */
function heading({ round, move }, still) {
  if (!move) return "No round is played";
  return `Round ${count(still || round)}${WAR_WORDS[move.wars ?? 0] ?? `, a war of ${move.wars} ties`}`;
}

/** The sentences of a round, each with the player it is coloured for, 0 for none. */
function sentences(replay, position) {
  const { move } = position;
  if (!move) return emptyStart(replay.sent.end);
  const told = [];
  replay.columns(position).forEach(([one, two], at) => {
    const { sent, cards } = replay;
    const stolen = move.lays[at][2];
    if (stolen) told.push({ text: stealing(stolen) });
    const [rank1, rank2] = [cards[one.at(-1)].rank, cards[two.at(-1)].rank];
    if (at < move.wars) told.push({ text: `${capital(rankWords(rank1, sent.numbered))} tie.` });
    // A program may give a tie away, or let suits decide.
    else if (rank1 === rank2) told.push({ text: `Both turn ${rankWords(rank1, sent.numbered)}.` });
    else told.push({ text: battle(rank1, rank2, move.winner, sent.numbered) });
  });
  if (move.winner) told.push({ text: taking(move.winner, position.taken.length), player: move.winner });
  if (position.round === replay.last && !replay.sent.still) told.push(...ending(replay, position));
  return told;
}

function stealing(stolen) {
  const [thief, victim] = stolen > 0 ? [1, 2] : [2, 1];
  return `Player ${thief} takes ${cardCount(Math.abs(stolen))} from player ${victim}’s deck first.`;
}

function battle(rank1, rank2, winner, numbered) {
  const [won, lost] = winner === 1 ? [rank1, rank2] : [rank2, rank1];
  return `${capital(rankWord(won, numbered))} beats ${rankWord(lost, numbered)}.`;
}

/** A program may take other cards than were laid: none of these then. */
function taking(winner, cards) {
  if (!cards) return `Player ${winner} wins the round.`;
  return `Player ${winner} takes ${cards === 2 ? "both" : `all ${cards}`} cards.`;
}

/** What is to be said after the last round. */
function ending(replay, { sizes }) {
  const { winner, reason, cycle } = replay.sent.end;
  switch (reason) {
    case "cycle":
      return [{ text: `From here the rounds repeat from round ${count(cycle.start)}: the game never ends.` }];
    case "limit":
      return [{ text: `Cut off after ${count(replay.last)} rounds.` }];
    case "deck_empty":
      return [{ text: `Player ${3 - winner} has no card left.` }, result(winner)];
    default:
      // Who is no shorter than the other wins or loses by the rule set's own word.
      return [{ text: shortage(sizes, replay.sent) }, result(winner, sizes[0] === sizes[1])];
  }
}

function result(winner, byRule = false) {
  if (!winner) return { text: "The game is drawn." };
  return { text: byRule ? `By the rules, player ${winner} wins.` : `Player ${winner} wins.`, player: winner };
}

/** Who cannot pay for the war. */
function shortage([size1, size2], { need, shortfall }) {
  const [player, fewer, more] = size1 < size2 ? [1, size1, size2] : [2, size2, size1];
  if (more === 0) return "Neither player has a card left for the war.";
  if (fewer === more) return `Both have ${cardCount(fewer)} left and need ${need}.`;
  if (shortfall === "STEAL") {
    return `Player ${player} has ${cardCount(fewer)} left and needs ${need}; there are too few to take from player ${3 - player}.`;
  }
  if (fewer === 0) return `Player ${player} has no card left for the war.`;
  if (more < need) return `A war needs ${need} cards each: player 1 has ${size1} left, player 2 has ${size2}.`;
  return `Player ${player} has ${cardCount(fewer)} left and needs ${need}.`;
}

function emptyStart({ winner }) {
  const short = winner ? `Player ${3 - winner} is dealt no card.` : "Both decks are empty.";
  return [{ text: short }, result(winner)];
}
