"use strict";
globalThis.exactWorker = "const engine = (() => {\n/* Sums of monomials in card counts, fractions and their digits, exactly, with big integers. This module knows no page and no\n   rule of baccarat: format.md describes the data that it evaluates, and index.d.ts its types. */\n\nconst LIMB = 2 ** 32;\nconst SAFE = 2n ** 53n;\n\n/** The numbers that a text of the data holds, to be taken one after another. */\nfunction numbers(text) {\n  const bytes = atob(text);\n  let at = 0;\n  return {\n    more: () => at < bytes.length,\n    next() {\n      let number = 0, scale = 1, byte;\n      do {\n        byte = bytes.charCodeAt(at++);\n        number += (byte & 127) * scale;\n        scale *= 128;\n      } while (byte & 128);\n      return number;\n    },\n  };\n}\n\nconst signed = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);\n\n/** A section of the data as arrays: the monomials as a tree of products, forms as columns of numbers. */\nfunction decode(raw, bets, tableaux) {\n  const parent = [], factor = [], leaves = [];\n  const path = new Array(7).fill(0);\n  parent.push(0);\n  factor.push(0);\n  const monomials = numbers(raw.monomials);\n  while (monomials.more()) {\n    for (let depth = monomials.next(); depth < 6; depth++) {\n      parent.push(path[depth]);\n      factor.push(monomials.next());\n      path[depth + 1] = parent.length - 1;\n    }\n    leaves.push(path[6]);\n  }\n  const starts = [0], index = [], coefficient = [], divisors = [];\n  const forms = numbers(raw.forms);\n  while (forms.more()) {\n    let left = forms.next();\n    divisors.push(forms.next());\n    for (let at = -1; left > 0; left--) {\n      at += forms.next() + 1;\n      index.push(at);\n      coefficient.push(signed(forms.next()));\n    }\n    starts.push(index.length);\n  }\n  const events = {};\n  const combinations = numbers(raw.events);\n  raw.bets.forEach((bet, place) => {\n    const tables = [];\n    for (let tableau = 0; tableau < tableaux; tableau++) {\n      tables.push(bets[bet].categories.map((_, category) => {\n        const sum = new Map(tableau ? tables[0][category] : []);\n        for (let left = combinations.next(); left > 0; left--) {\n          const form = combinations.next();\n          sum.set(form, (sum.get(form) || 0) + signed(combinations.next()));\n        }\n        return sum;\n      }));\n    }\n    events[bet] = { rest: raw.rest[place], tables };\n  });\n  return {\n    classes: raw.classes, granularity: raw.granularity, sets: raw.sets, factors: raw.factors, bets: raw.bets, events,\n    parent: Int32Array.from(parent), factor: Int16Array.from(factor), leaves: Int32Array.from(leaves),\n    starts, index: Int32Array.from(index), coefficient: Float64Array.from(coefficient), divisors,\n  };\n}\n\n/** N(N−1)…(N−5). */\nfunction deals(cards) {\n  let product = 1n;\n  for (let taken = 0n; taken < 6n; taken++) product *= BigInt(cards) - taken;\n  return product;\n}\n\n/** The value of every monomial on a shoe, in digits to the base 2**32, the lowest first; one array for each digit.\n    Products of a shoe's cards are at most N(N−1)…(N−5): while that is below 2**53, doubles hold them exactly. */\nfunction monomials(section, counts) {\n  const sizes = section.sets.map((set) => set.reduce((sum, index) => sum + counts[index], 0));\n  const values = section.factors.map(([set, taken]) => sizes[set] - taken);\n  const { parent, factor, leaves } = section;\n  const most = deals(counts.reduce((sum, count) => sum + count, 0));\n  if (most < SAFE) {\n    const nodes = new Float64Array(parent.length);\n    nodes[0] = 1;\n    for (let i = 1; i < nodes.length; i++) nodes[i] = nodes[parent[i]] * values[factor[i]];\n    const low = new Float64Array(leaves.length), high = new Float64Array(leaves.length);\n    for (let i = 0; i < leaves.length; i++) {\n      high[i] = Math.floor(nodes[leaves[i]] / LIMB);\n      low[i] = nodes[leaves[i]] - high[i] * LIMB;\n    }\n    return [low, high];\n  }\n  const big = values.map(BigInt);\n  const nodes = new Array(parent.length);\n  nodes[0] = 1n;\n  for (let i = 1; i < nodes.length; i++) nodes[i] = nodes[parent[i]] * big[factor[i]];\n  const digits = [];\n  for (let left = most; left > 0n; left >>= 32n) digits.push(new Float64Array(leaves.length));\n  for (let i = 0; i < leaves.length; i++) {\n    let value = nodes[leaves[i]];\n    for (let digit = 0; value > 0n; digit++, value >>= 32n) digits[digit][i] = Number(BigInt.asUintN(32, value));\n  }\n  return digits;\n}\n\n/** A form as a big integer. Its coefficients add up to at most 2**20 in size, so a digit's sum is exact in a double. */\nfunction form(section, number, digits) {\n  const { index, coefficient } = section;\n  let total = 0n;\n  for (let digit = digits.length - 1; digit >= 0; digit--) {\n    const column = digits[digit];\n    let sum = 0;\n    for (let i = section.starts[number]; i < section.starts[number + 1]; i++) sum += coefficient[i] * column[index[i]];\n    total = total * BigInt(LIMB) + BigInt(sum);\n  }\n  return total * BigInt(section.divisors[number]);\n}\n\n/** For each of these bets the padded ordered six-card deals of its categories, as big integers. */\nfunction evaluate(section, tableau, counts, bets) {\n  const digits = monomials(section, counts);\n  const all = deals(counts.reduce((sum, count) => sum + count, 0));\n  const forms = new Map();\n  const found = {};\n  for (const bet of bets) {\n    const { rest, tables } = section.events[bet];\n    let left = all;\n    found[bet] = tables[tableau].map((combination) => {\n      let count = 0n;\n      for (const [number, times] of combination) {\n        if (!forms.has(number)) forms.set(number, form(section, number, digits));\n        count += forms.get(number) * BigInt(times);\n      }\n      left -= count;\n      return count;\n    });\n    found[bet][rest] = left;\n  }\n  return found;\n}\n\n/** What the removal of a card of each class the shoe holds makes of one bet's counts: a list of [class, counts]. */\nfunction removals(section, tableau, counts, bet) {\n  const found = [];\n  counts.forEach((count, index) => {\n    if (count) {\n      const less = counts.map((other, place) => other - (place === index ? 1 : 0));\n      found.push([index, evaluate(section, tableau, less, [bet])[bet]]);\n    }\n  });\n  return found;\n}\n\nconst size = (number) => (number < 0n ? -number : number);\n\nfunction divisor(a, b) {\n  while (b) [a, b] = [b, a % b];\n  return a;\n}\n\n/** A fraction in lowest terms; its denominator must be positive. */\nfunction fraction(numerator, denominator) {\n  const common = divisor(size(numerator), denominator);\n  return { n: numerator / common, d: denominator / common };\n}\n\n/** The fraction that a number of the data writes: 40, 0.95 or 1/3. */\nfunction parsed(text) {\n  const [n, d = \"1\"] = text.split(\"/\");\n  const places = (n.split(\".\")[1] || \"\").length;\n  return fraction(BigInt(n.replace(\".\", \"\")), BigInt(d) * 10n ** BigInt(places));\n}\n\n/** A fraction as its text. */\nconst text = ({ n, d }) => `${n}/${d}`;\n\n/** A fraction rounded half-even to a number of decimals. */\nfunction decimal({ n, d }, digits) {\n  const scaled = size(n) * 10n ** BigInt(digits);\n  let whole = scaled / d;\n  const twice = 2n * (scaled % d);\n  if (twice > d || (twice === d && whole % 2n)) whole += 1n;\n  const shown = String(whole).padStart(digits + 1, \"0\");\n  const cut = shown.length - digits;\n  return (n < 0n && whole ? \"-\" : \"\") + shown.slice(0, cut) + (digits ? \".\" + shown.slice(cut) : \"\");\n}\n\n/** A bet's figures from the counts of its categories and its payoffs. */\nfunction price(counts, payoffs) {\n  const all = counts.reduce((sum, count) => sum + count, 0n);\n  let scale = 1n;\n  for (const pay of payoffs) scale = (scale / divisor(scale, pay.d)) * pay.d;\n  const weights = payoffs.map((pay) => (pay.n * scale) / pay.d);\n  const sum = (of) => counts.reduce((total, count, i) => total + count * of(weights[i]), 0n);\n  const won = sum((w) => w), squares = sum((w) => w * w);\n  const resolved = sum((w) => (w ? 1n : 0n)), hits = sum((w) => (w > 0n ? 1n : 0n));\n  return {\n    all,\n    expectation: fraction(won, scale * all),\n    edge: fraction(-won, scale * all),\n    resolved: resolved ? fraction(-won, scale * resolved) : null,\n    hit: fraction(hits, all),\n    variance: fraction(squares * all - won * won, scale * scale * all * all),\n  };\n}\n\nfunction difference(a, b) {\n  return fraction(a.n * b.d - b.n * a.d, a.d * b.d);\n}\nreturn { decode, deals, evaluate, removals, fraction, parsed, text, decimal, price, difference };\n})();\n/* What the page's worker does: it keeps the sections of the data, and answers each question with counts. */\n\n\n/** What a question asks of these decoded sections: the counts of every bet that the shoe is known well enough for, and what\n    the removal of each card makes of one bet's counts. `skip` names sections that the page has counted by itself. */\nfunction answered(sections, { id, tableau, known, skip, removal }) {\n  const counts = {};\n  sections.forEach((section, index) => {\n    if (index >= skip && known[section.granularity]) {\n      Object.assign(counts, engine.evaluate(section, tableau, known[section.granularity], section.bets));\n    }\n  });\n  const own = removal === null ? null : sections.find((section) => section.bets.includes(removal));\n  const removals = own && engine.removals(own, tableau, known[own.granularity], removal);\n  return { id, counts, removals };\n}\n\n/** Answers the messages of the page: first the sections, then questions. */\nfunction workerMain() {\n  let sections = [];\n  globalThis.onmessage = ({ data: message }) => {\n    if (message.sections) sections = message.sections.map((raw) => engine.decode(raw, message.bets, message.tableaux));\n    else postMessage(answered(sections, message));\n  };\n}\nworkerMain();\n";
/* The generated data, which a script or a module has loaded. */


