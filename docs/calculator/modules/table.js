/* The table: the coup as it is dealt, the stakes on it, the roads, and how the edges have moved. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { titleOf } from "./bets.js";
import { beadPicture, bigRoadPicture, movesPicture } from "./chart.js";
import { firstCounts } from "./counting.js";
import { coupsOf, total } from "./coup.js";
import { oddsInProgress } from "./progress.js";
import { categoryOf, Unseen } from "./settle.js";
import { begun, betOf, MAIN_BETS, payTables, readingOf, remaining, stakesOf } from "./state.js";
import { $, cardName, decimal, element, filled, figureCell, grouped, payoff, percent, setText, t } from "./words.js";

const DRAWN_AT_MOST = 150; // points of the chart
const MONEY = 2;

const zero = { n: 0n, d: 1n };
const sum = (a, b) => engine.fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const product = (a, b) => engine.fraction(a.n * b.n, a.d * b.d);

/** The coups dealt from the shoe under the chosen reading. */
export const dealtCoups = (shoe, view) => coupsOf(shoe.dealt, readingOf(view.reading));

/** Shows the last coup, and below it the one before while the last waits for cards, of which the first was not needed there. */
export function showCoup(coups, reading, left, digits) {
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

export function showRoads(coups) {
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

export function showStakes(coups, view) {
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

export function showMoves(shoe, coups, view, left) {
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
