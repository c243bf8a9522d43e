/* Counting: the page counts the bets of the first screen by itself, and a worker all others, one question at a time. */

import { DATA } from "./data.js";
import * as engine from "./engine.js";
import { answered } from "./worker.js";

const TABLEAUX = 1 + Math.max(...DATA.readings.map((reading) => reading.tableau));
const COUNTED_AT_MOST = 2000; // shoes whose counts are kept, for the chart

export const sections = DATA.sections.map((raw) => engine.decode(raw, DATA.bets, TABLEAUX));
const finest = DATA.bets.map(() => "cards");
DATA.sections.forEach((raw) => raw.bets.forEach((bet) => (finest[bet] = raw.granularity)));
const firstBets = new Set(DATA.sections.flatMap((raw) => raw.bets));
const kept = new Map();

/** The granularity that a bet needs. */
export const granularityOf = (bet) => finest[bet];
export const countedHere = (bet) => firstBets.has(bet);

/** The counts of the first screen's bets on a shoe with these `left`, by bet. */
export function firstCounts(tableau, left) {
  const key = `${tableau} ${left.ranks || left.values}`;
  if (!kept.has(key)) {
    const counts = {};
    for (const section of sections) {
      const own = left[section.granularity];
      if (own) Object.assign(counts, engine.evaluate(section, tableau, own, section.bets));
    }
    if (kept.size >= COUNTED_AT_MOST) kept.clear();
    kept.set(key, counts);
  }
  return kept.get(key);
}

/** The counts of every bet as far as they are known at once; for others the key of the text that says why not. */
export function countsNow(tableau, left) {
  const missing = { ranks: "unknown ranks", cards: "unknown suits" };
  const counts = DATA.bets.map((_, bet) => (left[finest[bet]] ? "computing" : missing[finest[bet]]));
  return Object.assign(counts, firstCounts(tableau, left));
}

/** The worker. Where a browser allows none, the page counts by itself. */
export const worker = {
  ready: false, busy: false, waiting: null, asked: 0, thread: null, every: null, arrived: null,
  /** Gives it the other sections, once they have come; `arrived` takes its answers. */
  start(more, arrived) {
    const raws = [...DATA.sections, ...more];
    more.forEach((raw) => raw.bets.forEach((bet) => (finest[bet] = raw.granularity)));
    this.arrived = arrived;
    try {
      const address = URL.createObjectURL(new Blob([globalThis.exactWorker], { type: "text/javascript" }));
      this.thread = new Worker(address);
      URL.revokeObjectURL(address);
      this.thread.onmessage = ({ data }) => this.answered(data);
      const bets = DATA.bets.map(({ categories }) => ({ categories }));
      this.thread.postMessage({ sections: raws, bets, tableaux: TABLEAUX });
    } catch {
      this.thread = null;
      this.every = raws.map((raw) => engine.decode(raw, DATA.bets, TABLEAUX));
    }
    this.ready = true;
    if (this.waiting) this.ask(this.waiting);
  },
  ask(question) {
    question.id = ++this.asked;
    this.waiting = question;
    if (this.ready && !this.busy) this.send();
  },
  send() {
    const question = { ...this.waiting, skip: DATA.sections.length };
    this.waiting = null;
    this.busy = true;
    if (this.thread) this.thread.postMessage(question);
    else setTimeout(() => this.answered(answered(this.every, question)));
  },
  answered(answer) {
    this.busy = false;
    if (this.waiting) this.send();
    else this.arrived(answer);
  },
};
