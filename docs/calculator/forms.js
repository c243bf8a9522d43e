"use strict";
/* The fields for counts: they follow the shoe, and keep what is typed but not yet used while only the language changes. */

let countedShoe = null;

const countFields = () => [...$("counts").querySelectorAll("input")];

/** The fields of the chosen kind, with `texts` in them or, without these, what is left of the shoe. */
function buildCounts(texts = []) {
  const kind = $("kind").value;
  const legend = $("counts").querySelector("legend");
  $("counts").replaceChildren(legend, ...codes(kind).map((code) => element("label", {},
    element("span", { text: code[1] === "-" ? code[0].replace("T", "10") : cardName(code) }),
    element("input", { inputmode: "numeric", autocomplete: "off", "aria-describedby": "counts-fault",
      "aria-label": code[1] === "-" ? t("rank " + code[0].replace("T", "10")) : cardName(code, true) }))));
  if (texts.length) countFields().forEach((field, index) => (field.value = texts[index]));
  else fillCounts();
}

function fillCounts() {
  const present = left[$("kind").value] || [];
  countFields().forEach((field, index) => (field.value = String(present[index] ?? 0)));
  countedShoe = shoe;
}
