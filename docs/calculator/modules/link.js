/* The text of a link: a shoe and a view, written and read. */

import { DATA } from "./data.js";
import {
  amount, begun, betNames, betOf, codes, DIGITS, Fault, firstView, fullShoe, KINDS, LIMITS, payTables, readingOf, remaining, shown,
  typedShoe, wholeNumber, without,
} from "./state.js";

const LONGEST_LINK = 50000;
const LONGEST_FIND = 60;
const ORDERS = ["groups", "edge"];
const SHOE_PARTS = ["decks", "counts", "out", "dealt", "burnt"];
const VIEW_PARTS = [
  "rules", "bet", "pays", "own", "digits", "group", "find", "order", "line", "mode", "names", "exact", "stakes", "lang",
];

const shoeParts = ({ base, out, dealt, burnt }) => [
  base.decks ? ["decks", base.decks] : ["counts", base.kind + ":" + base.counts.join(",")], ["out", out.join("")], ["dealt", dealt.join("")], ["burnt", burnt || ""],
];

const joined = (parts) => parts.filter(([, value]) => value !== "").map(([key, value]) => key + "=" + encodeURIComponent(value)
  .replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/")).join("&");

/** The part of a link that holds a shoe. */
export const shoeText = (shoe) => joined(shoeParts(shoe));

/** The text of a link that holds a shoe and a view; what is as on the first visit and came after the first links is left out. */
export function linkText(shoe, view) {
  const first = firstView("");
  const changed = (key) => (view[key] === first[key] ? "" : view[key]);
  const parts = [["v", DATA.format], ...shoeParts(shoe)];
  parts.push(["rules", view.reading], ["bet", view.bet], ["pays", view.pays], ["own", view.own]);
  parts.push(["digits", view.digits], ["group", view.group], ["find", view.find]);
  for (const key of ["order", "line", "mode", "names", "exact", "stakes"]) parts.push([key, changed(key)]);
  parts.push(["lang", view.language]);
  return joined(parts);
}

function partsOf(text) {
  const given = new Map();
  for (const part of text.split("&")) {
    const cut = part.indexOf("=");
    const key = cut < 0 ? part : part.slice(0, cut);
    if (!["v", ...SHOE_PARTS, ...VIEW_PARTS].includes(key) || cut < 0) throw new Fault("fault: link part", { value: shown(part) });
    if (given.has(key)) throw new Fault("fault: link twice", { value: key });
    try {
      given.set(key, decodeURIComponent(part.slice(cut + 1)));
    } catch {
      throw new Fault("fault: link part", { value: shown(part) });
    }
  }
  return given;
}

/** The shoe and view that a link's text holds. What it leaves out is as at first. */
export function parseLink(text, language) {
  if (text.length > LONGEST_LINK) throw new Fault("fault: long link", { value: text.length, high: LONGEST_LINK });
  const given = partsOf(text);
  const chosen = (key, known, first) => {
    const value = given.has(key) ? given.get(key) : first;
    if (!known.includes(value)) throw new Fault("fault: link choice", { field: key, value: shown(value) });
    return value;
  };
  chosen("v", [String(DATA.format)], String(DATA.format));
  const base = linkedShoe(given);
  const view = firstView(chosen("lang", DATA.languages, language));
  view.reading = chosen("rules", DATA.readings.map((reading) => reading.id), view.reading);
  view.bet = chosen("bet", betNames, view.bet);
  const tables = payTables(view.bet, readingOf(view.reading)).map(([name]) => name);
  view.pays = chosen("pays", tables, tables[0]);
  view.own = ownPays(given.get("own") || "", betOf(view.bet));
  view.digits = Number(chosen("digits", DIGITS.map(String), String(view.digits)));
  view.group = chosen("group", ["", ...DATA.groups], "");
  view.find = given.get("find") || "";
  if (view.find.length > LONGEST_FIND) throw new Fault("fault: link choice", { field: "find", value: shown(view.find) });
  view.order = chosen("order", ORDERS, view.order);
  view.line = amount(given.get("line") || view.line, -100, 100, "line");
  view.mode = chosen("mode", ["deal", "out"], view.mode);
  view.names = chosen("names", ["", "player-banker"], "");
  view.exact = chosen("exact", ["yes", "no"], "yes");
  view.stakes = linkedStakes(given.get("stakes") || "");
  return { shoe: linkedCards(given, base), view };
}

/** Payoffs that a reader typed for every category of a bet, in one text; "" for none. */
export function ownPays(text, bet) {
  if (!text) return "";
  const parts = text.split(",");
  if (parts.length !== bet.categories.length) throw new Fault("fault: link choice", { field: "own", value: shown(text) });
  return parts.map((part, index) => amount(part, -1, LIMITS.pay, bet.categories[index])).join(",");
}

function linkedStakes(text) {
  if (!text) return "";
  const known = new Set(DATA.bets.slice(1).flatMap((bet) => bet.pays.map(([pays]) => (pays ? `${bet.name}/${pays}` : bet.name))));
  return text.split(",").map((part) => {
    const [bet, stake = "", ...more] = part.split(":");
    const rules = bet.startsWith("rules-") && betNames.includes(bet);
    if (more.length || !(rules || known.has(bet))) throw new Fault("fault: link choice", { field: "stakes", value: shown(part) });
    return `${bet}:${amount(stake, 0, LIMITS.pay, bet)}`;
  }).join(",");
}

function linkedCards(given, base) {
  const known = new Set(base.kind === "cards" ? [...codes("cards"), ...codes("ranks")] : codes(base.kind));
  let shoe = begun(base);
  for (const where of ["out", "dealt"]) {
    const list = (given.get(where) || "").match(/[^]{1,2}/g) || [];
    const wrong = list.find((code) => !known.has(code));
    if (wrong !== undefined) throw new Fault("fault: link choice", { field: where, value: shown(wrong) });
    shoe = without(shoe, list, where);
  }
  if (!given.has("burnt")) return shoe;
  shoe.burnt = wholeNumber(given.get("burnt"), 0, LIMITS.count, "burnt");
  remaining(shoe);
  return shoe;
}

function linkedShoe(given) {
  if (!given.has("counts")) return fullShoe(wholeNumber(given.has("decks") ? given.get("decks") : "8", 1, LIMITS.decks, "decks"));
  if (given.has("decks")) throw new Fault("fault: link both");
  const [kind, list = "", ...more] = given.get("counts").split(":");
  const counts = list.split(",");
  if (!Object.hasOwn(KINDS, kind) || more.length || counts.length !== KINDS[kind]) {
    throw new Fault("fault: link counts", { value: shown(given.get("counts")) });
  }
  return typedShoe(kind, counts);
}
