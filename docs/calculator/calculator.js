"use strict";
/* What happens: it keeps the state and its history, asks the engine and the worker, and answers keys, clicks and links. */

const sections = DATA.sections.map((raw) => (raw.granularity === "cards" ? null : engine.decode(raw, DATA.bets, tableauxOf())));
const FINE = DATA.sections.findIndex((raw) => raw.granularity === "cards");
const sectionOf = DATA.bets.map((_, bet) => DATA.sections.findIndex((raw) => raw.bets.includes(bet)));
const UNDONE_AT_MOST = 2000;

let shoe = fullShoe8();
let view = firstView(rememberedLanguage());
let past = [], future = [];
let rows = [];
let counts = [];
let left = remaining(shoe);
let shownKind = "";
let linkTimer = 0, statusTimer = 0;

function fullShoe8() {
  return { base: fullShoe(8), dealt: [] };
}

function tableauxOf() {
  return 1 + Math.max(...DATA.readings.map((reading) => reading.tableau));
}

function rememberedLanguage() {
  let kept = null;
  try {
    kept = localStorage.getItem("exact-baccarat-language");
  } catch { /* a browser may refuse storage to a page from a file */ }
  const wanted = [kept, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => DATA.languages.includes(tag)) || "en";
}

/* The worker: one question at a time, the newest waiting. Where a browser allows none, the page counts by itself. */
const worker = {
  busy: false, waiting: null, asked: 0, thread: null,
  start() {
    const raws = DATA.sections;
    try {
      const source = `${exactEngine}\n${workerMain}\nworkerMain();`;
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      this.thread = new Worker(address);
      URL.revokeObjectURL(address);
      this.thread.onmessage = ({ data }) => this.answered(data);
    } catch {
      this.thread = null;
    }
    const told = { sections: raws, bets: DATA.bets.map(({ categories }) => ({ categories })), tableaux: tableauxOf() };
    if (this.thread) this.thread.postMessage(told);
    else sections[FINE] = engine.decode(raws[FINE], DATA.bets, tableauxOf());
  },
  ask(question) {
    question.id = ++this.asked;
    if (this.busy) this.waiting = question;
    else this.send(question);
  },
  send(question) {
    this.busy = true;
    if (this.thread) {
      this.thread.postMessage(question);
      return;
    }
    setTimeout(() => {
      const { fine, removal, tableau, id } = question;
      this.answered({
        id,
        counts: fine && engine.evaluate(sections[fine.section], tableau, fine.counts, sections[fine.section].bets),
        removals: removal && engine.removals(sections[removal.section], tableau, removal.counts, removal.bet),
      });
    });
  },
  answered(answer) {
    this.busy = false;
    if (this.waiting) {
      const next = this.waiting;
      this.waiting = null;
      this.send(next);
    } else if (answer.id === this.asked) arrived(answer);
  },
};

const betIndex = () => (view.bet.startsWith("rules-") ? 0 : DATA.bets.findIndex((bet) => bet.name === view.bet));
const known = (section) => left[DATA.sections[section].granularity];

/** Counts everything that the page can count, and states why the rest is missing. */
function count() {
  const { tableau } = readingOf(view.reading);
  left = remaining(shoe);
  counts = new Array(DATA.bets.length);
  DATA.sections.forEach((raw, index) => {
    const own = known(index);
    if (!own) raw.bets.forEach((bet) => (counts[bet] = raw.granularity === "cards" ? "unknown suits" : "unknown ranks"));
    else if (index === FINE) raw.bets.forEach((bet) => (counts[bet] = "computing"));
    else Object.assign(counts, engine.evaluate(sections[index], tableau, own, raw.bets));
  });
}

function askWorker() {
  const { tableau } = readingOf(view.reading);
  const bet = betIndex(), section = sectionOf[bet];
  const question = { tableau, fine: null, removal: null };
  if (known(FINE)) question.fine = { section: FINE, counts: left.cards };
  const why = !known(section) ? counts[bet] : left.total <= LIMITS.cards ? "removal few" : "";
  if (!why) question.removal = { section, counts: known(section), bet };
  showRemoval(view, "", why || "computing", null, left);
  worker.ask(question);
}

