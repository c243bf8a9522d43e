/* The lists of bets: those of the first screen with the outcomes, and all of them, in groups or by a search or by edge. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { namesOf, relevance } from "./search.js";
import { betOf, MAIN_BETS } from "./state.js";
import { $, decimal, element, figureCell, filled, marked, payoff, percent, said, setText, t } from "./words.js";

const titleButton = (text) => element("button", { type: "button" }, text);
const inGroups = (view) => !view.find.trim() && view.order === "groups";

/** The first screen: the three outcomes, each also the bet on it that the reading pays, then the bets of DATA.first. */
export function buildFirst() {
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

export function showFirst(counts, reading, digits) {
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
export function buildBets() {
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
export function priceBets(rows, counts) {
  for (const entry of rows) {
    const counted = counts[entry.index];
    entry.edge = typeof counted === "string" ? null : engine.price(counted, entry.payoffs).edge;
  }
}

/** Writes the figures of the rows that are shown. */
export function showBets(rows, counts, digits) {
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
export function arrangeBets(rows, view) {
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

export function markChosen(view) {
  document.querySelectorAll("tr[data-bet]").forEach((row) => {
    if (row.dataset.bet === view.bet && row.dataset.pays === view.pays) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  });
}

/** The title of a bet in the language of the page; of the rulebook's three, the outcome. */
export const titleOf = (name) => (name.startsWith("rules-") ? t("outcome " + name.slice(6)) : said(betOf(name).titles));
