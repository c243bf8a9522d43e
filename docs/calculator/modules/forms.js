/* What people type: the fields for counts, which follow the shoe and keep what is typed but not yet used while only the
   language changes, and what is wrong with a field or a link. */

import { codes, Fault } from "./state.js";
import { $, cardName, element, setText, t } from "./words.js";

/** What is wrong by the field that it is told beside, "" for none: as Faults, for the language may change. */
export const faults = new Map();

export const countFields = () => [...$("counts").querySelectorAll("input")];

/** The fields of the chosen kind, with `texts` in them or, without these, what is `left` of the shoe. */
export function buildCounts(left, texts = []) {
  const kind = $("kind").value;
  const legend = $("counts").querySelector("legend");
  $("counts").replaceChildren(legend, ...codes(kind).map((code) => element("label", {},
    element("span", { text: code[1] === "-" ? code[0].replace("T", "10") : cardName(code) }),
    element("input", { inputmode: "numeric", autocomplete: "off", "aria-describedby": "counts-fault",
      "aria-label": code[1] === "-" ? t("rank " + code[0].replace("T", "10")) : cardName(code, true) }))));
  if (texts.length) countFields().forEach((field, index) => (field.value = texts[index]));
  else fillCounts(left);
}

export function fillCounts(left) {
  const present = left[$("kind").value] || [];
  countFields().forEach((field, index) => (field.value = String(present[index] ?? 0)));
}

/** What a Fault says; a value of it that has a key is itself said in the language of the page. */
function told({ key, values = {} }) {
  return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.key ? told(value) : value])));
}

export function tell(fault, id) {
  if (!id) {
    $("fault").hidden = false;
    setText($("fault-text"), told(fault));
    return;
  }
  setText($(id + "-fault"), told(fault));
  wrongField(fault, id).setAttribute("aria-invalid", "true");
}

/** The field that a fault beside `id` means: that of a count by its index, or one by its own id. */
function wrongField(fault, id) {
  if (fault.field) return $(fault.field);
  return fault.index === undefined ? $(id) : countFields()[fault.index];
}

export function fail(fault, id) {
  if (!(fault instanceof Fault)) throw fault;
  faults.set(id, fault);
  tell(fault, id);
  if (fault.index !== undefined && id) wrongField(fault, id).focus();
}

export function clearFaults() {
  faults.clear();
  $("fault").hidden = true;
  document.querySelectorAll(".wrong").forEach((node) => setText(node, ""));
  document.querySelectorAll("[aria-invalid]").forEach((node) => node.removeAttribute("aria-invalid"));
}
