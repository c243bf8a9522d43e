/* Words and numbers as the page shows them: in its language, with digits grouped; and the making of elements. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";

export const $ = (id) => document.getElementById(id);
export const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const PLAYER_BANKER = "player-banker";
const LONG = 4; // more digits on one side of the point are shown in groups of three
const THIN = "\u202f";
const MINUS = "\u2212";
export let language = "en";
let names = "";

/** Sets the language of the page, and by which names English calls the sides. */
export function speak(chosen, sides) {
  language = chosen;
  names = chosen === "en" ? sides : "";
}

/** A text of the data in the language of the page. */
export const said = (texts) => texts[names === PLAYER_BANKER ? PLAYER_BANKER : language];

export function t(key, values = {}) {
  return said(DATA.strings[key]).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value;
    else if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** A number or a fraction as people read it: digits in groups from five on, a minus sign; no line breaks in it. */
export function grouped(text) {
  return text.replace("-", MINUS).replace(" %", "\u00a0%").replace(/(\d+)(?:\.(\d+))?/g, (_number, whole, places = "") => {
    const before = whole.length > LONG ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
    return places ? `${before}.${places.length > LONG ? places.replace(/(\d{3})(?=\d)/g, `$1${THIN}`) : places}` : before;
  });
}

/** A number as TeX's mathematics writes it for people. */
export const inMathematics = (text) => grouped(text).replaceAll(THIN, "\\,").replace(MINUS, "-");

/** A number's text with the decimal mark of the language. */
export const marked = (text) => (language === "en" ? text : text.replace(".", ","));
export const decimal = (value, digits) => marked(grouped(engine.decimal(value, digits)));
export const percent = ({ n, d }, digits) => decimal({ n: 100n * n, d }, Math.max(digits - 2, 0)) + "\u00a0%";

/** A cell with a decimal and, below it, the fraction. */
export function figureCell() {
  return element("td", { class: "figure" }, element("span"), element("span", { class: "exact" }));
}

/** Fills such a cell; `exact` is a fraction, which may break at its slash and nowhere else, or a text. */
export function filled(cell, shown, exact) {
  setText(cell.firstChild, shown);
  const below = cell.lastChild;
  if (typeof exact === "string") {
    setText(below, exact);
    return;
  }
  const parts = [exact.n, exact.d].map((number) => grouped(String(number)));
  if (below.textContent !== parts.join("/")) below.replaceChildren(parts[0] + "/", element("wbr"), parts[1]);
}

const PAYOFFS = new Map();

/** The fraction of a payoff's text. */
export function payoff(text) {
  if (!PAYOFFS.has(text)) PAYOFFS.set(text, engine.parsed(text));
  return PAYOFFS.get(text);
}

export function cardName(code, spoken) {
  const rank = code[0].replace("T", "10");
  if (code[1] === ".") return rank;
  if (code[1] === "-") return rank + (spoken ? ", " + t("suit unknown") : "?");
  return spoken ? t("spoken card", { rank: t("rank " + rank), suit: t("suit " + code[1]) }) : rank + SYMBOLS[code[1]];
}

export function translatePage() {
  document.documentElement.lang = language;
  document.title = t("title");
  document.querySelectorAll("[data-t]").forEach((node) => setText(node, t(node.dataset.t)));
}
