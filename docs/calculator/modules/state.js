/* The state of the page: a shoe, the cards that left it, and what is chosen. What cannot be used is a Fault, which names a
   string of the data and fills it in. */

import { DATA } from "./data.js";

export const LIMITS = DATA.limits;
export const DIGITS = [4, 6, 9, 12, 20, 40];
export const RANK_LETTERS = DATA.ranks.map((rank) => (rank === "10" ? "T" : rank));
export const KINDS = { cards: 52, ranks: 13, values: 10 };
export const MAIN_BETS = ["banco", "punto", "tie"];
const MOST_DEALT = 10000;

export class Fault extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

export const shown = (text) => (text.length > 40 ? text.slice(0, 25) + "…" + text.slice(-14) : text);

/** What is wrong with a number: most bounds above are the program's own, so only who passes one is told of it. */
const outside = (key, number, field, value, low, high) => new Fault(number > high ? "fault: most" : key, { field, value: shown(value), low, high });

/** A whole number in plain ASCII digits, blanks around it allowed. */
export function wholeNumber(text, low, high, field) {
  const plain = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (!/^[0-9]{1,20}$/.test(plain) || Number(plain) < low || Number(plain) > high) {
    throw outside("fault: number", Number(plain), field, text, low, high);
  }
  return Number(plain);
}

/** An amount or a payoff: 40, 0.95 or 1/3, as its own text. */
export function amount(text, low, high, field, key = "fault: amount") {
  const plain = text.trim().replace(",", ".");
  const [n, d = "1"] = plain.split("/");
  if (!/^-?\d{1,7}(\.\d{1,6}|\/[1-9]\d{0,6})?$/.test(plain) || n / d < low || n / d > high) {
    throw outside(key, n / d, field, text, low, high);
  }
  return plain;
}

/** A payoff, which may also be written as odds: 11:1 or 11 to 1, in the languages of the page. */
export function odds(text, low, high, field) {
  const [, won, staked] = /^\s*(\d+)(?:\s*:\s*|\s+(?:to|a|proti)\s+)(\d+)\s*$/i.exec(text) || [];
  return amount(!won ? text : staked === "1" ? won : `${won}/${staked}`, low, high, field, "fault: odds");
}

/** Every class of a kind of shoe, as the two letters by which links name a card. */
export function codes(kind) {
  if (kind === "values") return [..."0123456789"].map((value) => value + ".");
  if (kind === "ranks") return RANK_LETTERS.map((rank) => rank + "-");
  return RANK_LETTERS.flatMap((rank) => DATA.suits.map((suit) => rank + suit));
}

export const className = (code) => code[0].replace("T", "10") + (/[shdc]/.test(code[1]) ? code[1] : "");

/** A shoe as it begins: `out` are cards taken out, `dealt` those dealt in coups, `burnt` the number burnt unseen. */
export const begun = (base) => ({ base, out: [], dealt: [], burnt: 0 });

export function fullShoe(decks) {
  return { kind: "cards", decks, counts: new Array(52).fill(decks) };
}

export function typedShoe(kind, texts) {
  const counts = texts.map((text, index) => {
    try {
      return wholeNumber(text, 0, LIMITS.count, className(codes(kind)[index]));
    } catch (fault) {
      fault.index = index;
      throw fault;
    }
  });
  checkCards(counts.reduce((sum, count) => sum + count, 0));
  checkSums(kind, counts);
  return { kind, decks: 0, counts };
}

/** The bound on counts holds of ranks and of point values too, whatever the shoe is typed by. */
function checkSums(kind, counts) {
  const ranks = kind === "cards" ? DATA.ranks.map((_, rank) => counts.slice(4 * rank, 4 * rank + 4).reduce((a, b) => a + b)) : counts;
  const values = new Array(10).fill(0);
  if (kind !== "values") ranks.forEach((count, rank) => (values[DATA.values[rank]] += count));
  for (const [names, sums] of [[DATA.ranks, ranks], [Object.keys(values), values]]) {
    const wrong = sums.findIndex((sum) => sum > LIMITS.count);
    if (wrong >= 0) throw new Fault("fault: sum", { card: names[wrong], cards: sums[wrong], high: LIMITS.count });
  }
}

function checkCards(cards) {
  if (cards < LIMITS.cards) throw new Fault("fault: few", { cards, low: LIMITS.cards });
}

/** What is left of a shoe: counts by value, by rank and by card, as finely as it is known; null where it is not.
    A rank gone without its suit leaves a shoe that is known by ranks; `unknown` counts such cards by rank. Burnt cards stay
    among the cards left, because nobody saw them; a coup must find six others. */
