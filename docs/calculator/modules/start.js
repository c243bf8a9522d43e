/* The start of the page: it wires the fields, buttons and keys, shows the first figures, and then loads what counts all bets. */

import { DATA } from "./data.js";
import {
  arrived, change, deal, LANGUAGE_KEPT, look, lookAt, openLink, readEntry, redo, shoe, show, showLink, startList, stateNow, undo, view,
} from "./calculator.js";
import { worker } from "./counting.js";
import { buildCounts, clearFaults, faults } from "./forms.js";
import { focusCard, onGridKey } from "./grid.js";
import { ownPays } from "./link.js";
import { bibtexText, csvText, latexText } from "./share.js";
import {
  amount, begun, betOf, DIGITS, Fault, fullShoe, LIMITS, MAIN_BETS, odds, remaining, stakesOf, typedShoe, wholeNumber,
} from "./state.js";
import { $, element, setText, t } from "./words.js";

const COPIED_FOR = 2500;

function onKey(event) {
  const target = event.target;
  const typing = target.matches("input:not([type=radio]):not([type=checkbox]), select, textarea") && !(target.id === "entry" && !target.value) && !target.readOnly;
  if (typing || event.altKey) return;
  const key = event.key.toLowerCase();
  const withControl = event.ctrlKey || event.metaKey;
  const back = withControl ? key === "z" && !event.shiftKey : key === "u" || key === "backspace";
  const forth = withControl ? key === "y" || (key === "z" && event.shiftKey) : key === "r";
  if (back || forth) {
    event.preventDefault();
    (back ? undo : redo)();
  } else if (!withControl && target.id !== "entry" && /^[0-9atjqk]$/.test(key)) {
    $("entry").focus();
  }
}

function submits(id, act) {
  $(id).onsubmit = (event) => {
    event.preventDefault();
    act();
  };
}

function wireShoe() {
  submits("decks-form", () => change(() => begun(fullShoe(wholeNumber($("decks").value, 1, LIMITS.decks, { key: "decks" }))), t("new shoe"), "decks"));
  submits("counts-form", () => {
    const texts = [...$("counts").querySelectorAll("input")].map((field) => field.value);
    change(() => begun(typedShoe($("kind").value, texts)), t("use counts"), "counts");
  });
  submits("burnt-form", () => change(() => {
    const next = { ...shoe, burnt: wholeNumber($("burnt").value, 0, LIMITS.count, { key: "burnt" }) };
    remaining(next);
    return next;
  }, t("burnt"), "burnt"));
  $("kind").onchange = () => {
    clearFaults();
    buildCounts(remaining(shoe));
  };
  submits("entry-form", () => readEntry(true));
  $("entry").oninput = () => readEntry(false);
  $("undo").onclick = undo;
  $("redo").onclick = redo;
  $("cards").onkeydown = onGridKey;
  $("cards").onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    focusCard(button);
    deal([button.dataset.code], "");
  };
  $("mode-deal").onchange = $("mode-out").onchange = () => look({ mode: $("mode-deal").checked ? "deal" : "out" });
}

function wireBets() {
  for (const id of ["bets", "outcomes"]) {
    $(id).onclick = (event) => {
      const group = event.target.closest("button[data-group]");
      if (group) look({ group: group.dataset.group === view.group ? "" : group.dataset.group });
      const row = event.target.closest("button") && event.target.closest("tr[data-bet]");
      if (row) look({ bet: row.dataset.bet, pays: row.dataset.pays, own: "" });
    };
  }
  $("reading").onchange = () => look({ reading: $("reading").value });
  $("digits").onchange = () => look({ digits: Number($("digits").value) });
  $("order").onchange = () => look({ order: $("order").value });
  $("find").oninput = () => look({ find: $("find").value.replace(/[\ud800-\udfff]/g, "") });
  $("line").onchange = () => lookAt(() => ({ line: amount($("line").value, -100, 100, { key: "line" }) }), "line");
  $("exact").onchange = () => look({ exact: $("exact").checked ? "yes" : "no" });
  submits("pays-form", () => lookAt(() => {
    const { categories } = betOf(view.bet);
    const fields = [...$("pays").querySelectorAll("input")];
    const paid = fields.map((field, index) => {
      try {
        return odds(field.value, -1, LIMITS.pay, categories[index]);
      } catch (fault) {
        throw Object.assign(fault, { field: field.id });
      }
    });
    return { own: ownPays(paid.join(","), betOf(view.bet)) };
  }, "pays"));
  $("pays-reset").onclick = () => look({ own: "" });
  $("stakes").onchange = (event) => lookAt(() => {
    const key = event.target.closest("tr").dataset.stake;
    const stakes = stakesOf(view);
    stakes.delete(key);
    try {
      if (event.target.value.trim()) stakes.set(key, amount(event.target.value, 0, LIMITS.pay, { key: "stake" }));
    } catch (fault) {
      throw Object.assign(fault, { field: event.target.id });
    }
    return { stakes: [...stakes].map((stake) => stake.join(":")).join(",") };
  }, "stakes");
}

/** Copies a text, or shows it selected where the browser does not allow that; the button says which. */
async function copy(button, text) {
  const field = text === $("link").value ? $("link") : $("copied");
  if (field === $("copied")) {
    field.hidden = false;
    field.value = text;
  }
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    setText($("status"), t("copied"));
  } catch {
    setText($("status"), t("copy by hand"));
  }
  setText(button, $("status").textContent);
  setTimeout(() => setText(button, t(button.dataset.t)), COPIED_FOR);
}

function wireShare() {
  $("copy").onclick = () => {
    showLink();
    copy($("copy"), $("link").value);
  };
  for (const [id, textOf] of [["csv", csvText], ["latex", latexText], ["bibtex", bibtexText]]) {
    $(id).onclick = () => {
      showLink();
      copy($(id), textOf(stateNow()));
    };
  }
  $("print").onclick = () => window.print();
  $("names").onchange = () => look({ names: $("names").value });
  $("language").onchange = () => {
    try {
      localStorage.setItem(LANGUAGE_KEPT, $("language").value);
    } catch { /* not remembered, then */ }
    look({ language: $("language").value });
  };
  $("fault-close").onclick = () => {
    faults.delete("");
    $("fault").hidden = true;
  };
  document.querySelector(".skip").onclick = (event) => {
    event.preventDefault(); // the address holds the link, not a place on the page
    $("results").focus();
  };
}

/** Lists all bets, and loads the sections that count them; the first screen did not wait for them. */
function showAll() {
  startList();
  const script = element("script", { src: "sections.js" });
  script.onload = () => worker.start(globalThis.exactBaccaratSections, arrived);
  script.onerror = () => {
    faults.set("", new Fault("fault: sections"));
    setText($("fault-text"), t("fault: sections"));
    $("fault").hidden = false;
  };
  document.head.append(script);
}

export function start() {
  $("bars").append(...MAIN_BETS.map((name) => element("span", { class: name })));
  $("digits").append(...DIGITS.map((digits) => element("option", { value: digits, text: String(digits) })));
  $("program").textContent = DATA.program;
  wireShoe();
  wireBets();
  wireShare();
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => openLink(false));
  show();
  if (location.hash) openLink(true);
  performance.mark("first figures");
  requestAnimationFrame(() => setTimeout(showAll));
}

start();
