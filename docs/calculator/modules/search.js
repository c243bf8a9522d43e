/* The search for bets: by every name that a bet has, the nearest first. */

import { DATA } from "./data.js";

const STEPS = { same: 5, begins: 4, words: 3, starts: 2, part: 1 };

/** The words of a text as the program means them: without accents, synonyms replaced and fillers left out. */
export function wordsOf(text) {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const found = plain.match(/[\p{L}\p{N}]+/gu) || [];
  return found.map((word) => (Object.hasOwn(DATA.words, word) ? DATA.words[word] : word)).filter(Boolean);
}

/** Whether a word that may be half typed begins this one, or a synonym of it. */
function startsAs(own, word) {
  return own.startsWith(word) || Object.keys(DATA.words).some((other) => other.startsWith(word) && DATA.words[other] === own);
}

/** How near the wanted words are to those of a name, 0 for not at all: whole words count more than parts, and each word of
    the name that nobody asked for takes a little away. */
function nearness(wanted, words) {
  const left = words.slice();
  const take = (fits) => wanted.every((word) => {
    const at = left.findIndex((own) => fits(own, word));
    return at >= 0 && left.splice(at, 1);
  });
  const fits = [
    [STEPS.same, () => words.length === wanted.length && take((own, word) => own === word)],
    [STEPS.begins, () => wanted.every((word, index) => words[index] === word)],
    [STEPS.words, () => (left.splice(0, left.length, ...words), take((own, word) => own === word))],
    [STEPS.starts, () => wanted.every((word) => words.some((own) => startsAs(own, word)))],
    [STEPS.part, () => wanted.every((word) => words.some((own) => own.includes(word)))],
  ];
  const step = fits.find(([, holds]) => holds());
  return step ? step[0] - (words.length - wanted.length) / 100 : 0;
}

/** The names of a bet with a pay table: its own, its titles', and trade names where they mean this pay table. */
export function namesOf(bet, pays) {
  const trade = bet.trade.filter(([, table]) => !table || table === pays).map(([name]) => name);
  return [bet.name, ...trade, ...Object.values(bet.titles), `${bet.name} ${pays}`, `${bet.titles.en} ${bet.also}`].map(wordsOf);
}

/** How well a query finds these names: 0 for not at all. */
export function relevance(query, names) {
  const wanted = wordsOf(query);
  return wanted.length ? Math.max(...names.map((words) => nearness(wanted, words))) : 1;
}