function arrived(answer) {
  if (answer.counts) Object.assign(counts, answer.counts);
  showBets(rows.filter((entry) => sectionOf[entry.index] === FINE), counts, view.digits);
  const bet = betIndex();
  if (sectionOf[bet] === FINE) showBet(view, counts[bet]);
  if (answer.removals) showRemoval(view, DATA.sections[sectionOf[bet]].granularity, answer.removals, counts[bet], left);
  document.body.dataset.settled = answer.id;
}

function show() {
  delete document.body.dataset.settled;
  if (language !== view.language || !rows.length) changeLanguage();
  count();
  if (shownKind !== shoe.base.kind) buildGrid((shownKind = shoe.base.kind));
  showGrid(shoe.base.kind, left);
  showShoe(shoe, left);
  if (countedShoe !== shoe) fillCounts();
  const reading = readingOf(view.reading);
  for (const [id, value] of [["reading", view.reading], ["group", view.group], ["digits", String(view.digits)], ["find", view.find]]) {
    if ($(id).value !== value) $(id).value = value;
  }
  if (!$("decks").matches(":focus, [aria-invalid]")) $("decks").value = shoe.base.decks || "";
  $("undo").setAttribute("aria-disabled", String(!past.length)); // not disabled, because the button would lose the focus
  $("redo").setAttribute("aria-disabled", String(!future.length));
  showReading(reading);
  showOutcomes(counts[0], reading, view.digits);
  filterBets(rows, view);
  showBets(rows, counts, view.digits);
  document.querySelectorAll("tr[data-bet]").forEach((row) => {
    if (row.dataset.bet === view.bet && row.dataset.pays === view.pays) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  });
  showBet(view, counts[betIndex()]);
  askWorker();
  clearTimeout(linkTimer);
  linkTimer = setTimeout(showLink, 150);
}

function showLink() {
  const text = "#" + linkText(shoe, view);
  $("link").value = location.href.split("#")[0] + text;
  if (location.hash === text) return;
  try {
    history.replaceState(null, "", text);
  } catch { /* too many changes in a short time: the field has the link */ }
}

function changeLanguage() {
  language = view.language;
  $("language").value = language;
  translatePage();
  buildReadings();
  buildOutcomes();
  $("group").replaceChildren(element("option", { value: "", text: t("all groups") }),
    ...DATA.groups.map((group) => element("option", { value: group, text: t("group: " + group) })));
  rows = buildBets();
  shownKind = "";
  buildCounts(countFields().map((field) => field.value));
  faults.forEach((fault, id) => tell(fault, id));
}

function announce(words) {
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => {
    const all = counts[0].reduce((sum, own) => sum + own, 0n);
    const [punto, banco, tie] = counts[0].map((own) => percent(engine.fraction(own, all), 4));
    setText($("status"), words + " " + t("status", { cards: left.total, punto, banco, tie }));
  }, 400);
}

/** Before a step: remember the shoe to undo to, and the view if the step changes that too. */
function remember(seen) {
  past.push({ shoe, view: seen });
  if (past.length > UNDONE_AT_MOST) past.shift();
  future = [];
}

/** Makes `make()` the shoe, and the old shoe the one to undo to. A Fault changes nothing and appears next to the field `id`. */
function change(make, words, id) {
  try {
    const next = make();
    if (linkText(next, view) !== linkText(shoe, view)) remember(null);
    shoe = next;
  } catch (fault) {
    fail(fault, id);
    return false;
  }
  clearFaults();
  show();
  announce(words);
  return true;
}

function step(from, to, key) {
  if (!from.length) return;
  const before = from.pop();
  to.push({ shoe, view: before.view && view });
  shoe = before.shoe;
  view = before.view || view;
  clearFaults();
  show();
  announce(t(key));
}

const undo = () => step(past, future, "undone");
const redo = () => step(future, past, "redone");

function deal(found, id) {
  return change(() => dealtWith(shoe, found), t("spoken dealt", { cards: found.map((code) => cardName(code, true)).join(", ") }), id);
}