const DATA = globalThis.exactBaccarat;
const engine = (() => {
/* Sums of monomials in card counts, fractions and their digits, exactly, with big integers. This module knows no page and no
   rule of baccarat: format.md describes the data that it evaluates, and index.d.ts its types. */

const LIMB = 2 ** 32;
const SAFE = 2n ** 53n;

/** The numbers that a text of the data holds, to be taken one after another. */
function numbers(text) {
  const bytes = atob(text);
  let at = 0;
  return {
    more: () => at < bytes.length,
    next() {
      let number = 0, scale = 1, byte;
      do {
        byte = bytes.charCodeAt(at++);
        number += (byte & 127) * scale;
        scale *= 128;
      } while (byte & 128);
      return number;
    },
  };
}

const signed = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

/** A section of the data as arrays: the monomials as a tree of products, forms as columns of numbers. */
function decode(raw, bets, tableaux) {
  const parent = [], factor = [], leaves = [];
  const path = new Array(7).fill(0);
  parent.push(0);
  factor.push(0);
  const monomials = numbers(raw.monomials);
  while (monomials.more()) {
    for (let depth = monomials.next(); depth < 6; depth++) {
      parent.push(path[depth]);
      factor.push(monomials.next());
      path[depth + 1] = parent.length - 1;
    }
    leaves.push(path[6]);
  }
  const starts = [0], index = [], coefficient = [], divisors = [];
  const forms = numbers(raw.forms);
  while (forms.more()) {
    let left = forms.next();
    divisors.push(forms.next());
    for (let at = -1; left > 0; left--) {
      at += forms.next() + 1;
      index.push(at);
      coefficient.push(signed(forms.next()));
    }
    starts.push(index.length);
  }
  const events = {};
  const combinations = numbers(raw.events);
  raw.bets.forEach((bet, place) => {
    const tables = [];
    for (let tableau = 0; tableau < tableaux; tableau++) {
      tables.push(bets[bet].categories.map((_, category) => {
        const sum = new Map(tableau ? tables[0][category] : []);
        for (let left = combinations.next(); left > 0; left--) {
          const form = combinations.next();
          sum.set(form, (sum.get(form) || 0) + signed(combinations.next()));
        }
        return sum;
      }));
    }
    events[bet] = { rest: raw.rest[place], tables };
  });
  return {
    classes: raw.classes, granularity: raw.granularity, sets: raw.sets, factors: raw.factors, bets: raw.bets, events,
    parent: Int32Array.from(parent), factor: Int16Array.from(factor), leaves: Int32Array.from(leaves),
    starts, index: Int32Array.from(index), coefficient: Float64Array.from(coefficient), divisors,
  };
}

/** N(N−1)…(N−5). */
function deals(cards) {
  let product = 1n;
  for (let taken = 0n; taken < 6n; taken++) product *= BigInt(cards) - taken;
  return product;
}

/** The value of every monomial on a shoe, in digits to the base 2**32, the lowest first; one array for each digit.
    Products of a shoe's cards are at most N(N−1)…(N−5): while that is below 2**53, doubles hold them exactly. */
function monomials(section, counts) {
  const sizes = section.sets.map((set) => set.reduce((sum, index) => sum + counts[index], 0));
  const values = section.factors.map(([set, taken]) => sizes[set] - taken);
  const { parent, factor, leaves } = section;
  const most = deals(counts.reduce((sum, count) => sum + count, 0));
  if (most < SAFE) {
    const nodes = new Float64Array(parent.length);
    nodes[0] = 1;
    for (let i = 1; i < nodes.length; i++) nodes[i] = nodes[parent[i]] * values[factor[i]];
    const low = new Float64Array(leaves.length), high = new Float64Array(leaves.length);
    for (let i = 0; i < leaves.length; i++) {
      high[i] = Math.floor(nodes[leaves[i]] / LIMB);
      low[i] = nodes[leaves[i]] - high[i] * LIMB;
    }
    return [low, high];
  }
  const big = values.map(BigInt);
  const nodes = new Array(parent.length);
  nodes[0] = 1n;
  for (let i = 1; i < nodes.length; i++) nodes[i] = nodes[parent[i]] * big[factor[i]];
  const digits = [];
  for (let left = most; left > 0n; left >>= 32n) digits.push(new Float64Array(leaves.length));
  for (let i = 0; i < leaves.length; i++) {
    let value = nodes[leaves[i]];
    for (let digit = 0; value > 0n; digit++, value >>= 32n) digits[digit][i] = Number(BigInt.asUintN(32, value));
  }
  return digits;
}

/** A form as a big integer. Its coefficients add up to at most 2**20 in size, so a digit's sum is exact in a double. */
function form(section, number, digits) {
  const { index, coefficient } = section;
  let total = 0n;
  for (let digit = digits.length - 1; digit >= 0; digit--) {
    const column = digits[digit];
    let sum = 0;
    for (let i = section.starts[number]; i < section.starts[number + 1]; i++) sum += coefficient[i] * column[index[i]];
    total = total * BigInt(LIMB) + BigInt(sum);
  }
  return total * BigInt(section.divisors[number]);
}

/** For each of these bets the padded ordered six-card deals of its categories, as big integers. */
function evaluate(section, tableau, counts, bets) {
  const digits = monomials(section, counts);
  const all = deals(counts.reduce((sum, count) => sum + count, 0));
  const forms = new Map();
  const found = {};
  for (const bet of bets) {
    const { rest, tables } = section.events[bet];
    let left = all;
    found[bet] = tables[tableau].map((combination) => {
      let count = 0n;
      for (const [number, times] of combination) {
        if (!forms.has(number)) forms.set(number, form(section, number, digits));
        count += forms.get(number) * BigInt(times);
      }
      left -= count;
      return count;
    });
    found[bet][rest] = left;
  }
  return found;
}

/** What the removal of a card of each class the shoe holds makes of one bet's counts: a list of [class, counts]. */
function removals(section, tableau, counts, bet) {
  const found = [];
  counts.forEach((count, index) => {
    if (count) {
      const less = counts.map((other, place) => other - (place === index ? 1 : 0));
      found.push([index, evaluate(section, tableau, less, [bet])[bet]]);
    }
  });
  return found;
}

const size = (number) => (number < 0n ? -number : number);

function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** A fraction in lowest terms; its denominator must be positive. */
function fraction(numerator, denominator) {
  const common = divisor(size(numerator), denominator);
  return { n: numerator / common, d: denominator / common };
}

/** The fraction that a number of the data writes: 40, 0.95 or 1/3. */
function parsed(text) {
  const [n, d = "1"] = text.split("/");
  const places = (n.split(".")[1] || "").length;
  return fraction(BigInt(n.replace(".", "")), BigInt(d) * 10n ** BigInt(places));
}

/** A fraction as its text. */
const text = ({ n, d }) => `${n}/${d}`;

/** A fraction rounded half-even to a number of decimals. */
function decimal({ n, d }, digits) {
  const scaled = size(n) * 10n ** BigInt(digits);
  let whole = scaled / d;
  const twice = 2n * (scaled % d);
  if (twice > d || (twice === d && whole % 2n)) whole += 1n;
  const shown = String(whole).padStart(digits + 1, "0");
  const cut = shown.length - digits;
  return (n < 0n && whole ? "-" : "") + shown.slice(0, cut) + (digits ? "." + shown.slice(cut) : "");
}

/** A bet's figures from the counts of its categories and its payoffs. */
function price(counts, payoffs) {
  const all = counts.reduce((sum, count) => sum + count, 0n);
  let scale = 1n;
  for (const pay of payoffs) scale = (scale / divisor(scale, pay.d)) * pay.d;
  const weights = payoffs.map((pay) => (pay.n * scale) / pay.d);
  const sum = (of) => counts.reduce((total, count, i) => total + count * of(weights[i]), 0n);
  const won = sum((w) => w), squares = sum((w) => w * w);
  const resolved = sum((w) => (w ? 1n : 0n)), hits = sum((w) => (w > 0n ? 1n : 0n));
  return {
    all,
    expectation: fraction(won, scale * all),
    edge: fraction(-won, scale * all),
    resolved: resolved ? fraction(-won, scale * resolved) : null,
    hit: fraction(hits, all),
    variance: fraction(squares * all - won * won, scale * scale * all * all),
  };
}

function difference(a, b) {
  return fraction(a.n * b.d - b.n * a.d, a.d * b.d);
}
return { decode, deals, evaluate, removals, fraction, parsed, text, decimal, price, difference };
})();
/* The search for bets: by every name that a bet has, the nearest first. */


const STEPS = { same: 5, begins: 4, words: 3, starts: 2, part: 1 };

/** The words of a text as the program means them: without accents, synonyms replaced and fillers left out. */
function wordsOf(text) {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const found = plain.match(/[\p{L}\p{N}]+/gu) || [];
  return found.map((word) => (Object.hasOwn(DATA.words, word) ? DATA.words[word] : word)).filter(Boolean);
}

/** Whether a word that may be half typed begins this one, or a synonym of it. */
function startsAs(own, word) {
  return own.startsWith(word) || Object.keys(DATA.words).some((other) => other.startsWith(word) && DATA.words[other] === own);
}

/** How near the wanted words are to those of a name, 0 for not at all: whole words count more than parts, and each word of
    the name that nobody asked for takes a little away. */
function nearness(wanted, words) {
  const left = words.slice();
  const take = (fits) => wanted.every((word) => {
    const at = left.findIndex((own) => fits(own, word));
    return at >= 0 && left.splice(at, 1);
  });
  const fits = [
    [STEPS.same, () => words.length === wanted.length && take((own, word) => own === word)],
    [STEPS.begins, () => wanted.every((word, index) => words[index] === word)],
    [STEPS.words, () => (left.splice(0, left.length, ...words), take((own, word) => own === word))],
    [STEPS.starts, () => wanted.every((word) => words.some((own) => startsAs(own, word)))],
    [STEPS.part, () => wanted.every((word) => words.some((own) => own.includes(word)))],
  ];
  const step = fits.find(([, holds]) => holds());
  return step ? step[0] - (words.length - wanted.length) / 100 : 0;
}

/** The names of a bet with a pay table: its own, its titles', and trade names where they mean this pay table. */
function namesOf(bet, pays) {
  const trade = bet.trade.filter(([, table]) => !table || table === pays).map(([name]) => name);
  return [bet.name, ...trade, ...Object.values(bet.titles), `${bet.name} ${pays}`, `${bet.titles.en} ${bet.also}`].map(wordsOf);
}

/** How well a query finds these names: 0 for not at all. */
function relevance(query, names) {
  const wanted = wordsOf(query);
  return wanted.length ? Math.max(...names.map((words) => nearness(wanted, words))) : 1;
}
/* The state of the page: a shoe, the cards that left it, and what is chosen. What cannot be used is a Fault, which names a
   string of the data and fills it in. */


const LIMITS = DATA.limits;
const DIGITS = [4, 6, 9, 12, 20, 40];
const RANK_LETTERS = DATA.ranks.map((rank) => (rank === "10" ? "T" : rank));
const KINDS = { cards: 52, ranks: 13, values: 10 };
const MAIN_BETS = ["banco", "punto", "tie"];
const MOST_DEALT = 10000;

class Fault extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

const shown = (text) => (text.length > 40 ? text.slice(0, 25) + "…" + text.slice(-14) : text);

/** What is wrong with a number: most bounds above are the program's own, so only who passes one is told of it. */
const outside = (key, number, field, value, low, high) => new Fault(number > high ? "fault: most" : key, { field, value: shown(value), low, high });

/** A whole number in plain ASCII digits, blanks around it allowed. */
function wholeNumber(text, low, high, field) {
  const plain = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (!/^[0-9]{1,20}$/.test(plain) || Number(plain) < low || Number(plain) > high) {
    throw outside("fault: number", Number(plain), field, text, low, high);
  }
  return Number(plain);
}

/** An amount or a payoff: 40, 0.95 or 1/3, as its own text. */
function amount(text, low, high, field, key = "fault: amount") {
  const plain = text.trim().replace(",", ".");
  const [n, d = "1"] = plain.split("/");
  if (!/^-?\d{1,7}(\.\d{1,6}|\/[1-9]\d{0,6})?$/.test(plain) || n / d < low || n / d > high) {
    throw outside(key, n / d, field, text, low, high);
  }
  return plain;
}

/** A payoff, which may also be written as odds: 11:1 or 11 to 1, in the languages of the page. */
function odds(text, low, high, field) {
  const [, won, staked] = /^\s*(\d+)(?:\s*:\s*|\s+(?:to|a|proti)\s+)(\d+)\s*$/i.exec(text) || [];
  return amount(!won ? text : staked === "1" ? won : `${won}/${staked}`, low, high, field, "fault: odds");
}

/** Every class of a kind of shoe, as the two letters by which links name a card. */
function codes(kind) {
  if (kind === "values") return [..."0123456789"].map((value) => value + ".");
  if (kind === "ranks") return RANK_LETTERS.map((rank) => rank + "-");
  return RANK_LETTERS.flatMap((rank) => DATA.suits.map((suit) => rank + suit));
}

const className = (code) => code[0].replace("T", "10") + (/[shdc]/.test(code[1]) ? code[1] : "");

/** A shoe as it begins: `out` are cards taken out, `dealt` those dealt in coups, `burnt` the number burnt unseen. */
const begun = (base) => ({ base, out: [], dealt: [], burnt: 0 });

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
    A rank gone without its suit leaves a shoe that is known by ranks; `unknown` counts such cards by rank. Burnt cards stay
    among the cards left, because nobody saw them; a coup must find six others. */
