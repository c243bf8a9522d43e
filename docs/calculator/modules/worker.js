/* What the page's worker does: it keeps the sections of the data, and answers each question with counts. */

import * as engine from "./engine.js";

/** What a question asks of these decoded sections: the counts of every bet that the shoe is known well enough for, and what
    the removal of each card makes of one bet's counts. `skip` names sections that the page has counted by itself. */
export function answered(sections, { id, tableau, known, skip, removal }) {
  const counts = {};
  sections.forEach((section, index) => {
    if (index >= skip && known[section.granularity]) {
      Object.assign(counts, engine.evaluate(section, tableau, known[section.granularity], section.bets));
    }
  });
  const own = removal === null ? null : sections.find((section) => section.bets.includes(removal));
  const removals = own && engine.removals(own, tableau, known[own.granularity], removal);
  return { id, counts, removals };
}

/** Answers the messages of the page: first the sections, then questions. */
export function workerMain() {
  let sections = [];
  globalThis.onmessage = ({ data: message }) => {
    if (message.sections) sections = message.sections.map((raw) => engine.decode(raw, message.bets, message.tableaux));
    else postMessage(answered(sections, message));
  };
}
