/* The odds of a coup in progress: every way in which the cards left can finish it, weighed by the cards that make it. */

import { bancoMove, move, NO_THIRD, valueOf } from "./coup.js";

const SAFE = 2n ** 53n;
const COUP = 6;

/** How many ordered deals of the cards left, unused positions padded to six cards with those dealt, punto wins, banco wins and
    are a tie, as big integers. `dealt` are the coup's cards, fewer than it needs; point values decide the readings of the page. */
export function oddsInProgress(dealt, { draws }, left) {
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
