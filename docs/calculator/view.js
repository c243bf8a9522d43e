"use strict";
/* What the page shows: it fills the tables from counts that the engine has made. */

const $ = (id) => document.getElementById(id);
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const engine = exactEngine();
const PAYOFFS = new Map();
let language = "en";

function t(key, values = {}) {
  return DATA.strings[key][language].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value;
    else if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** A cell with a decimal and, below it, the fraction; `filled` changes what it says. */
function figureCell() {
  return element("td", { class: "figure" }, element("span"), element("span", { class: "exact" }));
}

function filled(cell, decimal, exact) {
  setText(cell.firstChild, decimal);
  setText(cell.lastChild, exact);
}

const payoff = (text) => {
  if (!PAYOFFS.has(text)) PAYOFFS.set(text, engine.parsed(text));
  return PAYOFFS.get(text);
};

/** A number's text with the decimal mark of the language; fractions stay as they are. */
const marked = (text) => (language === "en" ? text : text.replace(".", ","));
const decimal = (value, digits) => marked(engine.decimal(value, digits));
const percent = ({ n, d }, digits) => decimal({ n: 100n * n, d }, Math.max(digits - 2, 0)) + "\u00a0%";

function cardName(code, spoken) {
  const rank = code[0].replace("T", "10");
  if (code[1] === ".") return rank;
  if (code[1] === "-") return rank + (spoken ? ", " + t("suit unknown") : "?");
  return spoken ? t("spoken card", { rank: t("rank " + rank), suit: t("suit " + code[1]) }) : rank + SYMBOLS[code[1]];
}

function translatePage() {
  document.documentElement.lang = language;
  document.title = t("title");
  document.querySelectorAll("[data-t]").forEach((node) => setText(node, t(node.dataset.t)));
}

/** The grid of the cards left: rows of buttons, one for each card, each rank or each point value. */
function buildGrid(kind) {
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

/** Counts above this are shown on the cards to three digits, and whole to who asks. */
const WHOLE_AT_MOST = 9999;

function showGrid(kind, left) {
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
    button.title = abbreviated ? most + count : "";
    if (button.getAttribute("aria-disabled") !== String(!spare)) button.setAttribute("aria-disabled", String(!spare));
    const spoken = kind === "ranks" ? t("rank " + face) : cardName(code, true);
    button.setAttribute("aria-label", t("card label", { card: spoken, count: (most && t("at most") + " ") + count }));
  });
}

function showShoe({ base, dealt }, left) {
  setText($("total"), t(base.decks ? "cards of decks" : "cards typed", { cards: left.total, decks: base.decks }));
  const last = dealt.slice(-30).map((code) => (base.kind === "ranks" ? className(code) : cardName(code)));
  setText($("dealt"), dealt.length ? t("dealt", { count: dealt.length }) + " " + (dealt.length > 30 ? "… " : "") + last.join(" ") : t("none dealt"));
  const lost = left.unknown.reduce((sum, gone) => sum + gone, 0);
  $("unsuited").hidden = !lost;
  setText($("unsuited"), lost ? t("unsuited", { count: lost }) : "");
}

function showReading(reading) {
  const about = $("reading-about");
  about.replaceChildren(element("p", { lang: reading.language, text: reading.title }));
  if (reading.says) about.append(element("p", {}, element("q", { lang: reading.language, text: reading.says })));
  if (reading.reading) about.append(element("p", { text: t("why: " + reading.id) }));
  if (reading.decks) about.append(element("p", { text: t("states decks", { decks: reading.decks }) }));
  about.append(element("p", { text: t("commission", { percent: marked(reading.commission) }) + " " + t("rounding: " + reading.rounding) }));
  if (reading.assumed.length) {
    about.append(element("details", {}, element("summary", { text: t("assumed", { count: reading.assumed.length }) }),
      element("ul", {}, ...reading.assumed.map((phrase) => element("li", { text: t("assumed: " + phrase) })))));
  }
}

function buildReadings() {
  const groups = new Map();
  DATA.readings.forEach((reading) => {
    if (!groups.has(reading.document)) groups.set(reading.document, element("optgroup", { label: reading.title.slice(0, 60) }));
    const label = reading.reading ? t("reading of", { reading: reading.reading, document: reading.document }) : reading.document;
    groups.get(reading.document).append(element("option", { value: reading.id, text: label }));
  });
  $("reading").replaceChildren(...groups.values());
}

/** The outcomes under a reading: each is also the bet on it that the reading pays. */
function buildOutcomes() {
  $("outcomes").tBodies[0].replaceChildren(...MAIN_BETS.map((name) => element("tr", { "data-bet": "rules-" + name, "data-pays": "" },
    element("th", { scope: "row" }, element("button", { type: "button", text: t("outcome " + name) })), figureCell(), figureCell())));
}

function showOutcomes(counts, reading, digits) {
  const all = counts.reduce((sum, count) => sum + count, 0n);
  const bars = $("bars").children;
  [...$("outcomes").tBodies[0].rows].forEach((row, index) => {
    const probability = engine.fraction(counts[index], all);
    filled(row.cells[1], decimal(probability, digits), engine.text(probability));
    const { edge } = engine.price(counts, reading.pays[MAIN_BETS[index]].map(payoff));
    filled(row.cells[2], percent(edge, digits), engine.text(edge));
    row.cells[2].classList.toggle("gain", edge.n < 0n);
    bars[index].style.flexGrow = engine.decimal(probability, 6);
  });
}

