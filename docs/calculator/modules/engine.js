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
export function decode(raw, bets, tableaux) {
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
export function deals(cards) {
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
export function evaluate(section, tableau, counts, bets) {
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
export function removals(section, tableau, counts, bet) {
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
export function fraction(numerator, denominator) {
  const common = divisor(size(numerator), denominator);
  return { n: numerator / common, d: denominator / common };
}

/** The fraction that a number of the data writes: 40, 0.95 or 1/3. */
export function parsed(text) {
  const [n, d = "1"] = text.split("/");
  const places = (n.split(".")[1] || "").length;
  return fraction(BigInt(n.replace(".", "")), BigInt(d) * 10n ** BigInt(places));
}

/** A fraction as its text. */
export const text = ({ n, d }) => `${n}/${d}`;

/** A fraction rounded half-even to a number of decimals. */
export function decimal({ n, d }, digits) {
  const scaled = size(n) * 10n ** BigInt(digits);
  let whole = scaled / d;
  const twice = 2n * (scaled % d);
  if (twice > d || (twice === d && whole % 2n)) whole += 1n;
  const shown = String(whole).padStart(digits + 1, "0");
  const cut = shown.length - digits;
  return (n < 0n && whole ? "-" : "") + shown.slice(0, cut) + (digits ? "." + shown.slice(cut) : "");
}

/** A bet's figures from the counts of its categories and its payoffs. */
export function price(counts, payoffs) {
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

export function difference(a, b) {
  return fraction(a.n * b.d - b.n * a.d, a.d * b.d);
}
