// War as ten judges want it, written from their texts alone: `node war.js JUDGE < deal`.
const judge = process.argv[2];
const text = require("fs").readFileSync(0, "utf8");
const words = text.split(/[\s,]+/).filter((word) => word);
let one, two;
if (judge === "codingame") {
  const value = (card) => "2 3 4 5 6 7 8 9 10 J Q K A".split(" ").indexOf(card.slice(0, -1));
  const n = Number(words[0]);
  one = words.slice(1, n + 1).map(value);
  two = words.slice(n + 2).map(value);
} else if (judge === "code-golf") {
  [one, two] = words.map((word) => [...word].map((digit) => parseInt(digit, 16)));
} else if (judge.startsWith("programming-challenges") || judge === "skiena") {
  const cards = words.map((word) => "23456789TJQKA".indexOf(word[0]));
  one = cards.slice(0, cards.length / 2);
  two = cards.slice(cards.length / 2);
} else if (judge === "codeforces-546c") {
  const n = Number(words[1]);
  one = words.slice(2, n + 2).map(Number);
  two = words.slice(n + 3).map(Number);
} else if (judge === "spoj-hs08war") {
  [one, two] = text.trim().split("\n").slice(2).map((line) => line.trim().split(/\s+/).slice(1).map(Number));
} else if (judge === "pyanitsa" || judge === "dailyprogrammer-320") {
  [one, two] = text.trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
} else {
  [one, two] = text.trim().split("\n\n").map((part) => part.split("\n").slice(1).map(Number));
}
if (judge === "skiena") {
  let steps = 0, war = false, table = [];
  for (; one.length && two.length && steps < 100000; steps++) {
    const x = one.shift(), y = two.shift();
    table.push(x, y);
    if (war) war = false;
    else if (x === y) war = true;
    else { (x > y ? one : two).push(...table); table = []; }
  }
  if (one.length && two.length) console.log(`game tied after ${steps} steps, |a|=${one.length} |b|=${two.length}`);
  else console.log(`${one.length ? "a wins" : two.length ? "b wins" : "a and b tie"} in ${steps} steps`);
  process.exit();
}
if (judge === "dailyprogrammer-320") {
  while (one.length && two.length) {
    const wars = [[[one.shift()], [two.shift()]]];
    while (wars.at(-1)[0].at(-1) === wars.at(-1)[1].at(-1)) {
      const laid = Math.min(4, one.length, two.length);
      if (!laid) { console.log(one.length ? 1 : two.length ? 2 : 0); process.exit(); }
      wars.push([one.splice(0, laid), two.splice(0, laid)]);
    }
    const won = wars.at(-1)[0].at(-1) > wars.at(-1)[1].at(-1);
    for (const [mine, yours] of wars.reverse())
      (won ? one : two).push(...(won ? [...mine, ...yours] : [...yours, ...mine]));
  }
  console.log(one.length ? 1 : 2);
  process.exit();
}
const down = judge === "codingame" ? 3 : 1;
const seen = new Set();
let rounds = 0, winner = 0, pat = false, endless = false;
while (one.length && two.length && !winner && !pat && !endless) {
  const key = one.join() + "/" + two.join();
  if (seen.has(key)) { endless = true; break; }
  seen.add(key);
  rounds++;
  const a = [one.shift()], b = [two.shift()];
  while (a.at(-1) === b.at(-1)) {
    if (Math.min(one.length, two.length) < down + 1) {
      if (judge === "codingame") pat = true; else winner = one.length > two.length ? 1 : 2;
      break;
    }
    a.push(...one.splice(0, down + 1));
    b.push(...two.splice(0, down + 1));
  }
  if (pat || winner) break;
  const pair = `${a.at(-1)} ${b.at(-1)}`;
  const odd = judge === "pyanitsa" && ["0 9", "9 0"].includes(pair);
  const first = odd ? pair === "0 9" : a.at(-1) > b.at(-1);
  let taken;
  if (judge === "codingame" || judge === "pyanitsa") taken = [...a, ...b];
  else if (judge === "programming-challenges-code") {
    taken = [a[0], b[0]];
    for (let war = 1; war < a.length; war += 2) taken.push(a[war], a[war + 1], b[war], b[war + 1]);
  }
  else if (judge === "programming-challenges") taken = a.flatMap((card, place) => [card, b[place]]);
  else if (judge === "spoj-hs08war") {
    const [mine, theirs] = (first ? [a, b] : [b, a]).map((laid) => laid.reverse());
    taken = mine.flatMap((card, place) => [card, theirs[place]]);
  }
  else if (judge === "advent-of-code-22") taken = first ? [...a, ...b] : [...b, ...a];
  else taken = first ? [...b, ...a] : [...a, ...b];
  (first ? one : two).push(...taken);
}
const won = winner || (two.length ? 2 : 1);
if (judge === "codingame" || judge === "spoj-hs08war") console.log(pat ? "PAT" : `${won} ${rounds}`);
else if (judge === "code-golf") console.log(won === 1);
else if (judge.startsWith("programming-challenges")) console.log(`TURNS : ${rounds}\nWINNER : player${won}`);
else if (judge === "pyanitsa") console.log(endless ? "botva" : `${won === 1 ? "first" : "second"} ${rounds}`);
else if (judge === "codeforces-546c") console.log(endless ? "-1" : `${rounds} ${won}`);
else {
  const deck = one.length ? one : two;
  console.log(deck.reduce((sum, card, place) => sum + card * (deck.length - place), 0));
}
