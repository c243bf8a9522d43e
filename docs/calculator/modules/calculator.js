/* What happens: it keeps the state and its history, asks the engine and the worker, and shows what they answer. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { buildPays, showBet, showRemoval } from "./bet.js";
import { arrangeBets, buildBets, buildFirst, markChosen, priceBets, showBets, showFirst } from "./bets.js";
import { countedHere, countsNow, granularityOf, worker } from "./counting.js";
import { buildCounts, clearFaults, countFields, fail, faults, fillCounts, tell } from "./forms.js";
import { buildGrid, showGrid, showShoe } from "./grid.js";
import { linkText, parseLink } from "./link.js";
import { buildReadings, showReading } from "./reading.js";
import { begun, betOf, Fault, firstView, fullShoe, LIMITS, payTables, readingOf, remaining, typedCards, without } from "./state.js";
import { dealtCoups, showCoup, showMoves, showRoads, showStakes } from "./table.js";
import { $, cardName, percent, setText, speak, t, translatePage } from "./words.js";

const UNDONE_AT_MOST = 2000;
export const LANGUAGE_KEPT = "exact-baccarat-language";

export let shoe = begun(fullShoe(8));
export let view = firstView(rememberedLanguage());
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

export function arrived(answer) {
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
export function startList() {
  rows = buildBets();
  showList();
}

export function show() {
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

export function showLink() {
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
export function change(make, words, id) {
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

export const undo = () => step(past, future, "undone");
export const redo = () => step(future, past, "redone");

export function deal(found, id) {
  const where = view.mode === "deal" ? "dealt" : "out";
  const words = t("spoken dealt", { cards: found.map((code) => cardName(code, true)).join(", ") });
  const done = change(() => without(shoe, found, where), words, id);
  if (done && where === "dealt") announce(`${words} ${$("result").textContent}`);
  return done;
}

export function look(changes) {
  view = { ...view, ...changes };
  const tables = payTables(view.bet, readingOf(view.reading)).map(([name]) => name);
  if (!tables.includes(view.pays)) view.pays = tables[0];
  show();
}

/** Takes what `read()` makes of a field into the view; a Fault changes nothing and appears next to the field `id`. */
export function lookAt(read, id) {
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

export function readEntry(all) {
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

export function openLink(first) {
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
export const stateNow = () => ({ counts, view, rows, shoe, left, reading: readingOf(view.reading), address: $("link").value });