/** One row for each bet and pay table, in its group; `rows` keeps what changes at each click. */
function buildBets() {
  const table = $("bets");
  [...table.tBodies].forEach((body) => body.remove());
  const bodies = new Map(DATA.groups.map((group) => [group, element("tbody", { "data-group": group },
    element("tr", {}, element("th", { scope: "rowgroup", colspan: "2", text: t("group: " + group) })))]));
  const rows = [];
  DATA.bets.forEach((bet, index) => bet.pays.forEach(([name, texts]) => {
    if (!bet.group) return;
    const cell = figureCell();
    const pays = name ? [" ", element("span", { class: "table", text: name })] : [];
    const row = element("tr", { "data-bet": bet.name, "data-pays": name },
      element("th", { scope: "row" }, element("button", { type: "button", lang: "en" }, bet.title), ...pays), cell);
    bodies.get(bet.group).append(row);
    rows.push({ row, cell, index, payoffs: texts.map(payoff), words: [bet.name, bet.title, bet.also, name].join(" ").toLowerCase() });
  }));
  table.append(...bodies.values());
  return rows;
}

function showBets(rows, counts, digits) {
  for (const { row, cell, index, payoffs } of rows) {
    if (row.hidden) continue;
    const counted = counts[index];
    const { edge } = typeof counted === "string" ? { edge: null } : engine.price(counted, payoffs);
    filled(cell, edge ? percent(edge, digits) : t(counted), edge ? engine.text(edge) : "");
    cell.classList.toggle("gain", Boolean(edge) && edge.n < 0n);
    cell.classList.toggle("unknown", !edge);
  }
}

function filterBets(rows, { find, group }) {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const entry of rows) {
    const fits = (!group || entry.row.parentNode.dataset.group === group) && words.every((word) => entry.words.includes(word));
    entry.row.hidden = !fits;
    found += fits;
  }
  for (const body of $("bets").tBodies) body.hidden = ![...body.rows].slice(1).some((row) => !row.hidden);
  setText($("found"), t("found", { count: found, all: rows.length }));
}

function betTitle(view) {
  if (view.bet.startsWith("rules-")) return t("bet of rules", { bet: t("outcome " + view.bet.slice(6)), rules: view.reading });
  return DATA.bets.find((bet) => bet.name === view.bet).title + (view.pays ? ` (${view.pays})` : "");
}

/** The chosen bet: `counts` are its categories', or the key of the string that says why they are not there. */
function showBet(view, counts) {
  setText($("bet-title"), betTitle(view));
  const own = view.bet.startsWith("rules-") ? DATA.bets[0] : DATA.bets.find((bet) => bet.name === view.bet);
  $("bet-title").lang = own === DATA.bets[0] ? language : "en";
  const known = typeof counts !== "string";
  $("bet-about").lang = known ? "en" : language;
  setText($("bet-about"), known ? own.note : t(counts));
  $("figures").hidden = $("categories").hidden = !known;
  if (!known) return;
  const texts = payTables(view.bet, readingOf(view.reading)).find(([name]) => name === view.pays)[1];
  const price = engine.price(counts, texts.map(payoff));
  const digits = view.digits;
  const figures = [["edge", price.edge, true], ["edge resolved", price.resolved, true], ["expectation", price.expectation, false],
    ["hit", price.hit, false], ["variance", price.variance, false]];
  $("figures").tBodies[0].replaceChildren(...figures.map(([key, value, share]) => {
    const cell = figureCell();
    if (value) filled(cell, share ? percent(value, digits) : decimal(value, digits), engine.text(value));
    else filled(cell, "–", t("always returned"));
    return element("tr", { "data-figure": key }, element("th", { scope: "row", text: t(key) }), cell);
  }));
  $("categories").tBodies[0].replaceChildren(...counts.map((count, index) => {
    const cell = figureCell();
    const probability = engine.fraction(count, price.all);
    filled(cell, decimal(probability, digits), engine.text(probability));
    const name = own === DATA.bets[0] ? element("th", { scope: "row", text: t("outcome " + own.categories[index]) })
      : element("th", { scope: "row", lang: "en", text: own.categories[index] });
    return element("tr", {}, name, element("td", { class: "figure", text: marked(texts[index]) }), cell);
  }));
}

/** The effects of removal: `found` is a list of [class, counts], or the key of the string that says why there is none. */
function showRemoval(view, granularity, found, counts, left) {
  const none = typeof found === "string";
  $("removal").hidden = none;
  setText($("removal-note"), none ? t(found) : t("removal note"));
  $("removal").setAttribute("aria-busy", String(found === "computing"));
  if (none) return;
  const payoffs = payTables(view.bet, readingOf(view.reading)).find(([name]) => name === view.pays)[1].map(payoff);
  const before = engine.price(counts, payoffs).expectation;
  const list = codes(granularity);
  $("removal").tBodies[0].replaceChildren(...found.map(([index, after]) => {
    const cell = figureCell();
    const effect = engine.difference(engine.price(after, payoffs).expectation, before);
    filled(cell, decimal(effect, view.digits), engine.text(effect));
    const ranks = granularity === "values" && left.ranks
      ? DATA.ranks.filter((_, rank) => DATA.values[rank] === index && left.ranks[rank]).join(" ") : cardName(list[index]).replace("?", "");
    return element("tr", { "data-class": index }, element("th", { scope: "row", text: ranks }), cell);
  }));
}
