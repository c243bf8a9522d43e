"use strict";
/* Links to the playground with what to run there: beside the commands of a page, and for a number that somebody searches. */
(() => {
  const ROOT = document.documentElement.dataset.content_root;
  const RUNS = /^\$ exact (odds|bet|joint|coup|identify|ask) (?!.*\.(csv|toml|json|txt)\b)[^|<>;&$]*$/;
  const NEEDS_MORE = /unseen|signal|--closed-form|--jackpot|--table draw/; // numpy, which the playground has not
  const NUMBER = /^[+−-]?\d[\d.,/\s]*\s*%?$/;

  const playground = (code) => `${ROOT}playground.html#code=${encodeURIComponent(code)}`;

  document.querySelectorAll("article .highlight-console").forEach((block) => {
    const commands = block.querySelector("pre").textContent.split("\n").filter((line) => line.startsWith("$ "));
    if (!commands.length || !commands.every((line) => RUNS.test(line) && !NEEDS_MORE.test(line))) return;
    const code = commands.map((line) => line.slice(2)).join("\n");
    block.append(Object.assign(document.createElement("a"), { className: "run", href: playground(code), textContent: "Run", title: "Run in the playground" }));
  });

  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const results = document.getElementById("search-results");
  if (results && NUMBER.test(query)) {
    const link = Object.assign(document.createElement("a"), { href: playground(`exact identify ${query.replace(/\s/g, "")}`), textContent: "the index of figures" });
    const how = Object.assign(document.createElement("a"), { href: `${ROOT}how-to/reproduce-a-number.html`, textContent: "How to look up a number" });
    const note = Object.assign(document.createElement("p"), { className: "number" });
    note.append(`Look up ${query} in `, link, " of this program. ", how, ".");
    results.before(note);
  }
})();
