/* The shoe: the grid of the cards left, and what has gone. */

import { DATA } from "./data.js";
import { className, codes, LIMITS, RANK_LETTERS } from "./state.js";
import { $, cardName, element, grouped, language, setText, t } from "./words.js";

const WHOLE_AT_MOST = 9999; // counts above this are shown on the cards to three digits, and whole to who asks
const LAST = 30; // cards listed

/** The grid of the cards left: rows of buttons, one for each card, each rank or each point value. */
export function buildGrid(kind) {
  const body = $("cards").tBodies[0];
  body.replaceChildren();
  const button = (code, kinds) => element("td", { role: "gridcell" },
    element("button", { type: "button", "data-code": code, tabindex: "-1", class: kinds }, element("span"), element("small")));
  const row = (cells) => body.append(element("tr", { role: "row" }, ...cells));
  if (kind === "cards") {
    RANK_LETTERS.forEach((rank) => {
      row([button(rank + "-", "rank"), ...DATA.suits.map((suit) => button(rank + suit, "hd".includes(suit) ? "red" : ""))]);
    });
  } else {
    const all = codes(kind);
    for (let start = 0; start < all.length; start += 5) row(all.slice(start, start + 5).map((code) => button(code, "rank")));
  }
  setText($("cards-title"), t(kind === "cards" ? "cards left" : "classes left"));
  body.querySelector("button").tabIndex = 0;
}

export function showGrid(kind, left) {
  const short = new Intl.NumberFormat(language, { notation: "engineering", maximumSignificantDigits: 3 });
  $("cards").querySelectorAll("button").forEach((button) => {
    const code = button.dataset.code;
    const rank = RANK_LETTERS.indexOf(code[0]);
    let count, most = "";
    if (code[1] === ".") count = left.values[Number(code[0])];
    else if (code[1] === "-") count = left.ranks[rank];
    else {
      count = Math.min(left.named[4 * rank + DATA.suits.indexOf(code[1])], left.ranks[rank]);
      if (left.unknown[rank] && count) most = "≤";
    }
    const spare = count > 0 && left.total > LIMITS.cards;
    const face = code[1] === "-" ? code[0].replace("T", "10") : cardName(code);
    setText(button.firstChild, face);
    const abbreviated = count > WHOLE_AT_MOST;
    setText(button.lastChild, most + (abbreviated ? short.format(count) : count));
    button.lastChild.classList.toggle("abbreviated", abbreviated);
    if (button.getAttribute("aria-disabled") !== String(!spare)) button.setAttribute("aria-disabled", String(!spare));
    const spoken = kind === "ranks" ? t("rank " + face) : cardName(code, true);
    button.title = t("card label", { card: spoken, count: (most && t("at most") + " ") + count });
  });
}

export function showShoe({ base, out, dealt, burnt }, left) {
  const cards = grouped(String(left.total));
  setText($("total"), t(base.decks ? "cards of decks" : "cards typed", { cards, decks: grouped(String(base.decks)) }));
  const listed = (gone) => (gone.length > LAST ? "… " : "") + gone.slice(-LAST).map((code) => (base.kind === "ranks" ? className(code) : cardName(code))).join(" ");
  setText($("dealt"), dealt.length ? `${t("dealt", { count: dealt.length })} ${listed(dealt)}` : t("none dealt"));
  setText($("out"), out.length ? `${t("taken out", { count: out.length })} ${listed(out)}` : "");
  const lost = left.unknown.reduce((sum, gone) => sum + gone, 0);
  $("unsuited").hidden = !lost;
  setText($("unsuited"), lost ? t("unsuited", { count: lost }) : "");
  setText($("burnt-note"), burnt ? t("burnt note", { count: burnt, cards: left.total - burnt }) : "");
}

/** Moves the focus within the grid, as the arrow keys say. */
export function onGridKey(event) {
  const buttons = [...$("cards").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const width = $("cards").rows[0].cells.length;
  const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width };
  const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : at + (moves[event.key] || 0);
  if (at < 0 || to === at || !buttons[to]) return;
  event.preventDefault();
  focusCard(buttons[to]);
}

export function focusCard(button) {
  $("cards").querySelectorAll('[tabindex="0"]').forEach((other) => (other.tabIndex = -1));
  button.tabIndex = 0;
  button.focus();
}
