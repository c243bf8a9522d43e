/* What a dealt coup is to a bet: the category it falls into, by the bet's conditions. */

import { DATA } from "./data.js";
import { total, valueOf } from "./coup.js";

const ABSENT = -1;
const COLOURS = { s: 1, h: 0, d: 0, c: 1 };
const COUNTED = ["aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"];
const COURT = { tens: 10, jacks: 11, queens: 12, kings: 13 };

/** The rank, suit or colour of a card is not known, and a bet asks for it. */
export class Unseen extends Error {}

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
export function categoryOf(bet, hands) {
  const facts = factsOf(hands);
  for (const [name, tree] of bet.define) {
    const before = { ...facts };
    facts[name] = () => valueIn(before, tree);
  }
  const category = bet.when.findIndex((tree) => valueIn(facts, tree));
  return category < 0 ? bet.when.length : category;
}
