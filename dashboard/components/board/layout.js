/* Where the cards of a round lie: all arithmetic, nothing drawn. */

const TUCK = 0.36;
const LEAST_TUCK = 5;
const CARD_SIZES = [74, 64, 56, 44, 36];

/** The largest card for a board of this width. */
function cardWidth(board) {
  return board < 540 ? 44 : board < 860 ? 64 : 74;
}

/** Room between columns, at best and at least. */
function gaps(card) {
  return card < SMALL ? [22, 13] : [34, 17];
}

/**
 * Place columns of `downs` face-down cards and one face-up card each in a width.
 * First the gaps and the tucks shrink together, then the cards; beyond that columns overlap.
 */
function placeColumns(downs, openTie, width, largest) {
  const tucked = downs.reduce((sum, down) => sum + down, 0);
  const between = downs.length - 1 + (openTie ? 1 : 0);
  const total = (card, tuck, gap) => downs.length * card + tucked * tuck + between * gap;
  const sizes = CARD_SIZES.filter((card) => card <= largest);
  const card = sizes.find((size) => total(size, LEAST_TUCK, gaps(size)[1]) <= width) ?? sizes.at(-1);
  const [gapMost, gapLeast] = gaps(card);
  const [most, least] = [total(card, TUCK * card, gapMost), total(card, LEAST_TUCK, gapLeast)];
  const ease = most > least ? Math.max(0, Math.min(1, (width - least) / (most - least))) : 1;
  const tuck = LEAST_TUCK + ease * (TUCK * card - LEAST_TUCK);
  const gap = gapLeast + ease * (gapMost - gapLeast);
  const squeeze = least > width ? (width - card) / (least - card) : 1;
  const lefts = [];
  const ties = [];
  let left = 0;
  for (const down of downs) {
    lefts.push(left * squeeze);
    left += card + down * tuck + gap;
    ties.push((left - gap / 2) * squeeze);
  }
  return { card, tuck: tuck * squeeze, lefts, ties };
}
