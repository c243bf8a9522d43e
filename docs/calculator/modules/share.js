/* What leaves the page: the odds it shows as CSV or LaTeX, an entry for BibTeX, and the address. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { betTitle, figuresOf } from "./bet.js";
import { titleOf } from "./bets.js";
import { shoeText } from "./link.js";
import { betOf, chosenPayoffs, className, MAIN_BETS } from "./state.js";
import { inMathematics, payoff, t } from "./words.js";

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
export function csvText(state) {
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
export function latexText(state) {
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
export function bibtexText({ address }) {
  const escapedAddress = publicAddress(address).replace(/[%#&]/g, "\\$&");
  return DATA.cite.replace(/( {2}note = \{[^\n]*)\},\n/, (whole, note) => `${note}; calculator: \\url{${escapedAddress}}},\n`);
}