function remaining({ base, out, dealt, burnt }) {
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
function typedCards(text, kind, all) {
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
function without(shoe, found, where) {
  const next = { ...shoe, [where]: [...shoe[where], ...found] };
  if (next.out.length + next.dealt.length > MOST_DEALT) throw new Fault("fault: dealt", { high: MOST_DEALT });
  remaining(next);
  return next;
}

const readingOf = (id) => DATA.readings.find((reading) => reading.id === id);
const betOf = (name) => (name.startsWith("rules-") ? DATA.bets[0] : DATA.bets.find((bet) => bet.name === name));
const betNames = [...MAIN_BETS.map((name) => "rules-" + name), ...DATA.bets.slice(1).map((bet) => bet.name)];

/** The pay tables of a bet, one of the rulebook's three or of the catalogue: lists of a name and payoffs. */
function payTables(bet, reading) {
  if (bet.startsWith("rules-")) return [["", reading.pays[bet.slice(6)]]];
  return betOf(bet).pays;
}

/** The payoffs by which the chosen bet pays: the reader's own, or those of its pay table. */
function chosenPayoffs(view) {
  if (view.own) return view.own.split(",");
  return payTables(view.bet, readingOf(view.reading)).find(([name]) => name === view.pays)[1];
}

function firstView(language) {
  return {
    reading: DATA.readings[0].id, bet: "rules-banco", pays: "", own: "", digits: 9, group: "", find: "", order: "groups", line: "0",
    mode: "deal", names: "", exact: "yes", stakes: "", language,
  };
}

/** The stakes of a view: a map from a bet's name, or `bet/pay table`, to an amount's text. */
const stakesOf = (view) => new Map(view.stakes ? view.stakes.split(",").map((part) => part.split(":")) : []);
/* Words and numbers as the page shows them: in its language, with digits grouped; and the making of elements. */


const $ = (id) => document.getElementById(id);
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const PLAYER_BANKER = "player-banker";
const LONG = 4; // more digits on one side of the point are shown in groups of three
const THIN = "\u202f";
const MINUS = "\u2212";
let language = "en";
let names = "";

/** Sets the language of the page, and by which names English calls the sides. */
function speak(chosen, sides) {
  language = chosen;
  names = chosen === "en" ? sides : "";
}

/** A text of the data in the language of the page. */
const said = (texts) => texts[names === PLAYER_BANKER ? PLAYER_BANKER : language];

function t(key, values = {}) {
  return said(DATA.strings[key]).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value;
    else if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** A number or a fraction as people read it: digits in groups from five on, a minus sign; no line breaks in it. */
function grouped(text) {
  return text.replace("-", MINUS).replace(" %", "\u00a0%").replace(/(\d+)(?:\.(\d+))?/g, (_number, whole, places = "") => {
    const before = whole.length > LONG ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
    return places ? `${before}.${places.length > LONG ? places.replace(/(\d{3})(?=\d)/g, `$1${THIN}`) : places}` : before;
  });
}

/** A number as TeX's mathematics writes it for people. */
const inMathematics = (text) => grouped(text).replaceAll(THIN, "\\,").replace(MINUS, "-");

/** A number's text with the decimal mark of the language. */
const marked = (text) => (language === "en" ? text : text.replace(".", ","));
const decimal = (value, digits) => marked(grouped(engine.decimal(value, digits)));
const percent = ({ n, d }, digits) => decimal({ n: 100n * n, d }, Math.max(digits - 2, 0)) + "\u00a0%";

/** A cell with a decimal and, below it, the fraction. */
function figureCell() {
  return element("td", { class: "figure" }, element("span"), element("span", { class: "exact" }));
}

/** Fills such a cell; `exact` is a fraction, which may break at its slash and nowhere else, or a text. */
function filled(cell, shown, exact) {
  setText(cell.firstChild, shown);
  const below = cell.lastChild;
  if (typeof exact === "string") {
    setText(below, exact);
    return;
  }
  const parts = [exact.n, exact.d].map((number) => grouped(String(number)));
  if (below.textContent !== parts.join("/")) below.replaceChildren(parts[0] + "/", element("wbr"), parts[1]);
}

const PAYOFFS = new Map();

/** The fraction of a payoff's text. */
function payoff(text) {
  if (!PAYOFFS.has(text)) PAYOFFS.set(text, engine.parsed(text));
  return PAYOFFS.get(text);
}

function cardName(code, spoken) {
  const rank = code[0].replace("T", "10");
  if (code[1] === ".") return rank;
  if (code[1] === "-") return rank + (spoken ? ", " + t("suit unknown") : "?");
  return spoken ? t("spoken card", { rank: t("rank " + rank), suit: t("suit " + code[1]) }) : rank + SYMBOLS[code[1]];
}

function translatePage() {
  document.documentElement.lang = language;
  document.title = t("title");
  document.querySelectorAll("[data-t]").forEach((node) => setText(node, t(node.dataset.t)));
}
/* The lists of bets: those of the first screen with the outcomes, and all of them, in groups or by a search or by edge. */


const titleButton = (text) => element("button", { type: "button" }, text);
const inGroups = (view) => !view.find.trim() && view.order === "groups";

/** The first screen: the three outcomes, each also the bet on it that the reading pays, then the bets of DATA.first. */
function buildFirst() {
  const row = (bet, pays, title) => element("tr", { "data-bet": bet, "data-pays": pays },
    element("th", { scope: "row" }, titleButton(title)), figureCell(), figureCell());
  $("outcomes").tBodies[0].replaceChildren(
    ...MAIN_BETS.map((name) => row("rules-" + name, "", t("outcome " + name))),
    ...DATA.first.map((name) => row(name, betOf(name).pays[0][0], shortTitle(betOf(name)))));
  const labels = ["probability", "strip edge", "in progress"].map((key, index) => element(index < 2 ? "span" : "i", { text: t(key) }));
  $("strip").replaceChildren(element("span", {}, element("span", { text: "\u00a0" }), ...labels), ...MAIN_BETS.map((name) => element("span", { "data-bet": "rules-" + name },
    element("span", { text: t("outcome " + name) }), element("span", { class: "chance" }), element("b"), element("i"))));
}

/** A title up to its explanation, which begins at a colon or a bracket. */
const shortTitle = (bet) => said(bet.titles).split(/ \(|: /)[0];

function showFirst(counts, reading, digits) {
  const all = counts[0].reduce((sum, count) => sum + count, 0n);
  const chance = (name) => counts[0][DATA.bets[0].categories.indexOf(name)];
  for (const row of $("outcomes").tBodies[0].rows) {
    const { bet } = row.dataset;
    const main = bet.startsWith("rules-") ? bet.slice(6) : "";
    const own = main ? counts[0] : counts[DATA.bets.indexOf(betOf(bet))];
    if (typeof own === "string") {
      filled(row.cells[1], "–", "");
      filled(row.cells[2], "–", t(own));
      row.cells[2].classList.remove("gain");
      continue;
    }
    const texts = main ? reading.pays[main] : betOf(bet).pays[0][1];
    const { edge, hit } = engine.price(own, texts.map(payoff));
    const probability = main ? engine.fraction(chance(main), all) : hit;
    filled(row.cells[1], decimal(probability, digits), probability);
    filled(row.cells[2], percent(edge, digits), edge);
    row.cells[2].classList.toggle("gain", edge.n < 0n);
    const strip = main && $("strip").querySelector(`[data-bet="${bet}"] b`);
    if (strip) {
      setText(strip, percent(edge, 6));
      setText(strip.parentNode.querySelector(".chance"), percent(probability, 4));
    }
  }
  MAIN_BETS.forEach((name, index) => {
    $("bars").children[index].style.flexGrow = engine.decimal(engine.fraction(chance(name), all), 6);
    setText($("bars").children[index], t("outcome " + name));
  });
}

/** One row for each bet and pay table; `rows` keeps what changes at each click. */
function buildBets() {
  const table = $("bets");
  [...table.tBodies].forEach((body) => body.remove());
  const rows = [];
  DATA.bets.forEach((bet, index) => bet.pays.forEach(([name, texts]) => {
    if (!bet.group) return;
    const cell = figureCell();
    const pays = name ? [" ", element("span", { class: "table", text: name })] : [];
    const row = element("tr", { "data-bet": bet.name, "data-pays": name }, element("th", { scope: "row" }, titleButton(said(bet.titles)), ...pays), cell);
    rows.push({ row, cell, index, edge: null, payoffs: texts.map(payoff), group: bet.group, names: namesOf(bet, name) });
  }));
  for (const group of DATA.groups) {
    const own = rows.filter((entry) => entry.group === group);
    const button = element("button", { type: "button", "data-group": group, "aria-expanded": "false", "aria-controls": "group-" + group },
      t("group: " + group), " ", element("small", { text: String(own.length) }));
    table.append(element("tbody", { class: "heading" }, element("tr", {}, element("th", { scope: "rowgroup", colspan: "2" }, button))),
      element("tbody", { id: "group-" + group }));
  }
  table.append(element("tbody", { id: "listed" }));
  return rows;
}

/** Prices every row whose bet is counted. */
function priceBets(rows, counts) {
  for (const entry of rows) {
    const counted = counts[entry.index];
    entry.edge = typeof counted === "string" ? null : engine.price(counted, entry.payoffs).edge;
  }
}

/** Writes the figures of the rows that are shown. */
function showBets(rows, counts, digits) {
  for (const { row, cell, index, edge } of rows) {
    if (!row.isConnected || row.parentNode.hidden) continue;
    filled(cell, edge ? percent(edge, digits) : t(counts[index]), edge || "");
    cell.classList.toggle("gain", Boolean(edge) && edge.n < 0n);
    cell.classList.toggle("unknown", !edge);
  }
}

const higher = (a, b) => {
  const difference = a.n * b.d - b.n * a.d;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};

/** Puts the rows where the view wants them: in their groups, of which one is unfolded, or in one list of those that the search
    finds, the nearest first or by edge, with a line where the edge passes the threshold. */
function arrangeBets(rows, view) {
  const grouped = inGroups(view);
  const listed = $("listed");
  document.querySelectorAll("#bets .heading").forEach((body) => (body.hidden = !grouped));
  listed.hidden = grouped;
  for (const group of DATA.groups) {
    const open = grouped && group === view.group;
    $("group-" + group).hidden = !open;
    document.querySelector(`[data-group="${group}"]`).setAttribute("aria-expanded", String(open));
  }
  $("line-pair").hidden = view.order !== "edge";
  if (grouped) {
    setText($("found"), t("folded", { all: rows.length }));
    for (const group of DATA.groups) rearranged($("group-" + group), rows.filter((entry) => entry.group === group).map(({ row }) => row));
    listed.replaceChildren();
    return;
  }
  const found = rows.map((entry) => ({ entry, near: relevance(view.find, entry.names) })).filter(({ near }) => near > 0);
  if (view.order === "edge") found.sort((a, b) => byEdge(a.entry.edge, b.entry.edge));
  else found.sort((a, b) => b.near - a.near);
  setText($("found"), t("found", { count: found.length, all: rows.length }));
  rearranged(listed, withLine(found.map(({ entry }) => entry), view));
}

const byEdge = (a, b) => (a && b ? higher(a, b) : Number(!a) - Number(!b));

/** The rows in order, with the threshold's row before the first whose edge is above it. */
function withLine(entries, view) {
  const nodes = entries.map(({ row }) => row);
  if (view.order !== "edge") return nodes;
  const { n, d } = engine.parsed(view.line);
  const limit = { n, d: d * 100n };
  const above = entries.findIndex(({ edge }) => !edge || higher(edge, limit) > 0);
  const line = element("tr", { class: "line" }, element("th", { colspan: "2", scope: "rowgroup", text: t("threshold", { percent: marked(view.line) }) }));
  nodes.splice(above < 0 ? nodes.length : above, 0, line);
  return nodes;
}

function rearranged(body, nodes) {
  if (body.children.length !== nodes.length || nodes.some((node, index) => body.children[index] !== node)) body.replaceChildren(...nodes);
}

function markChosen(view) {
  document.querySelectorAll("tr[data-bet]").forEach((row) => {
    if (row.dataset.bet === view.bet && row.dataset.pays === view.pays) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  });
}

/** The title of a bet in the language of the page; of the rulebook's three, the outcome. */
const titleOf = (name) => (name.startsWith("rules-") ? t("outcome " + name.slice(6)) : said(betOf(name).titles));
/* The chosen bet: its figures, its categories with the pay of each, and the effects of removal. */


function betTitle(view) {
  const title = titleOf(view.bet);
  if (view.own) return t("bet with own pays", { bet: title });
  if (view.bet.startsWith("rules-")) return t("bet of rules", { bet: title, rules: view.reading });
  return title + (view.pays ? ` (${view.pays})` : "");
}

/** The figures of a bet with these counts and payoffs: lists of a key of the texts, a fraction or null, and whether it is an edge. */
function figuresOf(counts, texts) {
  const price = engine.price(counts, texts.map(payoff));
  return [["edge", price.edge, true], ["edge resolved", price.resolved, true], ["expectation", price.expectation, false],
    ["hit", price.hit, false], ["variance", price.variance, false]];
}

/** The chosen bet: `counts` are its categories', or the key of the string that says why they are not there. */
function showBet(view, counts) {
  setText($("bet-title"), betTitle(view));
  const own = betOf(view.bet);
  const known = typeof counts !== "string";
  showOrigin(view);
  $("bet-about").lang = known ? "en" : language;
  setText($("bet-about"), known ? own.note : t(counts));
  $("figures").hidden = $("categories").hidden = $("pays-form").hidden = !known;
  if (!known) return;
  const texts = chosenPayoffs(view);
  $("figures").tBodies[0].replaceChildren(...figuresOf(counts, texts).map(([key, value, share]) => {
    const cell = figureCell();
    if (value) filled(cell, share ? percent(value, view.digits) : decimal(value, view.digits), value);
    else filled(cell, "–", t("always returned"));
    return element("tr", { "data-figure": key }, element("th", { scope: "row", text: t(key) }), cell);
  }));
  const all = counts.reduce((sum, count) => sum + count, 0n);
  $("categories").tBodies[0].replaceChildren(...counts.map((count, index) => {
    const cell = figureCell();
    const probability = engine.fraction(count, all);
    filled(cell, decimal(probability, view.digits), probability);
    return element("tr", {}, categoryCell(own, index), element("td", { class: "figure", text: marked(grouped(texts[index])) }), cell);
  }));
}

/** Where the bet is from: the source of its pay table, or of the rules; in the site also its page and how it is computed. */
function showOrigin(view) {
  const rules = view.bet.startsWith("rules-");
  setText($("bet-source"), t("source", { source: rules ? readingOf(view.reading).source : betOf(view.bet).source }));
  $("bet-page").href = `../bets/${rules ? view.bet.slice(6) : view.bet}.html`;
  $("bet-links").hidden = !("site" in document.documentElement.dataset);
}

function categoryCell(bet, index) {
  if (bet === DATA.bets[0]) return element("th", { scope: "row", text: t("outcome " + bet.categories[index]) });
  return element("th", { scope: "row", lang: "en", text: bet.categories[index] });
}

const categoryName = (bet, index) => (bet === DATA.bets[0] ? t("outcome " + bet.categories[index]) : bet.categories[index]);

/** The fields for the reader's own pays, one for each category, with the pays of the view. */
function buildPays(view) {
  const bet = betOf(view.bet);
  $("pays").replaceChildren($("pays").querySelector("legend"), ...chosenPayoffs(view).map((text, index) => element("label", {},
    element("span", { text: categoryName(bet, index) }),
    element("input", { autocomplete: "off", size: "8", value: text, id: `pay-${index}`, "aria-describedby": "pays-fault" }))));
}

/** The effects of removal: `found` is a list of [class, counts], or the key of the string that says why there is none. */
function showRemoval(view, granularity, found, counts, left) {
  const none = typeof found === "string";
  $("removal").hidden = none;
  setText($("removal-note"), none ? t(found) : t("removal note"));
  $("removal").setAttribute("aria-busy", String(found === "computing"));
  if (none) return;
  const payoffs = chosenPayoffs(view).map(payoff);
  const before = engine.price(counts, payoffs).expectation;
  const list = codes(granularity);
  $("removal").tBodies[0].replaceChildren(...found.map(([index, after]) => {
    const cell = figureCell();
    const effect = engine.difference(engine.price(after, payoffs).expectation, before);
    filled(cell, decimal(effect, view.digits), effect);
    const ranks = granularity === "values" && left.ranks
      ? DATA.ranks.filter((_, rank) => DATA.values[rank] === index && left.ranks[rank]).join(" ") : cardName(list[index]).replace("?", "");
    return element("tr", { "data-class": index }, element("th", { scope: "row", text: ranks }), cell);
  }));
}
/* What the page's worker does: it keeps the sections of the data, and answers each question with counts. */


/** What a question asks of these decoded sections: the counts of every bet that the shoe is known well enough for, and what
    the removal of each card makes of one bet's counts. `skip` names sections that the page has counted by itself. */
function answered(sections, { id, tableau, known, skip, removal }) {
  const counts = {};
  sections.forEach((section, index) => {
    if (index >= skip && known[section.granularity]) {
      Object.assign(counts, engine.evaluate(section, tableau, known[section.granularity], section.bets));
    }
  });
  const own = removal === null ? null : sections.find((section) => section.bets.includes(removal));
  const removals = own && engine.removals(own, tableau, known[own.granularity], removal);
  return { id, counts, removals };
}

/** Answers the messages of the page: first the sections, then questions. */
function workerMain() {
  let sections = [];
  globalThis.onmessage = ({ data: message }) => {
    if (message.sections) sections = message.sections.map((raw) => engine.decode(raw, message.bets, message.tableaux));
    else postMessage(answered(sections, message));
  };
}
/* Counting: the page counts the bets of the first screen by itself, and a worker all others, one question at a time. */


const TABLEAUX = 1 + Math.max(...DATA.readings.map((reading) => reading.tableau));
const COUNTED_AT_MOST = 2000; // shoes whose counts are kept, for the chart

const sections = DATA.sections.map((raw) => engine.decode(raw, DATA.bets, TABLEAUX));
const finest = DATA.bets.map(() => "cards");
DATA.sections.forEach((raw) => raw.bets.forEach((bet) => (finest[bet] = raw.granularity)));
const firstBets = new Set(DATA.sections.flatMap((raw) => raw.bets));
const kept = new Map();

/** The granularity that a bet needs. */
const granularityOf = (bet) => finest[bet];
const countedHere = (bet) => firstBets.has(bet);

/** The counts of the first screen's bets on a shoe with these `left`, by bet. */
function firstCounts(tableau, left) {
  const key = `${tableau} ${left.ranks || left.values}`;
  if (!kept.has(key)) {
    const counts = {};
    for (const section of sections) {
      const own = left[section.granularity];
      if (own) Object.assign(counts, engine.evaluate(section, tableau, own, section.bets));
    }
    if (kept.size >= COUNTED_AT_MOST) kept.clear();
    kept.set(key, counts);
  }
  return kept.get(key);
}

/** The counts of every bet as far as they are known at once; for others the key of the text that says why not. */
function countsNow(tableau, left) {
  const missing = { ranks: "unknown ranks", cards: "unknown suits" };
  const counts = DATA.bets.map((_, bet) => (left[finest[bet]] ? "computing" : missing[finest[bet]]));
  return Object.assign(counts, firstCounts(tableau, left));
}

/** The worker. Where a browser allows none, the page counts by itself. */
const worker = {
  ready: false, busy: false, waiting: null, asked: 0, thread: null, every: null, arrived: null,
  /** Gives it the other sections, once they have come; `arrived` takes its answers. */
  start(more, arrived) {
    const raws = [...DATA.sections, ...more];
    more.forEach((raw) => raw.bets.forEach((bet) => (finest[bet] = raw.granularity)));
    this.arrived = arrived;
    try {
      const address = URL.createObjectURL(new Blob([globalThis.exactWorker], { type: "text/javascript" }));
      this.thread = new Worker(address);
      URL.revokeObjectURL(address);
      this.thread.onmessage = ({ data }) => this.answered(data);
      const bets = DATA.bets.map(({ categories }) => ({ categories }));
      this.thread.postMessage({ sections: raws, bets, tableaux: TABLEAUX });
    } catch {
      this.thread = null;
      this.every = raws.map((raw) => engine.decode(raw, DATA.bets, TABLEAUX));
    }
    this.ready = true;
    if (this.waiting) this.ask(this.waiting);
  },
  ask(question) {
    question.id = ++this.asked;
    this.waiting = question;
    if (this.ready && !this.busy) this.send();
  },
  send() {
    const question = { ...this.waiting, skip: DATA.sections.length };
    this.waiting = null;
    this.busy = true;
    if (this.thread) this.thread.postMessage(question);
    else setTimeout(() => this.answered(answered(this.every, question)));
  },
  answered(answer) {
    this.busy = false;
    if (this.waiting) this.send();
    else this.arrived(answer);
  },
};
/* What people type: the fields for counts, which follow the shoe and keep what is typed but not yet used while only the
   language changes, and what is wrong with a field or a link. */


/** What is wrong by the field that it is told beside, "" for none: as Faults, for the language may change. */
const faults = new Map();

const countFields = () => [...$("counts").querySelectorAll("input")];

/** The fields of the chosen kind, with `texts` in them or, without these, what is `left` of the shoe. */
function buildCounts(left, texts = []) {
  const kind = $("kind").value;
  const legend = $("counts").querySelector("legend");
  $("counts").replaceChildren(legend, ...codes(kind).map((code) => element("label", {},
    element("span", { text: code[1] === "-" ? code[0].replace("T", "10") : cardName(code) }),
    element("input", { inputmode: "numeric", autocomplete: "off", "aria-describedby": "counts-fault",
      "aria-label": code[1] === "-" ? t("rank " + code[0].replace("T", "10")) : cardName(code, true) }))));
  if (texts.length) countFields().forEach((field, index) => (field.value = texts[index]));
  else fillCounts(left);
}

function fillCounts(left) {
  const present = left[$("kind").value] || [];
  countFields().forEach((field, index) => (field.value = String(present[index] ?? 0)));
}

/** What a Fault says; a value of it that has a key is itself said in the language of the page. */
function told({ key, values = {} }) {
  return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.key ? told(value) : value])));
}