export function remaining({ base, out, dealt, burnt }) {
  const own = base.counts.slice();
  const unknown = new Array(13).fill(0);
  const place = new Map(codes(base.kind).map((code, index) => [code, index]));
  for (const code of [...out, ...dealt]) {
    if (place.has(code)) own[place.get(code)] -= 1;
    else unknown[RANK_LETTERS.indexOf(code[0])] += 1;
  }
  const ranks = { values: null, ranks: own, cards: null }[base.kind]
    || (base.kind === "cards" ? unknown.map((gone, r) => own.slice(4 * r, 4 * r + 4).reduce((a, b) => a + b) - gone) : null);
  const values = base.kind === "values" ? own : new Array(10).fill(0);
  if (ranks) ranks.forEach((count, rank) => (values[DATA.values[rank]] += count));
  const lost = own.findIndex((count) => count < 0);
  if (lost >= 0) throw new Fault("fault: none left", { card: className(codes(base.kind)[lost]) });
  if (ranks && ranks.some((count) => count < 0)) {
    throw new Fault("fault: none left", { card: className(RANK_LETTERS[ranks.findIndex((count) => count < 0)] + "-") });
  }
  const total = values.reduce((sum, count) => sum + count, 0);
  if (total >= LIMITS.cards && total - burnt < LIMITS.cards) throw new Fault("fault: burnt", { cards: total, low: LIMITS.cards });
  checkCards(total);
  const whole = base.kind === "cards" && unknown.every((gone) => !gone);
  const known = base.kind === "cards" && !whole ? "ranks" : base.kind;
  return { known, values, ranks, cards: whole ? own : null, named: base.kind === "cards" ? own : null, unknown, total };
}

/** The code of a card as the shoe's kind can know it, from a rank's letter or a digit and a suit or "". */
function codeFor(kind, rank, suit) {
  const index = RANK_LETTERS.indexOf(rank);
  if (kind === "values") return (index < 0 ? rank : DATA.values[index]) + ".";
  return rank + (kind === "cards" && suit ? suit : "-");
}

/** The cards that a typed text names, and what is left of it: a name is whole with its suit, or before a blank.
    `all` takes the last name as whole too. */
export function typedCards(text, kind, all) {
  const found = [];
  let left = text.replace(/[♠♥♦♣♤♡♢♧]\ufe0f?/g, (sign) => "shdc"["♠♥♦♣♤♡♢♧".indexOf(sign[0]) % 4]).replace(/^[\s,]+/, "");
  while (left) {
    const name = /^(10|[A2-9TJQK]|[01](?=[\s,]|$))([shdc]?)/i.exec(left);
    if (!name || (name[1].length === 1 && "01".includes(name[1]) && (kind !== "values" || name[2]))) {
      if (!all && left === "1") break;
      throw new Fault("fault: card", { value: shown(left) });
    }
    const rest = left.slice(name[0].length);
    if (!name[2] && !rest && !all) break;
    found.push(codeFor(kind, name[1].toUpperCase().replace("10", "T"), name[2].toLowerCase()));
    left = rest.replace(/^[\s,]+/, "");
  }
  return { found, left };
}

/** The shoe with more cards gone, `where` they go: `dealt` into coups, or `out`. */
export function without(shoe, found, where) {
  const next = { ...shoe, [where]: [...shoe[where], ...found] };
  if (next.out.length + next.dealt.length > MOST_DEALT) throw new Fault("fault: dealt", { high: MOST_DEALT });
  remaining(next);
  return next;
}

export const readingOf = (id) => DATA.readings.find((reading) => reading.id === id);
export const betOf = (name) => (name.startsWith("rules-") ? DATA.bets[0] : DATA.bets.find((bet) => bet.name === name));
export const betNames = [...MAIN_BETS.map((name) => "rules-" + name), ...DATA.bets.slice(1).map((bet) => bet.name)];

/** The pay tables of a bet, one of the rulebook's three or of the catalogue: lists of a name and payoffs. */
export function payTables(bet, reading) {
  if (bet.startsWith("rules-")) return [["", reading.pays[bet.slice(6)]]];
  return betOf(bet).pays;
}

/** The payoffs by which the chosen bet pays: the reader's own, or those of its pay table. */
export function chosenPayoffs(view) {
  if (view.own) return view.own.split(",");
  return payTables(view.bet, readingOf(view.reading)).find(([name]) => name === view.pays)[1];
}

export function firstView(language) {
  return {
    reading: DATA.readings[0].id, bet: "rules-banco", pays: "", own: "", digits: 9, group: "", find: "", order: "groups", line: "0",
    mode: "deal", names: "", exact: "yes", stakes: "", language,
  };
}

/** The stakes of a view: a map from a bet's name, or `bet/pay table`, to an amount's text. */
export const stakesOf = (view) => new Map(view.stakes ? view.stakes.split(",").map((part) => part.split(":")) : []);
