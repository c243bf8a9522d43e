"use strict";
/* The rows of a long table can be filtered and sorted, and its shares shown as percentages; a table that scrolls can be reached
   by the keyboard. Without this script the table stands as it is. */
(() => {
  const FEWEST_ROWS = 15;
  const DECIMAL = /^([−-]?)(\d)\.(\d{3,})$/;

  const ungrouped = (text) => text.replaceAll("\u202f", "");

  /** 0.010579 as 1.0579 %: only the point moves, so every digit stays. */
  function asPercentage(text) {
    const [, sign, whole, places] = DECIMAL.exec(ungrouped(text));
    const rest = places.slice(2);
    const shown = rest.length > 4 ? rest.replace(/\d{3}(?=\d)/g, "$&\u202f") : rest;
    return `${sign}${Number(whole + places.slice(0, 2))}.${shown}\u00a0%`;
  }

  /** The cells of each column whose decimals are all shares, from −1 to 1. */
  function shares(rows) {
    const columns = [...rows[0].cells].map((_, index) => rows.map((row) => row.cells[index]));
    return columns.map((cells) => cells.filter((cell) => DECIMAL.test(ungrouped(cell.textContent))))
      .filter((cells) => cells.length && cells.every((cell) => Math.abs(Number(plain(cell.textContent))) <= 1)).flat();
  }

  const plain = (text) => ungrouped(text).toLowerCase().replaceAll("\u00a0", " ").replaceAll("−", "-");

  function field(label, input) {
    const box = document.createElement("label");
    box.append(label, " ", input);
    return box;
  }

  /** A menu of the values that a column has, or null where there is no such column. */
  function choiceOf(wrapper, rows, name) {
    const index = [...wrapper.querySelectorAll("thead th")].findIndex((head) => head.textContent.trim() === name);
    if (index < 0) return null;
    const values = [...new Set(rows.map((row) => row.cells[index].textContent.trim()))];
    const menu = document.createElement("select");
    menu.append(new Option("all", ""), ...values.map((value) => new Option(value)));
    return { menu, fits: (row) => !menu.value || row.cells[index].textContent.trim() === menu.value };
  }

  /** What a cell is sorted by: its number, also of a fraction or a power, or its words. */
  function sorted(cell) {
    const text = plain(cell.textContent).trim();
    const [, number, below = "1"] = /^([+-]?[\d.]+)(?:\/(\d+))?(?: ?%)?$/.exec(text) || [];
    return number === undefined ? text : Number(number) / Number(below);
  }

  const order = (a, b) => (typeof a === typeof b ? (typeof a === "number" ? a - b : a.localeCompare(b)) : typeof a === "number" ? -1 : 1);

  /** Makes the headings buttons that sort the rows, upwards at first and then downwards. */
  function addSorting(wrapper, rows) {
    const heads = [...wrapper.querySelectorAll("thead tr:last-child th")];
    heads.forEach((head, index) => {
      const button = Object.assign(document.createElement("button"), { type: "button", title: "Sort" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.ariaSort !== "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const keys = new Map(rows.map((row) => [row, sorted(row.cells[index])]));
        rows.toSorted((a, b) => (up ? 1 : -1) * order(keys.get(a), keys.get(b))).forEach((row) => row.parentNode.append(row));
      });
    });
  }

  /** A table that is wider or longer than its box can be scrolled by the keys, and says what it is; one with sentences becomes a
      list of cards instead of growing wider. */
  function addScrolling(wrapper) {
    const heading = wrapper.closest("section")?.querySelector("h1, h2, h3");
    new ResizeObserver(() => {
      wrapper.classList.remove("folded");
      wrapper.classList.toggle("folded", wrapper.matches(".cards") && wrapper.scrollWidth > wrapper.clientWidth);
      const scrolls = wrapper.scrollWidth > wrapper.clientWidth || wrapper.scrollHeight > wrapper.clientHeight;
      wrapper.toggleAttribute("tabindex", scrolls);
      if (scrolls) Object.assign(wrapper, { tabIndex: 0, role: "region", ariaLabel: heading?.firstChild.textContent || "Table" });
    }).observe(wrapper);
  }

  function addTools(wrapper) {
    const rows = [...wrapper.querySelectorAll("tbody tr")];
    if (rows.length < FEWEST_ROWS && !wrapper.classList.contains("rows")) return;
    wrapper.classList.add("rows");
    rows.slice(1).forEach((row, index) => { // a cell that repeats the one above is empty, and sorting would part the two
      if (!row.cells[0].textContent.trim()) row.cells[0].innerHTML = rows[index].cells[0].innerHTML;
    });
    if (rows.length > 2) addSorting(wrapper, rows);
    const tools = document.createElement("div");
    tools.className = "table-tools";
    if (rows.length >= FEWEST_ROWS) {
      const input = Object.assign(document.createElement("input"), { type: "search", placeholder: "words or numbers" });
      const count = document.createElement("output");
      const choice = choiceOf(wrapper, rows, "group");
      const texts = rows.map((row) => plain([...row.cells].map((cell) => cell.textContent).join(" ")));
      const filter = () => {
        const words = plain(input.value).split(/\s+/).filter(Boolean);
        rows.forEach((row, index) => (row.hidden = !words.every((word) => texts[index].includes(word)) || !(choice?.fits(row) ?? true)));
        const left = rows.filter((row) => !row.hidden).length;
        count.textContent = left < rows.length ? `${left} of ${rows.length} rows` : `${rows.length} rows`;
      };
      input.addEventListener("input", filter);
      filter();
      tools.append(field("Filter", input));
      choice?.menu.addEventListener("input", filter);
      if (choice) tools.append(field("Group", choice.menu));
      tools.append(count);
    }
    const cells = rows.length ? shares(rows) : [];
    if (cells.length) {
      const decimals = cells.map((cell) => cell.textContent);
      const input = Object.assign(document.createElement("input"), { type: "checkbox" });
      input.addEventListener("change", () => cells.forEach((cell, index) => {
        cell.textContent = input.checked ? asPercentage(decimals[index]) : decimals[index];
      }));
      tools.append(field("Percent", input));
    }
    if (tools.childElementCount) wrapper.before(tools);
  }

  function addCopy(block) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
    button.addEventListener("click", async () => {
      getSelection().selectAllChildren(block.querySelector("pre"));  // where the clipboard is closed, the text is at least selected
      await navigator.clipboard?.writeText(block.querySelector("pre").textContent);
      button.textContent = "Copied";
    });
    block.append(button);
  }

  /** A long line of code can be scrolled by the keys. */
  function addCodeScrolling(block) {
    new ResizeObserver(() => {
      block.toggleAttribute("tabindex", block.scrollWidth > block.clientWidth);
      if (block.hasAttribute("tabindex")) block.tabIndex = 0;
    }).observe(block);
  }

  /** A table of verdicts is cards on a narrow screen, as the one of errata is. */
  function addLabels(wrapper) {
    const heads = [...wrapper.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    if (!heads.includes("verdict")) return;
    wrapper.classList.add("cards");
    wrapper.querySelectorAll("tbody tr").forEach((row) => [...row.cells].forEach((cell, index) => (cell.dataset.label = heads[index])));
  }

  document.querySelectorAll("article pre").forEach(addCodeScrolling);
  document.querySelectorAll("article .table-wrapper").forEach(addLabels);
  document.querySelectorAll("article .table-wrapper").forEach(addTools);
  document.querySelectorAll("article .table-wrapper").forEach(addScrolling);
  document.querySelectorAll(".highlight-bibtex").forEach(addCopy);
})();