function tell(fault, id) {
  if (!id) {
    $("fault").hidden = false;
    setText($("fault-text"), told(fault));
    return;
  }
  setText($(id + "-fault"), told(fault));
  wrongField(fault, id).setAttribute("aria-invalid", "true");
}

/** The field that a fault beside `id` means: that of a count by its index, or one by its own id. */
function wrongField(fault, id) {
  if (fault.field) return $(fault.field);
  return fault.index === undefined ? $(id) : countFields()[fault.index];
}

function fail(fault, id) {
  if (!(fault instanceof Fault)) throw fault;
  faults.set(id, fault);
  tell(fault, id);
  if (fault.index !== undefined && id) wrongField(fault, id).focus();
}

function clearFaults() {
  faults.clear();
  $("fault").hidden = true;
  document.querySelectorAll(".wrong").forEach((node) => setText(node, ""));
  document.querySelectorAll("[aria-invalid]").forEach((node) => node.removeAttribute("aria-invalid"));
}
/* The shoe: the grid of the cards left, and what has gone. */


const WHOLE_AT_MOST = 9999; // counts above this are shown on the cards to three digits, and whole to who asks
const LAST = 30; // cards listed

/** The grid of the cards left: rows of buttons, one for each card, each rank or each point value. */
function buildGrid(kind) {
  const body = $("cards").tBodies[0];
  body.replaceChildren();
  const button = (code, kinds) => element("td", { role: "gridcell" },
    element("button", { type: "button", "data-code": code, tabindex: "-1", class: kinds }, element("span"), element("small")));
  const row = (cells) => body.append(element("tr", { role: "row" }, ...cells));
  if (kind === "cards") {
    RANK_LETTERS.forEach((rank) => {
      row([button(rank + "-", "rank"), ...DATA.suits.map((suit) => button(rank + suit, "hd".includes(suit) ? "red" : ""))]);
    });
  } else {
    const all = codes(kind);
    for (let start = 0; start < all.length; start += 5) row(all.slice(start, start + 5).map((code) => button(code, "rank")));
  }
  setText($("cards-title"), t(kind === "cards" ? "cards left" : "classes left"));
  body.querySelector("button").tabIndex = 0;
}

function showGrid(kind, left) {
  const short = new Intl.NumberFormat(language, { notation: "engineering", maximumSignificantDigits: 3 });
  $("cards").querySelectorAll("button").forEach((button) => {
    const code = button.dataset.code;
    const rank = RANK_LETTERS.indexOf(code[0]);
    let count, most = "";
    if (code[1] === ".") count = left.values[Number(code[0])];
    else if (code[1] === "-") count = left.ranks[rank];
    else {
      count = Math.min(left.named[4 * rank + DATA.suits.indexOf(code[1])], left.ranks[rank]);
      if (left.unknown[rank] && count) most = "≤";
    }
    const spare = count > 0 && left.total > LIMITS.cards;
    const face = code[1] === "-" ? code[0].replace("T", "10") : cardName(code);
    setText(button.firstChild, face);
    const abbreviated = count > WHOLE_AT_MOST;
    setText(button.lastChild, most + (abbreviated ? short.format(count) : count));
    button.lastChild.classList.toggle("abbreviated", abbreviated);
    if (button.getAttribute("aria-disabled") !== String(!spare)) button.setAttribute("aria-disabled", String(!spare));
    const spoken = kind === "ranks" ? t("rank " + face) : cardName(code, true);
    button.title = t("card label", { card: spoken, count: (most && t("at most") + " ") + count });
  });
}

function showShoe({ base, out, dealt, burnt }, left) {
  const cards = grouped(String(left.total));
  setText($("total"), t(base.decks ? "cards of decks" : "cards typed", { cards, decks: grouped(String(base.decks)) }));
  const listed = (gone) => (gone.length > LAST ? "… " : "") + gone.slice(-LAST).map((code) => (base.kind === "ranks" ? className(code) : cardName(code))).join(" ");
  setText($("dealt"), dealt.length ? `${t("dealt", { count: dealt.length })} ${listed(dealt)}` : t("none dealt"));
  setText($("out"), out.length ? `${t("taken out", { count: out.length })} ${listed(out)}` : "");
  const lost = left.unknown.reduce((sum, gone) => sum + gone, 0);
  $("unsuited").hidden = !lost;
  setText($("unsuited"), lost ? t("unsuited", { count: lost }) : "");
  setText($("burnt-note"), burnt ? t("burnt note", { count: burnt, cards: left.total - burnt }) : "");
}

/** Moves the focus within the grid, as the arrow keys say. */
function onGridKey(event) {
  const buttons = [...$("cards").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const width = $("cards").rows[0].cells.length;
  const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width };
  const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : at + (moves[event.key] || 0);
  if (at < 0 || to === at || !buttons[to]) return;
  event.preventDefault();
  focusCard(buttons[to]);
}

function focusCard(button) {
  $("cards").querySelectorAll('[tabindex="0"]').forEach((other) => (other.tabIndex = -1));
  button.tabIndex = 0;
  button.focus();
}
/* The text of a link: a shoe and a view, written and read. */


const LONGEST_LINK = 50000;
const LONGEST_FIND = 60;
const ORDERS = ["groups", "edge"];
const SHOE_PARTS = ["decks", "counts", "out", "dealt", "burnt"];
const VIEW_PARTS = [
  "rules", "bet", "pays", "own", "digits", "group", "find", "order", "line", "mode", "names", "exact", "stakes", "lang",
];

const shoeParts = ({ base, out, dealt, burnt }) => [
  base.decks ? ["decks", base.decks] : ["counts", base.kind + ":" + base.counts.join(",")], ["out", out.join("")], ["dealt", dealt.join("")], ["burnt", burnt || ""],
];

