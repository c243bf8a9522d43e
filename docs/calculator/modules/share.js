/* What leaves the page: the odds it shows as CSV or LaTeX, an entry for BibTeX, and the address. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { betTitle, figuresOf } from "./bet.js";
import { titleOf } from "./bets.js";
import { betOf, chosenPayoffs, MAIN_BETS } from "./state.js";
import { payoff, t } from "./words.js";

const ESCAPED = { "&": "\\&", "%": "\\%", _: "\\_", "#": "\\#", $: "\\$", "{": "\\{", "}": "\\}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}" };
const escaped = (text) => text.replace(/[&%_#${}~^\\]/g, (mark) => ESCAPED[mark]);
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The bets that an export has, as a bet, its pay table, a title and the edge: the first screen, the chosen bet, and those of
    the list that are in view. */
function exported({ counts, view, reading, rows }) {
  const list = MAIN_BETS.map((name) => ["rules-" + name, "", titleOf("rules-" + name), engine.price(counts[0], reading.pays[name].map(payoff)).edge]);
  const edgeOf = (name, texts) => {
    const own = counts[DATA.bets.indexOf(betOf(name))];
    return typeof own === "string" ? null : engine.price(own, texts.map(payoff)).edge;
  };
  for (const name of DATA.first) list.push([name, betOf(name).pays[0][0], titleOf(name), edgeOf(name, betOf(name).pays[0][1])]);
  list.push([view.bet, view.own ? view.own.replaceAll(",", " ") : view.pays, betTitle(view), edgeOf(view.bet, chosenPayoffs(view))]);
  for (const { row, edge } of rows) {
    if (row.isConnected && !row.parentNode.hidden) list.push([row.dataset.bet, row.dataset.pays, titleOf(row.dataset.bet), edge]);
  }
  const seen = new Set();
  return list.filter(([bet, pays, , edge]) => edge && !seen.has(`${bet} ${pays}`) && seen.add(`${bet} ${pays}`));
}

/** One row for each bet, with its house edge as a fraction and as a decimal. */
export function csvText(state) {
  const lines = exported(state).map(([bet, pays, title, edge]) => [bet, pays, title, engine.text(edge), engine.decimal(edge, state.view.digits)].map(quoted).join(","));
  return ["bet,pay_table,title,house_edge,house_edge_decimal", ...lines, ""].join("\n");
}

/** The same as a table, and the figures of the chosen bet below. */
export function latexText(state) {
  const mark = (text) => (state.view.language === "en" ? text : text.replace(".", "{,}"));
  const share = (edge) => mark(engine.decimal({ n: 100n * edge.n, d: edge.d }, Math.max(state.view.digits - 2, 0))) + "\\,\\%";
  const line = (title, edge, isShare = true) => {
    const shown = isShare ? share(edge) : mark(engine.decimal(edge, state.view.digits));
    return `${escaped(title)} & $${shown}$ & $${engine.text(edge)}$ \\\\`;
  };
  const bets = exported(state).map(([, pays, title, edge]) => line(pays && !title.includes(pays) ? `${title} (${pays})` : title, edge));
  const own = state.counts[DATA.bets.indexOf(betOf(state.view.bet))];
  const figures = typeof own === "string" ? [] : figuresOf(own, chosenPayoffs(state.view)).filter(([, value]) => value)
    .map(([key, value, isShare]) => line(t(key), value, isShare));
  return [
    `% ${state.address}`, "\\begin{tabular}{lrr}", "\\hline", `${escaped(t("bet"))} & ${escaped(t("edge"))} & \\\\`, "\\hline", ...bets,
    ...(figures.length ? ["\\hline", `\\multicolumn{3}{l}{${escaped(betTitle(state.view))}} \\\\`, ...figures] : []),
    "\\hline", "\\end{tabular}", "",
  ].join("\n");
}

/** The entry of the program, with the address of this very page in its note. */
export function bibtexText({ address }) {
  return DATA.cite.replace(/( {2}note = \{[^\n]*)\},\n/, (whole, note) => `${note}; calculator: \\url{${address.replace(/[%#&]/g, "\\$&")}}},\n`);
}
