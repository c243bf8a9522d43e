// A complete engine on the protocol of exact verify, in JavaScript: the walk over point values in BigInt.
import { createInterface } from "node:readline";

const POINTS = { A: 1, T: 0, 10: 0, J: 0, Q: 0, K: 0, 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9 };
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0];
const CLASSES = { values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ranks: RANKS, cards: RANKS.flatMap((v) => [v, v, v, v]) };
const BANCO_DRAWS = { 3: [0, 1, 2, 3, 4, 5, 6, 7, 9], 4: [2, 3, 4, 5, 6, 7], 5: [4, 5, 6, 7], 6: [6, 7], 7: [] };
const CAPABILITIES = { arithmetic: "exact", kinds: ["outcomes", "coup"], granularity: "cards", rules: ["standard"] };

const bancoDraws = (banco, third) =>
  banco <= 2 || (third === null ? banco <= 5 : BANCO_DRAWS[banco].includes(third));
const outcomeOf = (punto, banco) => (punto > banco ? "punto" : banco > punto ? "banco" : "tie");

function point(card) {
  const name = card.toUpperCase();
  const rank = name in POINTS ? name : "SHDC".includes(name.at(-1)) ? name.slice(0, -1) : "";
  if (!Object.hasOwn(POINTS, rank)) throw new Error(`no card: ${card}`);
  return POINTS[rank];
}

function coup(cards) {
  const left = cards.map((card) => [card, point(card)]);
  const hands = { punto: [], banco: [] };
  const total = { punto: 0, banco: 0 };
  const steps = [];
  const deal = (side) => {
    if (!left.length) throw new Error("too few cards");
    const [card, value] = left.shift();
    hands[side].push(card);
    steps.push([side, card]);
    total[side] = (total[side] + value) % 10;
    return value;
  };
  ["punto", "banco", "punto", "banco"].forEach(deal);
  if (total.punto < 8 && total.banco < 8) {
    const third = total.punto <= 5 ? deal("punto") : null;
    if (bancoDraws(total.banco, third)) deal("banco");
  }
  const outcome = outcomeOf(total.punto, total.banco);
  return { ...hands, punto_total: total.punto, banco_total: total.banco, outcome, steps };
}

function outcomes(shoe) {
  const [[granularity, counts], ...more] = Object.entries(shoe);
  const bad = (count) => !Number.isSafeInteger(count) || count < 0;
  if (more.length || counts.length !== CLASSES[granularity].length || counts.some(bad)) throw new Error("no shoe");
  const left = Array(10).fill(0n);
  counts.forEach((count, index) => (left[CLASSES[granularity][index]] += BigInt(count)));
  const cards = left.reduce((sum, count) => sum + count);
  if (cards < 6n) throw new Error("fewer than six cards");
  const found = { punto: 0n, banco: 0n, tie: 0n };
  const padding = [6, 5, 4].map((used) => (used > 5 ? 1n : used > 4 ? cards - 5n : (cards - 4n) * (cards - 5n)));

  function walk(used, ways, punto, banco, third) {
    const stands = used === 4 && Math.max(punto, banco) > 7;
    const dealing = used < 4 || (used === 4 && punto <= 5 && !stands);
    const draws = !dealing && !stands && bancoDraws(banco, third);
    if (!dealing && !draws) found[outcomeOf(punto, banco)] += ways * padding[6 - used];
    for (let value = 0; value < 10 && (dealing || draws); value++) {
      if (left[value] === 0n) continue;
      const [copies, toPunto] = [left[value], dealing && used % 2 === 0];
      const [p, b] = toPunto ? [(punto + value) % 10, banco] : [punto, (banco + value) % 10];
      if (draws) { found[outcomeOf(p, b)] += ways * copies * padding[5 - used]; continue; }
      left[value]--;
      walk(used + 1, ways * copies, p, b, used === 4 ? value : null);
      left[value]++;
    }
  }
  walk(0, 1n, 0, 0, null);
  return { counts: Object.fromEntries(Object.entries(found).map(([side, count]) => [side, `${count}`])) };
}

function answer(request) {
  if (request.protocol) return { ...request, engine: "walk in JavaScript", capabilities: CAPABILITIES };
  try { return { id: request.id, ...(request.kind === "coup" ? coup(request.cards) : outcomes(request.shoe)) }; }
  catch (error) { return { id: request.id, error: String(error) }; }
}
createInterface({ input: process.stdin }).on("line", (line) => console.log(JSON.stringify(answer(JSON.parse(line)))));
