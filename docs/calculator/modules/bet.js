/* The chosen bet: its figures, its categories with the pay of each, and the effects of removal. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { titleOf } from "./bets.js";
import { betOf, chosenPayoffs, codes, readingOf } from "./state.js";
import { $, cardName, decimal, element, figureCell, filled, grouped, language, marked, payoff, percent, setText, t } from "./words.js";

export function betTitle(view) {
  const title = titleOf(view.bet);
  if (view.own) return t("bet with own pays", { bet: title });
  if (view.bet.startsWith("rules-")) return t("bet of rules", { bet: title, rules: view.reading });
  return title + (view.pays ? ` (${view.pays})` : "");
}

/** The figures of a bet with these counts and payoffs: lists of a key of the texts, a fraction or null, and whether it is an edge. */
export function figuresOf(counts, texts) {
  const price = engine.price(counts, texts.map(payoff));
  return [["edge", price.edge, true], ["edge resolved", price.resolved, true], ["expectation", price.expectation, false],
    ["hit", price.hit, false], ["variance", price.variance, false]];
}

/** The chosen bet: `counts` are its categories', or the key of the string that says why they are not there. */
export function showBet(view, counts) {
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
export function buildPays(view) {
  const bet = betOf(view.bet);
  $("pays").replaceChildren($("pays").querySelector("legend"), ...chosenPayoffs(view).map((text, index) => element("label", {},
    element("span", { text: categoryName(bet, index) }),
    element("input", { autocomplete: "off", size: "8", value: text, id: `pay-${index}`, "aria-describedby": "pays-fault" }))));
}

/** The effects of removal: `found` is a list of [class, counts], or the key of the string that says why there is none. */
export function showRemoval(view, granularity, found, counts, left) {
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
