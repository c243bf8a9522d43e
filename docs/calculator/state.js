"use strict";
/* The state of the page: a shoe, the cards dealt from it, and what is chosen. Everything that people type or that a link says
   is read here; what cannot be used is a Fault, which names a string of the catalogue and fills it in. */

const LIMITS = DATA.limits;
const MOST_DEALT = 10000;
const LONGEST_LINK = 50000;
const DIGITS = [4, 6, 9, 12, 20, 40];
const RANK_LETTERS = DATA.ranks.map((rank) => (rank === "10" ? "T" : rank));
const KINDS = { cards: 52, ranks: 13, values: 10 };
const MAIN_BETS = ["punto", "banco", "tie"];

class Fault extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

const shown = (text) => (text.length > 40 ? text.slice(0, 25) + "…" + text.slice(-14) : text);

/** A whole number in plain ASCII digits, blanks around it allowed. */
function wholeNumber(text, low, high, field) {
  const plain = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (!/^[0-9]{1,20}$/.test(plain) || Number(plain) < low || Number(plain) > high) {
    throw new Fault("fault: number", { field, value: shown(text), low, high });
  }
  return Number(plain);
}

/** Every class of a kind of shoe, as the two letters by which links name a card. */
function codes(kind) {
  if (kind === "values") return [..."0123456789"].map((value) => value + ".");
  if (kind === "ranks") return RANK_LETTERS.map((rank) => rank + "-");
  return RANK_LETTERS.flatMap((rank) => DATA.suits.map((suit) => rank + suit));
}

const className = (code) => code[0].replace("T", "10") + (/[shdc]/.test(code[1]) ? code[1] : "");

function fullShoe(decks) {
  return { kind: "cards", decks, counts: new Array(52).fill(decks) };
}

function typedShoe(kind, texts) {
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
    A rank dealt without its suit leaves a shoe that is known by ranks; `unknown` counts such cards by rank. */
function remaining({ base, dealt }) {
  const own = base.counts.slice();
  const unknown = new Array(13).fill(0);
  const place = new Map(codes(base.kind).map((code, index) => [code, index]));
  for (const code of dealt) {
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
function typedCards(text, kind, all) {
  const found = [];
  let left = text.replace(/^[\s,]+/, "");
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

function dealtWith(shoe, found) {
  const dealt = [...shoe.dealt, ...found];
  if (dealt.length > MOST_DEALT) throw new Fault("fault: dealt", { high: MOST_DEALT });
  const next = { base: shoe.base, dealt };
  remaining(next);
  return next;
}

/** The bets in the order of the page: the three of the rulebook, then the catalogue; each with its pay tables. */
function payTables(bet, reading) {
  if (bet.startsWith("rules-")) return [["", reading.pays[bet.slice(6)]]];
  return DATA.bets.find((entry) => entry.name === bet).pays;
}

const betNames = [...MAIN_BETS.map((name) => "rules-" + name), ...DATA.bets.slice(1).map((bet) => bet.name)];
const readingOf = (id) => DATA.readings.find((reading) => reading.id === id);

function firstView(language) {
  return { reading: DATA.readings[0].id, bet: "rules-banco", pays: "", digits: 9, group: "", find: "", language };
}

/** The text of a link that holds a shoe and a view. */
function linkText(shoe, view) {
  const { base, dealt } = shoe;
  const parts = [["v", DATA.format]];
  if (base.decks) parts.push(["decks", base.decks]);
  else parts.push(["counts", base.kind + ":" + base.counts.join(",")]);
  parts.push(["dealt", dealt.join("")], ["rules", view.reading], ["bet", view.bet], ["pays", view.pays]);
  parts.push(["digits", view.digits], ["group", view.group], ["find", view.find], ["lang", view.language]);
  return parts.filter(([, value]) => value !== "").map(([key, value]) => key + "=" + encodeURIComponent(value)
    .replaceAll("%3A", ":").replaceAll("%2C", ",")).join("&");
}

/** The shoe and view that a link's text holds. What it leaves out is as at first. */
function parseLink(text, language) {
  if (text.length > LONGEST_LINK) throw new Fault("fault: long link", { value: text.length, high: LONGEST_LINK });
  const given = new Map();
  for (const part of text.split("&")) {
    const cut = part.indexOf("=");
    const key = cut < 0 ? part : part.slice(0, cut);
    if (!["v", "decks", "counts", "dealt", "rules", "bet", "pays", "digits", "group", "find", "lang"].includes(key) || cut < 0) {
      throw new Fault("fault: link part", { value: shown(part) });
    }
    if (given.has(key)) throw new Fault("fault: link twice", { value: key });
    try {
      given.set(key, decodeURIComponent(part.slice(cut + 1)));
    } catch {
      throw new Fault("fault: link part", { value: shown(part) });
    }
  }
  const chosen = (key, known, first) => {
    const value = given.has(key) ? given.get(key) : first;
    if (!known.includes(value)) throw new Fault("fault: link choice", { field: key, value: shown(value) });
    return value;
  };
  chosen("v", [String(DATA.format)], String(DATA.format));
  const base = linkedShoe(given);
  const view = firstView(chosen("lang", DATA.languages, language));
  view.reading = chosen("rules", DATA.readings.map((reading) => reading.id), view.reading);
  view.bet = chosen("bet", betNames, view.bet);
  const tables = payTables(view.bet, readingOf(view.reading)).map(([name]) => name);
  view.pays = chosen("pays", tables, tables[0]);
  view.digits = Number(chosen("digits", DIGITS.map(String), String(view.digits)));
  view.group = chosen("group", ["", ...DATA.groups], "");
  view.find = given.get("find") || "";
  if (view.find.length > 60) throw new Fault("fault: link choice", { field: "find", value: shown(view.find) });
  const dealt = given.get("dealt") || "";
  const known = new Set(base.kind === "cards" ? [...codes("cards"), ...codes("ranks")] : codes(base.kind));
  const list = dealt.match(/[^]{1,2}/g) || [];
  const wrong = list.find((code) => !known.has(code));
  if (wrong !== undefined) throw new Fault("fault: link choice", { field: "dealt", value: shown(wrong) });
  return { shoe: dealtWith({ base, dealt: [] }, list), view };
}

function linkedShoe(given) {
  if (!given.has("counts")) return fullShoe(wholeNumber(given.has("decks") ? given.get("decks") : "8", 1, LIMITS.decks, "decks"));
  if (given.has("decks")) throw new Fault("fault: link both");
  const [kind, list = "", ...more] = given.get("counts").split(":");
  const counts = list.split(",");
  if (!Object.hasOwn(KINDS, kind) || more.length || counts.length !== KINDS[kind]) {
    throw new Fault("fault: link counts", { value: shown(given.get("counts")) });
  }
  return typedShoe(kind, counts);
}
