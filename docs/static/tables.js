"use strict";
/* The rows of a long table can be filtered, and its shares shown as percentages. Without this script the table stands as it is. */
(() => {
  const FEWEST_ROWS = 15;
  const DECIMAL = /^([−-]?)(\d)\.(\d{3,})$/;

  /** 0.010579 as 1.0579 %: only the point moves, so every digit stays. */
  function asPercentage(text) {
    const [, sign, whole, places] = DECIMAL.exec(text);
    return `${sign}${Number(whole + places.slice(0, 2))}.${places.slice(2)} %`;
  }

  /** The cells of each column whose decimals are all shares, from −1 to 1. */
  function shares(rows) {
    const columns = [...rows[0].cells].map((_, index) => rows.map((row) => row.cells[index]));
    return columns.map((cells) => cells.filter((cell) => DECIMAL.test(cell.textContent)))
      .filter((cells) => cells.length && cells.every((cell) => Math.abs(Number(cell.textContent.replace("−", "-"))) <= 1)).flat();
  }

  const plain = (text) => text.toLowerCase().replaceAll("\u202f", "").replaceAll("−", "-");

  function field(label, input) {
    const box = document.createElement("label");
    box.append(label, " ", input);
    return box;
  }

  function addTools(wrapper) {
    const rows = [...wrapper.querySelectorAll("tbody tr")];
    const tools = document.createElement("div");
    tools.className = "table-tools";
    if (rows.length >= FEWEST_ROWS) {
      const input = Object.assign(document.createElement("input"), { type: "search", placeholder: "words or numbers" });
      const count = document.createElement("output");
      const texts = rows.map((row) => plain([...row.cells].map((cell) => cell.textContent).join(" ")));
      const filter = () => {
        const words = plain(input.value).split(/\s+/).filter(Boolean);
        rows.forEach((row, index) => (row.hidden = !words.every((word) => texts[index].includes(word))));
        const left = rows.filter((row) => !row.hidden).length;
        count.textContent = words.length ? `${left} of ${rows.length} rows` : `${rows.length} rows`;
      };
      input.addEventListener("input", filter);
      filter();
      tools.append(field("Filter", input), count);
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

  document.querySelectorAll(".table-wrapper.rows").forEach(addTools);
  document.querySelectorAll(".highlight-bibtex").forEach(addCopy);
})();
