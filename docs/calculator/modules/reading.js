/* The rules in play: the list of readings, and what is said of the chosen one. */

import { DATA } from "./data.js";
import { $, element, marked, t } from "./words.js";

export function showReading(reading) {
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

export function buildReadings() {
  const groups = new Map();
  DATA.readings.forEach((reading) => {
    if (!groups.has(reading.document)) groups.set(reading.document, element("optgroup", { label: reading.title.slice(0, 60) }));
    const label = reading.reading ? t("reading of", { reading: reading.reading, document: reading.document }) : reading.document;
    groups.get(reading.document).append(element("option", { value: reading.id, text: label }));
  });
  $("reading").replaceChildren(...groups.values());
}
