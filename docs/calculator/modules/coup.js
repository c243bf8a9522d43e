/* A coup dealt card by card: who draws under a reading, and by which clause. The drawing rules are the data's. */

import { DATA } from "./data.js";

const ORDER = ["punto", "banco", "punto", "banco"];
export const NO_THIRD = 10;
const RANKS = DATA.ranks.map((rank) => (rank === "10" ? "T" : rank));

/** The point value of a card by its code: `9h`, `K-` or `7.`. */
export function valueOf(code) {
  const rank = RANKS.indexOf(code[0]);
  return code[1] === "." ? Number(code[0]) : DATA.values[rank];
}

export const total = (codes) => codes.reduce((sum, code) => sum + valueOf(code), 0) % 10;

export function move(number) {
  const [draws, clause, assumed] = DATA.moves[number];
  return { draws: draws === 1, clause: DATA.clauses[clause], assumed: assumed === 1 };
}

/** Banco's move: a rank of punto's third card goes before punto's final total, and this before the card's value.
    Null if it depends on a rank that is not known. */
export function bancoMove(draws, own, hand) {
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
export function coupOf(codes, reading) {
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
export function coupsOf(codes, reading) {
  const coups = [];
  for (let at = 0; at < codes.length;) {
    const coup = coupOf(codes.slice(at, at + 6), reading);
    coups.push(coup);
    at += coup.used;
    if (!coup.winner) break;
  }
  return coups;
}
