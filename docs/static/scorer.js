/* How the search orders what it finds: pages first, then the objects of the library. */
var Scorer = {
  score: ([, , , , score, , kind]) => (kind === "object" ? score - 1000 : score),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