const joined = (parts) => parts.filter(([, value]) => value !== "").map(([key, value]) => key + "=" + encodeURIComponent(value)
  .replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/")).join("&");

/** The part of a link that holds a shoe. */
const shoeText = (shoe) => joined(shoeParts(shoe));

/** The text of a link that holds a shoe and a view; what is as on the first visit and came after the first links is left out. */
function linkText(shoe, view) {
  const first = firstView("");
  const changed = (key) => (view[key] === first[key] ? "" : view[key]);
  const parts = [["v", DATA.format], ...shoeParts(shoe)];
  parts.push(["rules", view.reading], ["bet", view.bet], ["pays", view.pays], ["own", view.own]);
  parts.push(["digits", view.digits], ["group", view.group], ["find", view.find]);
  for (const key of ["order", "line", "mode", "names", "exact", "stakes"]) parts.push([key, changed(key)]);
  parts.push(["lang", view.language]);
  return joined(parts);
}

function partsOf(text) {
  const given = new Map();
  for (const part of text.split("&")) {
    const cut = part.indexOf("=");
    const key = cut < 0 ? part : part.slice(0, cut);
    if (!["v", ...SHOE_PARTS, ...VIEW_PARTS].includes(key) || cut < 0) throw new Fault("fault: link part", { value: shown(part) });
    if (given.has(key)) throw new Fault("fault: link twice", { value: key });
    try {
      given.set(key, decodeURIComponent(part.slice(cut + 1)));
    } catch {
      throw new Fault("fault: link part", { value: shown(part) });
    }
  }
  return given;
}

/** The shoe and view that a link's text holds. What it leaves out is as at first. */
function parseLink(text, language) {
  if (text.length > LONGEST_LINK) throw new Fault("fault: long link", { value: text.length, high: LONGEST_LINK });
  const given = partsOf(text);
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
  view.own = ownPays(given.get("own") || "", betOf(view.bet));
  view.digits = Number(chosen("digits", DIGITS.map(String), String(view.digits)));
  view.group = chosen("group", ["", ...DATA.groups], "");
  view.find = given.get("find") || "";
  if (view.find.length > LONGEST_FIND) throw new Fault("fault: link choice", { field: "find", value: shown(view.find) });
  view.order = chosen("order", ORDERS, view.order);
  view.line = amount(given.get("line") || view.line, -100, 100, "line");
  view.mode = chosen("mode", ["deal", "out"], view.mode);
  view.names = chosen("names", ["", "player-banker"], "");
  view.exact = chosen("exact", ["yes", "no"], "yes");
  view.stakes = linkedStakes(given.get("stakes") || "");
  return { shoe: linkedCards(given, base), view };
}

/** Payoffs that a reader typed for every category of a bet, in one text; "" for none. */
function ownPays(text, bet) {
  if (!text) return "";
  const parts = text.split(",");
  if (parts.length !== bet.categories.length) throw new Fault("fault: link choice", { field: "own", value: shown(text) });
  return parts.map((part, index) => amount(part, -1, LIMITS.pay, bet.categories[index])).join(",");
}

function linkedStakes(text) {
  if (!text) return "";
  const known = new Set(DATA.bets.slice(1).flatMap((bet) => bet.pays.map(([pays]) => (pays ? `${bet.name}/${pays}` : bet.name))));
  return text.split(",").map((part) => {
    const [bet, stake = "", ...more] = part.split(":");
    const rules = bet.startsWith("rules-") && betNames.includes(bet);
    if (more.length || !(rules || known.has(bet))) throw new Fault("fault: link choice", { field: "stakes", value: shown(part) });
    return `${bet}:${amount(stake, 0, LIMITS.pay, bet)}`;
  }).join(",");
}

function linkedCards(given, base) {
  const known = new Set(base.kind === "cards" ? [...codes("cards"), ...codes("ranks")] : codes(base.kind));
  let shoe = begun(base);
  for (const where of ["out", "dealt"]) {
    const list = (given.get(where) || "").match(/[^]{1,2}/g) || [];
    const wrong = list.find((code) => !known.has(code));
    if (wrong !== undefined) throw new Fault("fault: link choice", { field: where, value: shown(wrong) });
    shoe = without(shoe, list, where);
  }
  if (!given.has("burnt")) return shoe;
  shoe.burnt = wholeNumber(given.get("burnt"), 0, LIMITS.count, "burnt");
  remaining(shoe);
  return shoe;
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
/* The rules in play: the list of readings, and what is said of the chosen one. */


function showReading(reading) {
  const about = $("reading-about");
  about.replaceChildren(element("p", { lang: reading.language, text: reading.title }));
  if (reading.says) about.append(element("p", {}, element("q", { lang: reading.language, text: reading.says })));
  if (reading.reading) about.append(element("p", { text: t("why: " + reading.id) }));
  if (reading.decks) about.append(element("p", { text: t("states decks", { decks: reading.decks }) }));
  about.append(element("p", { text: t("commission", { percent: marked(reading.commission) }) + " " + t("rounding: " + reading.rounding) }));
  if (reading.assumed.length) {
    about.append(element("details", {}, element("summary", { text: t("assumed", { count: reading.assumed.length }) }),
      element("ul", {}, ...reading.assumed.map((phrase) => element("li", { text: t("assumed: " + phrase) })))));
  }
}

function buildReadings() {
  const groups = new Map();
  DATA.readings.forEach((reading) => {
    if (!groups.has(reading.document)) groups.set(reading.document, element("optgroup", { label: reading.title.slice(0, 60) }));
    const label = reading.reading ? t("reading of", { reading: reading.reading, document: reading.document }) : reading.document;
    groups.get(reading.document).append(element("option", { value: reading.id, text: label }));
  });
  $("reading").replaceChildren(...groups.values());
}
/* The bead plate and the big road of a shoe's winners, as cells in columns. */

const ROWS = 6;

/** The bead plate: every coup in order, column by column from the top. */
function beadPlate(winners) {
  return winners.map((winner, index) => ({ column: Math.floor(index / ROWS), row: index % ROWS, winner }));
}

/** The big road: a column for each run of one winner; a run that meets the bottom or another run turns right. `ties` counts
    the ties after a coup; those before the first win are on a cell of their own without a winner. */
function bigRoad(winners) {
  const cells = [];
  const taken = new Set();
  const place = (column, row, winner) => {
    taken.add(`${column} ${row}`);
    cells.push({ column, row, winner, ties: 0 });
  };
  let start = -1;
  for (const winner of winners) {
    const last = cells[cells.length - 1];
    if (winner === "tie") {
      if (!last) place((start = 0), 0, null);
      cells[cells.length - 1].ties += 1;
    } else if (last && last.winner === null) last.winner = winner;
    else if (last && last.winner === winner) {
      const below = last.row + 1 < ROWS && !taken.has(`${last.column} ${last.row + 1}`) && !last.turned;
      place(below ? last.column : last.column + 1, below ? last.row + 1 : last.row, winner);
      cells[cells.length - 1].turned = !below;
    } else {
      do start += 1; while (taken.has(`${start} 0`));
      place(start, 0, winner);
    }
  }
  return cells;
}
/* Pictures by hand, as SVG: how edges have moved, the bead plate and the big road. */


const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [480, 150, 56, 88, 10, 26];
const CELL = 22;
const FEWEST_COLUMNS = 14;

function drawn(name, attributes = {}, ...children) {
  const node = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** A picture of `series`, each a name, a class and points in percentage points, from the full shoe to after `coups` coups. */
function movesPicture(series, coups) {
  const points = series.flatMap((one) => one.points);
  const most = Math.max(0.01, ...points.map(Math.abs)) * 1.1;
  const last = Math.max(1, ...series.map((one) => one.points.length - 1));
  const x = (coup) => LEFT + ((WIDTH - LEFT - RIGHT) * coup) / last;
  const y = (move) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - move)) / (2 * most);
  const picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "moves", "aria-hidden": "true" });
  for (const move of [most / 1.1, 0, -most / 1.1]) {
    const shown = marked((move > 0 ? "+" : "") + move.toFixed(2).replace("-", "−").replace("−0.00", "0.00"));
    picture.append(drawn("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(move), y2: y(move), class: move ? "grid" : "axis" }),
      drawn("text", { x: LEFT - 6, y: y(move) + 4, class: "left" }, shown));
  }
  picture.append(drawn("text", { x: LEFT, y: HEIGHT - 6 }, "0"), drawn("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, class: "left" }, String(coups)),
    drawn("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, class: "middle" }, t("coups")));
  const ends = series.map((one) => ({ ...one, at: y(one.points.at(-1)) })).sort((a, b) => a.at - b.at);
  ends.forEach((one, index) => {
    if (index) one.at = Math.max(one.at, ends[index - 1].at + 15);
    picture.append(drawn("polyline", { class: `series ${one.kind}`, points: one.points.map((move, coup) => `${x(coup).toFixed(1)},${y(move).toFixed(1)}`).join(" ") }),
      drawn("circle", { class: one.kind, cx: x(one.points.length - 1), cy: y(one.points.at(-1)), r: 3 }),
      drawn("text", { class: one.kind, x: WIDTH - RIGHT + 8, y: one.at + 4 }, one.name));
  });
  return picture;
}

function road(cells, kind) {
  const columns = Math.max(FEWEST_COLUMNS, 1 + Math.max(-1, ...cells.map((cell) => cell.column)));
  const picture = drawn("svg", { viewBox: `0 0 ${columns * CELL} ${ROWS * CELL}`, width: columns * CELL, height: ROWS * CELL, class: "road", "aria-hidden": "true" });
  for (let column = 0; column <= columns; column++) picture.append(drawn("line", { class: "grid", x1: column * CELL, x2: column * CELL, y1: 0, y2: ROWS * CELL }));
  for (let row = 0; row <= ROWS; row++) picture.append(drawn("line", { class: "grid", x1: 0, x2: columns * CELL, y1: row * CELL, y2: row * CELL }));
  for (const cell of cells) {
    const [x, y] = [(cell.column + 0.5) * CELL, (cell.row + 0.5) * CELL];
    const radius = CELL / 2 - 2;
    if (cell.winner) picture.append(drawn("circle", { class: `${kind} ${cell.winner}`, cx: x, cy: y, r: radius }));
    if (kind === "bead") picture.append(drawn("text", { class: "middle on", x, y: y + 4 }, t("letter " + cell.winner)));
    if (cell.ties) picture.append(drawn("line", { class: "tied", x1: x - radius, y1: y + radius, x2: x + radius, y2: y - radius }));
    if (cell.ties > 1) picture.append(drawn("text", { class: "middle", x, y: y + 4 }, String(cell.ties)));
  }
  return picture;
}

const beadPicture = (winners) => road(beadPlate(winners), "bead");
const bigRoadPicture = (winners) => road(bigRoad(winners), "big");
/* A coup dealt card by card: who draws under a reading, and by which clause. The drawing rules are the data's. */


const ORDER = ["punto", "banco", "punto", "banco"];
const NO_THIRD = 10;
const RANKS = DATA.ranks.map((rank) => (rank === "10" ? "T" : rank));

/** The point value of a card by its code: `9h`, `K-` or `7.`. */
function valueOf(code) {
  const rank = RANKS.indexOf(code[0]);
  return code[1] === "." ? Number(code[0]) : DATA.values[rank];
}

const total = (codes) => codes.reduce((sum, code) => sum + valueOf(code), 0) % 10;

function move(number) {
  const [draws, clause, assumed] = DATA.moves[number];
  return { draws: draws === 1, clause: DATA.clauses[clause], assumed: assumed === 1 };
}

/** Banco's move: a rank of punto's third card goes before punto's final total, and this before the card's value.
    Null if it depends on a rank that is not known. */
function bancoMove(draws, own, hand) {
  const third = hand.length === 3 ? hand[2] : null;
  const value = third === null ? NO_THIRD : valueOf(third);
  const named = third === null ? [] : draws.ranks.filter(([sum, rank]) => sum === own && DATA.values[rank] === value);
  if (named.length && third[1] === "." && !value) return null;
  const exact = named.find(([, rank]) => third[1] === "." || RANKS[rank] === third[0]);
  if (exact) return move(exact[2]);
  const final = draws.against.find(([sum, card, punto]) => sum === own && card === value && punto === total(hand));
  return move(final ? final[3] : draws.banco[own][value]);
}

/** The coup dealt from the first of these cards: its steps, hands and `used` cards, and `winner` once it is over.
    `next` says who waits for a card; `unknown` is true where the rank of punto's third card decides and is not known. */
function coupOf(codes, reading) {
  const hands = { punto: [], banco: [] };
  const steps = [];
  const coup = { hands, steps, used: 0, winner: null, next: null, unknown: false };
  const deal = (side) => {
    if (coup.used === codes.length) {
      coup.next = side;
      return false;
    }
    const code = codes[coup.used++];
    hands[side].push(code);
    steps.push({ side, code, total: total(hands[side]) });
    return true;
  };
  const decide = (side, own, made) => steps.push({ side, total: own, ...made });
  for (const side of ORDER) if (!deal(side)) return coup;
  const first = { punto: total(hands.punto), banco: total(hands.banco) };
  if (Math.max(first.punto, first.banco) >= 8) {
    decide(null, Math.max(first.punto, first.banco), move(reading.draws.naturals));
    return finished(coup);
  }
  const punto = move(reading.draws.punto[first.punto]);
  decide("punto", first.punto, punto);
  if (punto.draws && !deal("punto")) return coup;
  const banco = bancoMove(reading.draws, first.banco, hands.punto);
  if (!banco) return { ...coup, unknown: true };
  decide("banco", first.banco, banco);
  if (banco.draws && !deal("banco")) return coup;
  return finished(coup);
}

function finished(coup) {
  const [punto, banco] = [total(coup.hands.punto), total(coup.hands.banco)];
  coup.winner = punto > banco ? "punto" : banco > punto ? "banco" : "tie";
  return coup;
}

/** All coups dealt from these cards, one after another; the last may wait for cards. */
function coupsOf(codes, reading) {
  const coups = [];
  for (let at = 0; at < codes.length;) {
    const coup = coupOf(codes.slice(at, at + 6), reading);
    coups.push(coup);
    at += coup.used;
    if (!coup.winner) break;
  }
  return coups;
}
/* The odds of a coup in progress: every way in which the cards left can finish it, weighed by the cards that make it. */


const SAFE = 2n ** 53n;
const COUP = 6;

/** How many ordered deals of the cards left, unused positions padded to six cards with those dealt, punto wins, banco wins and
    are a tie, as big integers. `dealt` are the coup's cards, fewer than it needs; point values decide the readings of the page. */
function oddsInProgress(dealt, { draws }, left) {
  let most = 1n;
  for (let place = dealt.length; place < COUP; place++) most *= BigInt(left.total);
  const number = most < SAFE ? Number : BigInt; // doubles hold every product exactly while the greatest is below 2**53
  const one = number(1);
  const counts = left.values.map(number);
  const padding = []; // by the cards used: the deals of the places left over
  for (let used = COUP, deals = one; used >= dealt.length; used--) {
    padding[used] = deals;
    deals *= number(left.total - (used - 1 - dealt.length));
  }
  const found = [number(0), number(0), number(0)];
  const moves = [];

  /** Deals the card of this place: the one dealt, or each that is left. */
  function next(place, weight, then) {
    if (place < dealt.length) {
      then(valueOf(dealt[place]), weight);
      return;
    }
    for (let value = 0; value < 10; value++) {
      const ways = weight * counts[value];
      if (!ways) continue;
      counts[value] -= one;
      then(value, ways);
      counts[value] += one;
    }
  }

  function end(punto, banco, used, weight) {
    found[punto > banco ? 0 : punto < banco ? 1 : 2] += weight * padding[used];
  }

  /** Banco's move by its total, punto's final total and punto's third card, or NO_THIRD. */
  function bancoDraws(banco, punto, third) {
    const key = (banco * 10 + punto) * 11 + third;
    const hand = third === NO_THIRD ? [punto, 0] : [punto, 10 - third, third]; // any cards of this sum
    return (moves[key] ??= bancoMove(draws, banco, hand.map((value) => `${value % 10}.`)).draws);
  }

  function afterPunto(punto, third, banco, used, weight) {
    if (!bancoDraws(banco, punto, third)) end(punto, banco, used, weight);
    else next(used, weight, (value, ways) => end(punto, (banco + value) % 10, used + 1, ways));
  }

  next(0, one, (first, w0) => next(1, w0, (second, w1) => next(2, w1, (third, w2) => next(3, w2, (fourth, weight) => {
    const [punto, banco] = [(first + third) % 10, (second + fourth) % 10];
    if (Math.max(punto, banco) >= 8) end(punto, banco, 4, weight);
    else if (!move(draws.punto[punto]).draws) afterPunto(punto, NO_THIRD, banco, 4, weight);
    else next(4, weight, (value, ways) => afterPunto((punto + value) % 10, value, banco, 5, ways));
  }))));
  const [punto, banco, tie] = found.map(BigInt);
  return { punto, banco, tie };
}
/* What a dealt coup is to a bet: the category it falls into, by the bet's conditions. */


const ABSENT = -1;
const COLOURS = { s: 1, h: 0, d: 0, c: 1 };
const COUNTED = ["aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"];
const COURT = { tens: 10, jacks: 11, queens: 12, kings: 13 };

/** The rank, suit or colour of a card is not known, and a bet asks for it. */
class Unseen extends Error {}

/** A card's rank, ace 1 to king 13. */
function rankOf(code) {
  if (code[1] !== ".") return DATA.ranks.findIndex((rank) => rank === code[0].replace("T", "10")) + 1;
  if (code[0] === "0") throw new Unseen();
  return Number(code[0]);
}

function suitOf(code) {
  if (!DATA.suits.includes(code[1])) throw new Unseen();
  return DATA.suits.indexOf(code[1]);
}

const colourOf = (code) => (suitOf(code), COLOURS[code[1]]);
const alike = (codes, of) => Number(codes.every((code) => of(code) === of(codes[0])));

function sideFacts(side, hand) {
  const two = hand.slice(0, 2);
  const facts = {
    total: () => total(hand), two_card_total: () => total(two), cards: () => hand.length, natural: () => Number(total(two) >= 8),
    pair: () => Number(valueOf(two[0]) === valueOf(two[1])) && alike(two, rankOf),
    perfect_pair: () => Number(valueOf(two[0]) === valueOf(two[1])) && alike(two, rankOf) && alike(two, suitOf),
    first_two_suited: () => alike(two, suitOf), suited: () => alike(hand, suitOf), one_colour: () => alike(hand, colourOf),
  };
  for (const [word, of] of [["value", valueOf], ["rank", rankOf], ["suit", suitOf], ["colour", colourOf]]) {
    [1, 2, 3].forEach((card) => (facts[`${word}_${card}`] = () => (hand[card - 1] ? of(hand[card - 1]) : ABSENT)));
  }
  return Object.entries(facts).map(([name, compute]) => [`${side}_${name}`, compute]);
}

const inARow = (values) => new Set(values).size === values.length && Math.max(...values) - Math.min(...values) === values.length - 1;

/** The patterns of a group of cards that bets of the data ask for; in a straight an ace is low or high. */
function patternFacts(group, cards) {
  const ranks = () => cards.map(rankOf);
  const copies = (rank) => ranks().filter((other) => other === rank).length;
  const come = (times) => ranks().filter((rank) => copies(rank) === times).length / times;
  const high = () => inARow(ranks().map((rank) => (rank === 1 ? 14 : rank)));
  const straight = () => high() || inARow(ranks());
  const flush = () => alike(cards, suitOf);
  const patterns = {
    two_pair: () => come(2) > 1, three_of_a_kind: () => come(3) === 1 && !come(2), four_of_a_kind: () => come(4) === 1,
    straight, flush, straight_flush: () => straight() && flush(), royal_flush: () => high() && ranks().includes(1) && flush(),
  };
  return Object.entries(patterns).map(([name, holds]) => [`${name}(${group})`, () => Number(holds())]);
}

/** Every name that a bet's conditions may use, as a function of nothing; one that looks at what is not known throws Unseen. */
function factsOf({ punto, banco }) {
  const all = [...punto, ...banco];
  const difference = total(punto) - total(banco);
  const copies = (rank) => all.filter((code) => valueOf(code) === 0 && rankOf(code) === rank).length;
  const firstFour = patternFacts("first_four", [...punto.slice(0, 2), ...banco.slice(0, 2)]);
  const facts = Object.fromEntries([...sideFacts("punto", punto), ...sideFacts("banco", banco), ...firstFour]);
  COUNTED.forEach((word, index) => (facts[word] = () => all.filter((code) => valueOf(code) === index + 1).length));
  for (const [word, rank] of Object.entries(COURT)) facts[word] = () => copies(rank);
  ["spades", "hearts", "diamonds", "clubs"].forEach((suit, index) => (facts[suit] = () => index));
  return {
    ...facts,
    punto_wins: () => Number(difference > 0), banco_wins: () => Number(difference < 0), tie: () => Number(!difference),
    margin: () => Math.abs(difference), cards: () => all.length, highest_value: () => Math.max(...all.map(valueOf)),
    one_suit: () => alike(all, suitOf), one_colour: () => alike(all, colourOf),
    court_cards: () => copies(11) + copies(12) + copies(13), none: () => ABSENT, red: () => 0, black: () => 1,
  };
}

const floor = (a, b) => Math.floor(a / b);
const SIGNS = {
  "+": (a, b) => a + b, "*": (a, b) => a * b, "//": floor, "%": (a, b) => a - b * floor(a, b),
  "==": (a, b) => a === b, "!=": (a, b) => a !== b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};

/** The value of an expression of the data: a number, a name, or a list of a sign and what it joins. */
function valueIn(facts, tree) {
  if (typeof tree === "number") return tree;
  if (typeof tree === "string") return facts[tree]();
  const [sign, ...parts] = tree;
  const value = (part) => valueIn(facts, part);
  if (sign === "and") return Number(parts.every(value));
  if (sign === "or") return Number(parts.some(value));
  if (sign === "not") return Number(!value(parts[0]));
  if (sign === "compare") return compared(value, parts);
  if (sign === "-") return parts.length === 1 ? -value(parts[0]) : value(parts[0]) - value(parts[1]);
  return SIGNS[sign](value(parts[0]), value(parts[1]));
}

/** A chain of comparisons: a value, then pairs of a sign and a value. */
function compared(value, [first, ...chain]) {
  let left = value(first);
  for (let at = 0; at < chain.length; at += 2) {
    const [sign, right] = [chain[at], chain[at + 1]];
    if (sign === "in" || sign === "not in") {
      if (right.slice(1).some((part) => value(part) === left) !== (sign === "in")) return 0;
    } else {
      const next = value(right);
      if (!SIGNS[sign](left, next)) return 0;
      left = next;
    }
  }
  return 1;
}

/** The number of the category of a bet of the data into which a finished coup falls; throws Unseen where the cards are not
    known well enough. */
function categoryOf(bet, hands) {
  const facts = factsOf(hands);
  for (const [name, tree] of bet.define) {
    const before = { ...facts };
    facts[name] = () => valueIn(before, tree);
  }
  const category = bet.when.findIndex((tree) => valueIn(facts, tree));
  return category < 0 ? bet.when.length : category;
}
/* The table: the coup as it is dealt, the stakes on it, the roads, and how the edges have moved. */


const DRAWN_AT_MOST = 150; // points of the chart
const MONEY = 2;

const zero = { n: 0n, d: 1n };
const sum = (a, b) => engine.fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const product = (a, b) => engine.fraction(a.n * b.n, a.d * b.d);

/** The coups dealt from the shoe under the chosen reading. */
const dealtCoups = (shoe, view) => coupsOf(shoe.dealt, readingOf(view.reading));

/** Shows the last coup, and below it the one before while the last waits for cards, of which the first was not needed there. */
function showCoup(coups, reading, left, digits) {
  const last = coups[coups.length - 1] || { hands: { punto: [], banco: [] }, steps: [], winner: null, next: "punto" };
  const before = last.winner ? null : coups[coups.length - 2];
  setText($("coup-title"), coups.length ? t("coup number", { number: coups.length }) : t("coup"));
  fillCoup("", last, reading);
  showProgress(last, reading, left, digits);
  $("before").hidden = !before;
  if (!before) return;
  setText($("before-title"), t("coup number", { number: coups.length - 1 }));
  fillCoup("before-", before, reading);
  setText($("spare"), last.used === 1 ? t("not needed", { number: coups.length - 1, card: cardName(last.hands.punto[0]).replace("?", "") }) : "");
}

/** The odds of a coup that waits for cards, beside its hands and in the strip. */
function showProgress({ hands: { punto, banco }, used, next }, reading, left, digits) {
  const dealt = [punto[0], banco[0], punto[1], banco[1], punto[2]].filter(Boolean);
  const found = used && next ? oddsInProgress(dealt, reading, left) : null;
  $("progress").hidden = !found;
  document.querySelectorAll("#strip i").forEach((node) => (node.hidden = !found));
  if (!found) return;
  const all = found.punto + found.banco + found.tie;
  $("progress").tBodies[0].replaceChildren(...MAIN_BETS.map((side) => {
    const cell = figureCell();
    const chance = engine.fraction(found[side], all);
    filled(cell, decimal(chance, digits), chance);
    setText($("strip").querySelector(`[data-bet="rules-${side}"] i`), percent(chance, 4));
    return element("tr", { "data-outcome": side }, element("th", { scope: "row", text: t("outcome " + side) }), cell);
  }));
}

/** Writes a coup's hands, the clause behind each decision and its result into the places whose ids have this prefix. */
function fillCoup(prefix, coup, reading) {
  for (const side of ["punto", "banco"]) {
    const hand = coup.hands[side];
    $(`${prefix}hand-${side}`).replaceChildren(element("b", { text: t("outcome " + side) }), ...hand.map((code) => element("span", { class: `card ${"hd".includes(code[1]) ? "red" : ""}`, text: cardName(code).replace("?", "") })),
      element("span", { class: "sum", text: hand.length ? String(total(hand)) : "" }));
  }
  $(prefix + "steps").replaceChildren(...coup.steps.filter((step) => !step.code).map((step) => element("li", {},
    element("b", { text: decision(step) }), " ", element("q", { lang: step.assumed ? "en" : reading.language, text: step.clause }), step.assumed ? " " + t("clause assumed") : "")));
  setText($(prefix + "result"), coup.winner ? t("result " + coup.winner, { punto: total(coup.hands.punto), banco: total(coup.hands.banco) })
    : coup.unknown ? t("rank unknown") : t("waits for", { side: t("outcome " + coup.next) }));
}

const decision = ({ side, total: own, draws }) => (side ? t(draws ? "draws" : "stands", { side: t("outcome " + side), total: own }) : t("natural", { total: own }));

function showRoads(coups) {
  const winners = coups.filter((coup) => coup.winner).map((coup) => coup.winner);
  $("roads").hidden = !winners.length;
  $("beads").replaceChildren(beadPicture(winners));
  $("big-road").replaceChildren(bigRoadPicture(winners));
  const count = (side) => winners.filter((winner) => winner === side).length;
  setText($("winners"), t("winners", { punto: count("punto"), banco: count("banco"), tie: count("tie") }));
  setText($("roads-said"), winners.map((winner) => t("letter " + winner)).join(" "));
}

/** The net win of one unit on a bet after a coup, or null where the cards are not known well enough. */
function netOf(key, coup, reading) {
  const [name, pays = ""] = key.split("/");
  const payoffs = payTables(name, reading).find(([table]) => table === pays)[1];
  if (name.startsWith("rules-")) return payoff(payoffs[DATA.bets[0].categories.indexOf(coup.winner)]);
  try {
    return payoff(payoffs[categoryOf(betOf(name), coup.hands)]);
  } catch (error) {
    if (error instanceof Unseen) return null;
    throw error;
  }
}

/** The bets that have a row for a stake: the rulebook's three, the chosen one, and any with a stake. */
const stakeKeys = (view) => [...new Set([...MAIN_BETS.map((name) => "rules-" + name), view.pays ? `${view.bet}/${view.pays}` : view.bet, ...stakesOf(view).keys()])];

function showStakes(coups, view) {
  const stakes = stakesOf(view);
  const body = $("stakes").tBodies[0];
  const keys = stakeKeys(view);
  if (body.dataset.keys !== keys.join()) {
    body.dataset.keys = keys.join();
    body.replaceChildren(...keys.map((key, index) => element("tr", { "data-stake": key },
      element("th", { scope: "row" }, element("label", { for: `stake-${index}`, text: stakeTitle(key) })),
      element("td", {}, element("input", { id: `stake-${index}`, inputmode: "decimal", autocomplete: "off", size: "5", "aria-describedby": "stakes-fault" })),
      element("td", { class: "figure" }), element("td", { class: "figure" }))));
  }
  const done = coups.filter((coup) => coup.winner);
  const totals = { last: zero, all: zero };
  const reading = readingOf(view.reading);
  [...body.rows].forEach((row) => {
    const key = row.dataset.stake;
    const text = stakes.get(key) || "";
    const field = row.querySelector("input");
    if (!field.matches(":focus, [aria-invalid]")) field.value = text;
    const nets = text ? done.map((coup) => netOf(key, coup, reading)) : [];
    const won = nets.map((net) => net && product(net, engine.parsed(text)));
    const known = won.every(Boolean);
    const all = known ? won.reduce(sum, zero) : null;
    setText(row.cells[2], won.length ? money(won.at(-1)) : "");
    setText(row.cells[3], won.length ? money(all) : "");
    if (won.length && won.at(-1)) totals.last = sum(totals.last, won.at(-1));
    if (all) totals.all = sum(totals.all, all);
  });
  const staked = stakes.size && done.length;
  $("settled").hidden = !staked;
  setText($("settled-last"), staked ? money(totals.last) : "");
  setText($("settled-all"), staked ? money(totals.all) : "");
}

const stakeTitle = (key) => titleOf(key.split("/")[0]).split(/ \(|: /)[0] + (key.includes("/") ? ` ${key.split("/")[1]}` : "");

/** An amount to the cent, or as a fraction where it is not whole cents. */
function money(amount) {
  if (!amount) return t("needs suits");
  const whole = (100n * amount.n) % amount.d === 0n;
  return (amount.n > 0n ? "+" : "") + (whole ? decimal(amount, MONEY) : grouped(engine.text(amount)));
}

/** The first screen's bets as the chart and its table have them: a key, a title, and the edge of counts. */
function followed(reading) {
  const main = MAIN_BETS.map((name) => ({ bet: "rules-" + name, index: 0, payoffs: reading.pays[name] }));
  const first = DATA.first.map((name) => ({ bet: name, index: DATA.bets.indexOf(betOf(name)), payoffs: betOf(name).pays[0][1] }));
  return [...main, ...first].map((one) => ({ ...one, payoffs: one.payoffs.map(payoff) }));
}

/** The shoes whose edges the chart shows: the full one, then what is left after each coup; at most so many. */
function stations(shoe, coups) {
  let used = 0;
  const after = coups.filter((coup) => coup.winner).map((coup) => (used += coup.used));
  const step = Math.ceil(after.length / DRAWN_AT_MOST) || 1;
  const chosen = after.filter((_, index) => (after.length - 1 - index) % step === 0);
  return [begun(shoe.base), ...chosen.map((cards) => ({ ...shoe, burnt: 0, dealt: shoe.dealt.slice(0, cards) }))];
}

function showMoves(shoe, coups, view, left) {
  const gone = shoe.dealt.length + shoe.out.length;
  $("moved").hidden = !gone;
  if (!gone) return;
  const reading = readingOf(view.reading);
  const bets = followed(reading);
  const edge = ({ index, payoffs }, counts) => (counts[index] ? engine.price(counts[index], payoffs).edge : null);
  const counted = stations(shoe, coups).map((station) => firstCounts(reading.tableau, remaining(station)));
  const now = firstCounts(reading.tableau, left);
  const ended = coups.filter((coup) => coup.winner).length;
  if (ended < coups.length || !ended) counted.push(now);
  const number = (fraction) => Number(engine.decimal({ n: 100n * fraction.n, d: fraction.d }, 9));
  const shown = bets.filter(({ bet }, index) => index < MAIN_BETS.length || bet === view.bet).map((one) => {
    const edges = counted.map((counts) => edge(one, counts)).filter(Boolean).map(number);
    return { name: stakeTitle(one.bet), kind: one.bet.startsWith("rules-") ? one.bet.slice(6) : "other", points: edges.map((value) => value - edges[0]) };
  });
  const series = shown.filter((one) => one.points.length > 1);
  const even = ({ kind }) => kind === "punto" || kind === "banco"; // their edges move far less than those of long odds
  $("moves").replaceChildren(movesPicture(series.filter(even), coups.length), movesPicture(series.filter((one) => !even(one)), coups.length));
  $("moved-table").tBodies[0].replaceChildren(...bets.map((one) => {
    const [before, after] = [edge(one, counted[0]), edge(one, now)];
    const cells = [before, after].map((value) => element("td", { class: "figure", text: value ? percent(value, 6) : "–" }));
    const cell = figureCell();
    if (before && after) {
      const change = engine.difference(after, before);
      filled(cell, (change.n > 0n ? "+" : "") + percent(change, 6).split("\u00a0")[0], ""); // percentage points, says the caption
    }
    return element("tr", { "data-bet": one.bet }, element("th", { scope: "row", text: stakeTitle(one.bet) }), ...cells, cell);
  }));
}
/* What happens: it keeps the state and its history, asks the engine and the worker, and shows what they answer. */


const UNDONE_AT_MOST = 2000;
const LANGUAGE_KEPT = "exact-baccarat-language";

let shoe = begun(fullShoe(8));
let view = firstView(rememberedLanguage());
let past = [], future = [];
let rows = []; // of the list of all bets, for which the first figures do not wait
let counts = [];
let left = remaining(shoe);
let shownKind = "", spoken = "", countedShoe = null, paidBet = "";
let linkTimer = 0, statusTimer = 0;

function rememberedLanguage() {
  let kept = null;
  try {
    kept = localStorage.getItem(LANGUAGE_KEPT);
  } catch { /* a browser may refuse storage to a page from a file */ }
  const wanted = [kept, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => DATA.languages.includes(tag)) || "en";
}

const betIndex = () => DATA.bets.indexOf(betOf(view.bet));

function askWorker() {
  const { tableau } = readingOf(view.reading);
  const bet = betIndex();
  const known = left[granularityOf(bet)];
  const why = !known ? counts[bet] : left.total <= LIMITS.cards ? "removal few" : "";
  showRemoval(view, "", why || "computing", null, left);
  const { values, ranks, cards } = left;
  worker.ask({ tableau, known: { values, ranks, cards }, removal: why ? null : bet });
}

function arrived(answer) {
  if (answer.id !== worker.asked) return;
  Object.assign(counts, answer.counts);
  for (const [bet, known] of counts.entries()) {
    if (known === "computing") counts[bet] = granularityOf(bet) === "ranks" ? "unknown ranks" : "unknown suits";
  }
  showList();
  const bet = betIndex();
  if (!countedHere(bet)) showBet(view, counts[bet]);
  if (answer.removals) showRemoval(view, granularityOf(bet), answer.removals, counts[bet], left);
  document.body.dataset.settled = answer.id;
}

function showList() {
  if (rows.length) {
    priceBets(rows, counts);
    arrangeBets(rows, view);
    showBets(rows, counts, view.digits);
  }
  markChosen(view);
}

/** Builds the list of all bets, and shows it. */
function startList() {
  rows = buildBets();
  showList();
}

function show() {
  delete document.body.dataset.settled;
  if (spoken !== view.language + view.names) changeLanguage();
  const reading = readingOf(view.reading);
  left = remaining(shoe);
  counts = countsNow(reading.tableau, left);
  showFirst(counts, reading, view.digits);
  if (shownKind !== shoe.base.kind) buildGrid((shownKind = shoe.base.kind));
  showGrid(shoe.base.kind, left);
  showShoe(shoe, left);
  if (countedShoe !== shoe) fillCounts(left);
  countedShoe = shoe;
  showFields();
  showReading(reading);
  const coups = dealtCoups(shoe, view);
  showCoup(coups, reading, left, view.digits);
  showRoads(coups);
  showStakes(coups, view);
  showMoves(shoe, coups, view, left);
  showBet(view, counts[betIndex()]);
  const paid = `${view.bet} ${view.pays} ${view.own} ${view.language}${view.names}`;
  if (paidBet !== paid) buildPays(view);
  paidBet = paid;
  showList();
  askWorker();
  clearTimeout(linkTimer);
  linkTimer = setTimeout(showLink, 150);
}

/** Puts the state into the fields that choose it, unless somebody is typing there. */
function showFields() {
  for (const id of ["reading", "digits", "find", "order", "line", "names", "language"]) {
    const value = String(view[id]);
    if ($(id).value !== value && !$(id).matches("[aria-invalid]")) $(id).value = value;
  }
  if (!$("decks").matches(":focus, [aria-invalid]")) $("decks").value = shoe.base.decks || "";
  if (!$("burnt").matches(":focus, [aria-invalid]")) $("burnt").value = shoe.burnt;
  $(view.mode === "deal" ? "mode-deal" : "mode-out").checked = true;
  $("exact").checked = view.exact === "yes";
  document.body.classList.toggle("no-fractions", view.exact === "no");
  $("names").disabled = view.language !== "en";
  $("undo").setAttribute("aria-disabled", String(!past.length)); // not disabled, because the button would lose the focus
  $("redo").setAttribute("aria-disabled", String(!future.length));
}

function showLink() {
  const text = "#" + linkText(shoe, view);
  $("link").value = location.href.split("#")[0] + text;
  if (location.hash === text) return;
  try {
    history.replaceState(null, "", text);
  } catch { /* too many changes in a short time: the field has the link */ }
}

function changeLanguage() {
  spoken = view.language + view.names;
  speak(view.language, view.names);
  translatePage();
  buildReadings();
  buildFirst();
  if (rows.length) rows = buildBets();
  shownKind = "";
  delete $("stakes").tBodies[0].dataset.keys;
  buildCounts(left, countFields().map((field) => field.value));
  faults.forEach((fault, id) => tell(fault, id));
}

function announce(words) {
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => {
    const all = counts[0].reduce((sum, own) => sum + own, 0n);
    const [punto, banco, tie] = counts[0].map((own) => percent(engine.fraction(own, all), 4));
    setText($("status"), `${words} ${t("status", { cards: left.total, punto, banco, tie })}`);
  }, 400);
}

/** Before a step: remember the shoe to undo to, and the view if the step changes that too. */
function remember(seen) {
  past.push({ shoe, view: seen });
  if (past.length > UNDONE_AT_MOST) past.shift();
  future = [];
}

/** Makes `make()` the shoe, and the old shoe the one to undo to. A Fault changes nothing and appears next to the field `id`. */
function change(make, words, id) {
  try {
    const next = make();
    if (linkText(next, view) !== linkText(shoe, view)) remember(null);
    shoe = next;
  } catch (fault) {
    fail(fault, id);
    return false;
  }
  clearFaults();
  show();
  announce(words);
  return true;
}

function step(from, to, key) {
  if (!from.length) return;
  const before = from.pop();
  to.push({ shoe, view: before.view && view });
  shoe = before.shoe;
  view = before.view || view;
  clearFaults();
  show();
  announce(t(key));
}

const undo = () => step(past, future, "undone");
const redo = () => step(future, past, "redone");

function deal(found, id) {
  const where = view.mode === "deal" ? "dealt" : "out";
  const words = t("spoken dealt", { cards: found.map((code) => cardName(code, true)).join(", ") });
  const done = change(() => without(shoe, found, where), words, id);
  if (done && where === "dealt") announce(`${words} ${$("result").textContent}`);
  return done;
}

function look(changes) {
  view = { ...view, ...changes };
  const tables = payTables(view.bet, readingOf(view.reading)).map(([name]) => name);
  if (!tables.includes(view.pays)) view.pays = tables[0];
  show();
}

/** Takes what `read()` makes of a field into the view; a Fault changes nothing and appears next to the field `id`. */
function lookAt(read, id) {
  let changes;
  try {
    changes = read();
  } catch (fault) {
    fail(fault, id);
    return;
  }
  clearFaults();
  look(changes);
}

function readEntry(all) {
  const field = $("entry");
  try {
    const { found, left: rest } = typedCards(field.value, shoe.base.kind, all);
    if (found.length && !deal(found, "entry")) return;
    if (found.length || !rest) clearFaults();
    if (field.value !== rest && found.length) field.value = rest;
  } catch (fault) {
    fail(fault, "entry");
  }
}

function openLink(first) {
  const text = location.hash.replace(/^#/, "");
  const now = linkText(shoe, view);
  if (text === now) return;
  if (!text) return showLink();
  try {
    const found = parseLink(text, view.language);
    clearFaults();
    if (linkText(found.shoe, found.view) === now) return showLink();
    if (!first) remember(view);
    shoe = found.shoe;
    view = found.view;
    show();
  } catch (fault) {
    fail(fault instanceof Fault ? new Fault("fault: link", { fault }) : fault, "");
    showLink();
  }
}

/** What an export needs of the state. */
const stateNow = () => ({ counts, view, rows, shoe, left, reading: readingOf(view.reading), address: $("link").value });
/* What leaves the page: the odds it shows as CSV or LaTeX, an entry for BibTeX, and the address. */


const ESCAPED = { "&": "\\&", "%": "\\%", _: "\\_", "#": "\\#", $: "\\$", "{": "\\{", "}": "\\}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}" };
const escaped = (text) => text.replace(/[&%_#${}~^\\]/g, (mark) => ESCAPED[mark]);
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const NAMED_AT_MOST = 12; // cards that a caption lists

/** The address without a reader's own folders: of a page opened from a file, its place in the sources. */
const publicAddress = (address) => (/^https?:/.test(address) ? address : "docs/calculator/index.html#" + address.split("#")[1]);

const today = () => new Date().toISOString().slice(0, 10);

/** The bets that an export has, as a bet, its pay table, a title, the probability that it wins and its edge: the first screen, the
    chosen bet, and those of the list that are in view. */
function exported({ counts, view, reading, rows }) {
  const list = [];
  const add = (bet, pays, title, payoffs) => {
    const own = counts[DATA.bets.indexOf(betOf(bet))];
    if (typeof own === "string" || list.some((other) => other.bet === bet && other.pays === pays)) return;
    const { all, hit, edge } = engine.price(own, payoffs);
    const outcome = bet.startsWith("rules-") ? DATA.bets[0].categories.indexOf(bet.slice(6)) : -1;
    list.push({ bet, pays, title, edge, probability: outcome < 0 ? hit : engine.fraction(own[outcome], all) });
  };
  for (const name of MAIN_BETS) add("rules-" + name, "", titleOf("rules-" + name), reading.pays[name].map(payoff));
  for (const name of DATA.first) add(name, betOf(name).pays[0][0], titleOf(name), betOf(name).pays[0][1].map(payoff));
  add(view.bet, view.own ? view.own.replaceAll(",", " ") : view.pays, betTitle(view), chosenPayoffs(view).map(payoff));
  for (const { row, payoffs } of rows) {
    if (row.isConnected && !row.parentNode.hidden) add(row.dataset.bet, row.dataset.pays, titleOf(row.dataset.bet), payoffs);
  }
  return list;
}

const HEADS = "bet,pay_table,title,house_edge,house_edge_decimal,probability,probability_decimal,shoe,rules,program,date";

/** One row for each bet: its house edge and the probability that it wins, each as a fraction and as a decimal, and what they are of. */
function csvText(state) {
  const figure = (value) => [engine.text(value), engine.decimal(value, state.view.digits)];
  const behind = [shoeText(state.shoe), state.view.reading, DATA.program, today()];
  const lines = exported(state).map(({ bet, pays, title, edge, probability }) => [bet, pays, title, ...figure(edge), ...figure(probability), ...behind].map(quoted).join(","));
  return [HEADS, ...lines, ""].join("\n");
}

/** The shoe in words: its decks, and the cards gone. */
function shoeInWords({ base, out, dealt }, left) {
  const gone = [...out, ...dealt];
  if (!base.decks) return t("cards typed", { cards: left.total });
  const whole = t("cards of decks", { cards: left.total, decks: base.decks });
  return gone.length && gone.length <= NAMED_AT_MOST ? `${whole}; ${t("cards gone", { cards: gone.map(className).join(" ") })}` : whole;
}

/** The same as a table for the package booktabs, with the figures of the chosen bet below. */
function latexText(state) {
  const mark = (text) => inMathematics(text).replace(".", state.view.language === "en" ? "." : "{,}");
  const share = ({ n, d }) => `$${mark(engine.decimal({ n: 100n * n, d }, Math.max(state.view.digits - 2, 0)))}$`;
  const bets = exported(state).map(({ pays, title, edge, probability }) => {
    const named = pays && !title.includes(pays) ? `${title} (${pays})` : title;
    return `${escaped(named)} & ${share(probability)} & ${share(edge)} \\\\`;
  });
  const own = state.counts[DATA.bets.indexOf(betOf(state.view.bet))];
  const figures = typeof own === "string" ? [] : figuresOf(own, chosenPayoffs(state.view)).filter(([key, value, isShare]) => value && !isShare && key !== "hit")
    .map(([key, value]) => `${escaped(t(key))} & & $${mark(engine.decimal(value, state.view.digits))}$ \\\\`);
  const caption = t("caption", { shoe: shoeInWords(state.shoe, state.left), rules: state.view.reading });
  const percents = ["probability", "edge"].map((key) => `${escaped(t(key))} (\\%)`);
  return [
    `% \\usepackage{array,booktabs}; ${publicAddress(state.address)}`, "\\begin{table}", "\\centering", `\\caption{${escaped(caption)}}`,
    "\\footnotesize\\setlength{\\tabcolsep}{4pt}", "\\begin{tabular}{@{}>{\\raggedright}p{0.4\\linewidth}rr@{}}", "\\toprule", `${escaped(t("bet"))} & ${percents.join(" & ")} \\\\`, "\\midrule", ...bets,
    ...(figures.length ? ["\\midrule", `\\multicolumn{3}{@{}p{0.95\\linewidth}@{}}{${escaped(betTitle(state.view))}} \\\\`, ...figures] : []),
    "\\bottomrule", "\\end{tabular}", "", `\\smallskip\\footnotesize ${escaped(t("table note", { program: DATA.program, date: today() }))}`, "\\end{table}", "",
  ].join("\n");
}

/** The entry of the program, with the address of this very page in its note. */
function bibtexText({ address }) {
  const escapedAddress = publicAddress(address).replace(/[%#&]/g, "\\$&");
  return DATA.cite.replace(/( {2}note = \{[^\n]*)\},\n/, (whole, note) => `${note}; calculator: \\url{${escapedAddress}}},\n`);
}
/* The start of the page: it wires the fields, buttons and keys, shows the first figures, and then loads what counts all bets. */


const COPIED_FOR = 2500;

function onKey(event) {
  const target = event.target;
  const typing = target.matches("input:not([type=radio]):not([type=checkbox]), select, textarea") && !(target.id === "entry" && !target.value) && !target.readOnly;
  if (typing || event.altKey) return;
  const key = event.key.toLowerCase();
  const withControl = event.ctrlKey || event.metaKey;
  const back = withControl ? key === "z" && !event.shiftKey : key === "u" || key === "backspace";
  const forth = withControl ? key === "y" || (key === "z" && event.shiftKey) : key === "r";
  if (back || forth) {
    event.preventDefault();
    (back ? undo : redo)();
  } else if (!withControl && target.id !== "entry" && /^[0-9atjqk]$/.test(key)) {
    $("entry").focus();
  }
}

function submits(id, act) {
  $(id).onsubmit = (event) => {
    event.preventDefault();
    act();
  };
}

function wireShoe() {
  submits("decks-form", () => change(() => begun(fullShoe(wholeNumber($("decks").value, 1, LIMITS.decks, { key: "decks" }))), t("new shoe"), "decks"));
  submits("counts-form", () => {
    const texts = [...$("counts").querySelectorAll("input")].map((field) => field.value);
    change(() => begun(typedShoe($("kind").value, texts)), t("use counts"), "counts");
  });
  submits("burnt-form", () => change(() => {
    const next = { ...shoe, burnt: wholeNumber($("burnt").value, 0, LIMITS.count, { key: "burnt" }) };
    remaining(next);
    return next;
  }, t("burnt"), "burnt"));
  $("kind").onchange = () => {
    clearFaults();
    buildCounts(remaining(shoe));
  };
  submits("entry-form", () => readEntry(true));
  $("entry").oninput = () => readEntry(false);
  $("undo").onclick = undo;
  $("redo").onclick = redo;
  $("cards").onkeydown = onGridKey;
  $("cards").onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    focusCard(button);
    deal([button.dataset.code], "");
  };
  $("mode-deal").onchange = $("mode-out").onchange = () => look({ mode: $("mode-deal").checked ? "deal" : "out" });
}

function wireBets() {
  for (const id of ["bets", "outcomes"]) {
    $(id).onclick = (event) => {
      const group = event.target.closest("button[data-group]");
      if (group) look({ group: group.dataset.group === view.group ? "" : group.dataset.group });
      const row = event.target.closest("button") && event.target.closest("tr[data-bet]");
      if (row) look({ bet: row.dataset.bet, pays: row.dataset.pays, own: "" });
    };
  }
  $("reading").onchange = () => look({ reading: $("reading").value });
  $("digits").onchange = () => look({ digits: Number($("digits").value) });
  $("order").onchange = () => look({ order: $("order").value });
  $("find").oninput = () => look({ find: $("find").value.replace(/[\ud800-\udfff]/g, "") });
  $("line").onchange = () => lookAt(() => ({ line: amount($("line").value, -100, 100, { key: "line" }) }), "line");
  $("exact").onchange = () => look({ exact: $("exact").checked ? "yes" : "no" });
  submits("pays-form", () => lookAt(() => {
    const { categories } = betOf(view.bet);
    const fields = [...$("pays").querySelectorAll("input")];
    const paid = fields.map((field, index) => {
      try {
        return odds(field.value, -1, LIMITS.pay, categories[index]);
      } catch (fault) {
        throw Object.assign(fault, { field: field.id });
      }
    });
    return { own: ownPays(paid.join(","), betOf(view.bet)) };
  }, "pays"));
  $("pays-reset").onclick = () => look({ own: "" });
  $("stakes").onchange = (event) => lookAt(() => {
    const key = event.target.closest("tr").dataset.stake;
    const stakes = stakesOf(view);
    stakes.delete(key);
    try {
      if (event.target.value.trim()) stakes.set(key, amount(event.target.value, 0, LIMITS.pay, { key: "stake" }));
    } catch (fault) {
      throw Object.assign(fault, { field: event.target.id });
    }
    return { stakes: [...stakes].map((stake) => stake.join(":")).join(",") };
  }, "stakes");
}

/** Copies a text, or shows it selected where the browser does not allow that; the button says which. */
async function copy(button, text) {
  const field = text === $("link").value ? $("link") : $("copied");
  if (field === $("copied")) {
    field.hidden = false;
    field.value = text;
  }
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    setText($("status"), t("copied"));
  } catch {
    setText($("status"), t("copy by hand"));
  }
  setText(button, $("status").textContent);
  setTimeout(() => setText(button, t(button.dataset.t)), COPIED_FOR);
}

function wireShare() {
  $("copy").onclick = () => {
    showLink();
    copy($("copy"), $("link").value);
  };
  for (const [id, textOf] of [["csv", csvText], ["latex", latexText], ["bibtex", bibtexText]]) {
    $(id).onclick = () => {
      showLink();
      copy($(id), textOf(stateNow()));
    };
  }
  $("print").onclick = () => window.print();
  $("names").onchange = () => look({ names: $("names").value });
  $("language").onchange = () => {
    try {
      localStorage.setItem(LANGUAGE_KEPT, $("language").value);
    } catch { /* not remembered, then */ }
    look({ language: $("language").value });
  };
  $("fault-close").onclick = () => {
    faults.delete("");
    $("fault").hidden = true;
  };
  document.querySelector(".skip").onclick = (event) => {
    event.preventDefault(); // the address holds the link, not a place on the page
    $("results").focus();
  };
}

/** Lists all bets, and loads the sections that count them; the first screen did not wait for them. */
function showAll() {
  startList();
  const script = element("script", { src: "sections.js" });
  script.onload = () => worker.start(globalThis.exactBaccaratSections, arrived);
  script.onerror = () => {
    faults.set("", new Fault("fault: sections"));
    setText($("fault-text"), t("fault: sections"));
    $("fault").hidden = false;
  };
  document.head.append(script);
}

function start() {
  $("bars").append(...MAIN_BETS.map((name) => element("span", { class: name })));
  $("digits").append(...DIGITS.map((digits) => element("option", { value: digits, text: String(digits) })));
  $("program").textContent = DATA.program;
  wireShoe();
  wireBets();
  wireShare();
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => openLink(false));
  show();
  if (location.hash) openLink(true);
  performance.mark("first figures");
  requestAnimationFrame(() => setTimeout(showAll));
}

start();