function look(changes) {
  view = { ...view, ...changes };
  const tables = payTables(view.bet, readingOf(view.reading)).map(([name]) => name);
  if (!tables.includes(view.pays)) view.pays = tables[0];
  show();
}

function readEntry(all) {
  const field = $("entry");
  try {
    const { found, left: rest } = typedCards(field.value, shoe.base.kind, all);
    if (found.length && !deal(found, "entry")) return;
    if (found.length || !rest) clearFaults();
    if (field.value !== rest && found.length) field.value = rest;
  } catch (fault) {
    fail(fault, "entry");
  }
}

function openLink(first) {
  const text = location.hash.replace(/^#/, "");
  const now = linkText(shoe, view);
  if (text === now) return;
  if (!text) return showLink();
  try {
    const found = parseLink(text, view.language);
    clearFaults();
    if (linkText(found.shoe, found.view) === now) return showLink();
    if (!first) remember(view);
    shoe = found.shoe;
    view = found.view;
    show();
  } catch (fault) {
    fail(fault instanceof Fault ? new Fault("fault: link", { fault }) : fault, "");
    showLink();
  }
}

function onGridKey(event) {
  const buttons = [...$("cards").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const width = $("cards").rows[0].cells.length;
  const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width };
  const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : at + (moves[event.key] || 0);
  if (at < 0 || to === at || !buttons[to]) return;
  event.preventDefault();
  focusCard(buttons[to]);
}

function focusCard(button) {
  $("cards").querySelectorAll('[tabindex="0"]').forEach((other) => (other.tabIndex = -1));
  button.tabIndex = 0;
  button.focus();
}

function onKey(event) {
  const target = event.target;
  const typing = target.matches("input, select, textarea") && !(target.id === "entry" && !target.value) && !target.readOnly;
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

function start() {
  $("bars").append(...MAIN_BETS.map(() => element("span")));
  $("digits").append(...DIGITS.map((digits) => element("option", { value: digits, text: String(digits) })));
  $("decks-form").onsubmit = (event) => {
    event.preventDefault();
    change(() => ({ base: fullShoe(wholeNumber($("decks").value, 1, LIMITS.decks, { key: "decks" })), dealt: [] }), t("new shoe"), "decks");
  };
  $("counts-form").onsubmit = (event) => {
    event.preventDefault();
    const texts = [...$("counts").querySelectorAll("input")].map((field) => field.value);
    change(() => ({ base: typedShoe($("kind").value, texts), dealt: [] }), t("use counts"), "counts");
  };
  $("kind").onchange = () => {
    clearFaults();
    buildCounts();
  };
  $("entry-form").onsubmit = (event) => {
    event.preventDefault();
    readEntry(true);
  };
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
  for (const id of ["bets", "outcomes"]) {
    $(id).onclick = (event) => {
      const row = event.target.closest("button") && event.target.closest("tr[data-bet]");
      if (row) look({ bet: row.dataset.bet, pays: row.dataset.pays });
    };
  }
  $("reading").onchange = () => look({ reading: $("reading").value });
  $("group").onchange = () => look({ group: $("group").value });
  $("digits").onchange = () => look({ digits: Number($("digits").value) });
  $("find").oninput = () => look({ find: $("find").value.replace(/[\ud800-\udfff]/g, "") });
  $("language").onchange = () => {
    try {
      localStorage.setItem("exact-baccarat-language", $("language").value);
    } catch { /* not remembered, then */ }
    look({ language: $("language").value });
  };
  $("copy").onclick = async () => {
    showLink();
    $("link").select();
    try {
      await navigator.clipboard.writeText($("link").value);
      setText($("status"), t("copied"));
    } catch {
      setText($("status"), t("copy by hand"));
    }
    setText($("copy"), $("status").textContent);
    setTimeout(() => setText($("copy"), t("copy")), 2500);
  };
  $("fault-close").onclick = () => {
    faults.delete("");
    $("fault").hidden = true;
  };
  document.querySelector(".skip").onclick = (event) => {
    event.preventDefault(); // the address holds the link, not a place on the page
    $("results").focus();
  };
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => openLink(false));
  worker.start();
  show();
  if (location.hash) openLink(true);
}

start();
