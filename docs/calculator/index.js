/* The engine as a package: the exact odds of every bet on any shoe, and coups dealt by the rules of any reading.
   `index.d.ts` has the types. */

import "./sections.js";
import { coupOf } from "./modules/coup.js";
import { DATA } from "./modules/data.js";
import * as engine from "./modules/engine.js";
import { categoryOf } from "./modules/settle.js";

export { decimal, text } from "./modules/engine.js";

const CLASSES = { cards: 52, ranks: 13, values: 10 };
const TABLEAUX = 1 + Math.max(...DATA.readings.map((reading) => reading.tableau));
const raw = [...DATA.sections, ...globalThis.exactBaccaratSections];
const decoded = new Map();

/** The names of all bets of the catalogue, each with those of its categories and its pay tables. */
export const bets = DATA.bets.slice(1).map(({ name, title, categories, pays }) => ({
  name, title, categories, pays: Object.fromEntries(pays.map(([table, texts]) => [table || "main", texts])),
}));

/** The names of all rulebooks, each under each of its readings. */
export const rules = DATA.readings.map(({ id }) => id);

function readingNamed(id) {
  const reading = DATA.readings.find((one) => one.id === id);
  if (!reading) throw new RangeError(`rules: ${JSON.stringify(id)} is not known; see rules`);
  return reading;
}

function betNamed(name) {
  const index = DATA.bets.findIndex((bet) => bet.name === name);
  if (index < 0) throw new RangeError(`bet: ${JSON.stringify(name)} is not in the catalogue; see bets`);
  return index;
}

/** The counts of a shoe by point value, by rank and by card, as finely as it is known; null where it is not. */
function countsOf(shoe) {
  const kinds = Object.keys(CLASSES).filter((kind) => shoe[kind] !== undefined);
  if (shoe.decks !== undefined) kinds.push("decks");
  if (kinds.length !== 1) throw new RangeError("shoe: must have one of decks, cards, ranks and values");
  const [kind] = kinds;
  if (kind === "decks" && !(Number.isSafeInteger(shoe.decks) && shoe.decks > 0 && shoe.decks <= DATA.limits.decks)) {
    throw new RangeError(`decks: ${shoe.decks} must be a whole number from 1 to ${DATA.limits.decks}`);
  }
  const given = kind === "decks" ? new Array(52).fill(shoe.decks) : [...shoe[kind]];
  const fits = (count) => Number.isSafeInteger(count) && count >= 0 && count <= DATA.limits.count;
  if (kind !== "decks" && (given.length !== CLASSES[kind] || !given.every(fits))) {
    throw new RangeError(`${kind}: must be ${CLASSES[kind]} whole numbers from 0 to ${DATA.limits.count}`);
  }
  const sums = (size, classOf) => given.reduce((all, count, index) => (all[classOf(index)] += count, all), new Array(size).fill(0));
  const byCard = kind === "decks" || kind === "cards";
  const found = {
    cards: byCard ? given : null,
    ranks: byCard ? sums(13, (card) => Math.floor(card / 4)) : kind === "ranks" ? given : null,
    values: byCard ? sums(10, (card) => DATA.values[Math.floor(card / 4)]) : kind === "ranks" ? sums(10, (rank) => DATA.values[rank]) : given,
  };
  if (found.values.reduce((all, count) => all + count) < DATA.limits.cards) throw new RangeError(`shoe: a coup needs at least ${DATA.limits.cards} cards`);
  return found;
}

function evaluated(index, shoe, reading) {
  const place = raw.findIndex((section) => section.bets.includes(index));
  const own = countsOf(shoe)[raw[place].granularity];
  if (!own) throw new RangeError(`shoe: ${DATA.bets[index].name} needs a shoe described by ${raw[place].granularity}`);
  if (!decoded.has(place)) decoded.set(place, engine.decode(raw[place], DATA.bets, TABLEAUX));
  return engine.evaluate(decoded.get(place), reading.tableau, own, [index])[index];
}

/** The probabilities of punto, banco and tie, and the figures of the bets on them as the rules pay them. */
export function odds(shoe, { rules: id = "standard" } = {}) {
  const reading = readingNamed(id);
  const counts = evaluated(0, shoe, reading);
  const all = counts.reduce((sum, count) => sum + count, 0n);
  return Object.fromEntries(DATA.bets[0].categories.map((outcome, index) => [outcome, {
    probability: engine.fraction(counts[index], all),
    ...engine.price(counts, reading.pays[outcome].map(engine.parsed)),
  }]));
}

/** The figures of a bet of the catalogue: `pays` is the name of a pay table, or a payoff for each category as a text. */
export function price(name, shoe, { rules: id = "standard", pays } = {}) {
  const index = betNamed(name);
  const bet = DATA.bets[index];
  const texts = Array.isArray(pays) ? pays : (bet.pays.find(([table]) => table === (pays ?? bet.pays[0][0]) || (pays === "main" && !table)) || [])[1];
  if (!texts || texts.length !== bet.categories.length) {
    throw new RangeError(`pays: must be a pay table of ${name} or a payoff for each of ${bet.categories.join(", ")}`);
  }
  const counts = evaluated(index, shoe, readingNamed(id));
  return { counts: Object.fromEntries(counts.map((count, place) => [bet.categories[place], count])), ...engine.price(counts, texts.map(engine.parsed)) };
}

/** The coup dealt from these cards in order, such as `["6h", "3s", "4d", "5c"]`: its hands, its steps with the clause that decided
    each, and its winner; `null` while it waits for a card. */
export function deal(cards, { rules: id = "standard" } = {}) {
  const codes = cards.map((card) => {
    const code = card.replace(/^10/, "T");
    if (!/^[A2-9TJQK][shdc]?$/.test(code)) throw new RangeError(`cards: ${JSON.stringify(card)} is not a card`);
    return code.length === 1 ? code + "-" : code;
  });
  return coupOf(codes, readingNamed(id));
}

/** The category of a bet into which a finished coup falls. */
export function category(name, coup) {
  const bet = DATA.bets[betNamed(name)];
  if (!coup.winner) throw new RangeError("coup: is not finished");
  return bet.categories[categoryOf(bet, coup.hands)];
}
