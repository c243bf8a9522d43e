"use strict";
/* The playground: Python and this package in a worker of the browser, from files of this site alone, when the reader asks for them. */
(() => {
  const EXAMPLES = {
    "A shoe": "exact odds --decks 8 --remove '9 9 K'",
    "A bet": "exact bet dragon-7 --decks 8",
    "Two bets at once": "exact joint banco dragon-7 --decks 8",
    "A coup dealt": "exact coup 6 2 K 3 5",
    "A number that you read": "exact identify 1.0579%",
    "Python": "odds = exact.odds(decks=8, remove='9 9 K')\nodds.banco.house_edge",
  };
  const HERE = new URL("..", document.currentScript.src);
  const place = document.getElementById("playground");

  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  function button(text, action, more = "") {
    const made = make("button", { type: "button", className: `button ${more}`, textContent: text });
    made.addEventListener("click", action);
    return made;
  }

  /** The code that the address carries, or "". */
  const linked = () => new URLSearchParams(location.hash.slice(1)).get("code") ?? "";

  function editor(bytes) {
    const text = make("textarea", { rows: 6, spellcheck: false, value: linked() || EXAMPLES["A shoe"], ariaLabel: "Commands or Python" });
    const bar = make("progress", { max: bytes, value: 0, ariaLabel: "Python is loading" });
    let waiting = Boolean(linked()); // a link is run as soon as Python is there
    const shown = make("pre", { className: "shown", tabIndex: 0 });
    const state = make("output", { className: "state" });
    const print = (line, kind) => {
      shown.append(make("span", { className: kind, textContent: `${line}\n` }));
      shown.scrollTop = shown.scrollHeight;
    };
    let worker;
    const idle = (is, words) => {
      run.disabled = !is;
      stop.disabled = is;
      state.textContent = words;
    };
    const start = () => {
      worker = new Worker(new URL("_static/playground-worker.js", HERE), { type: "module" });
      worker.onmessage = ({ data }) => {
        if (data.loaded) bar.value = data.loaded;
        else if (data.ready) ready(data.ready);
        else print(data.line, data.kind);
      };
      worker.onerror = (event) => idle(true, `The page could not start Python: ${event.message || "a file is missing"}.`);
      bar.hidden = false;
      idle(false, "Python is starting …");
    };
    const ready = (words) => {
      bar.hidden = true;
      idle(true, words);
      if (waiting) go();
      waiting = false;
    };
    const go = () => {
      if (run.disabled || !text.value.trim()) return;
      history.replaceState(null, "", `#code=${encodeURIComponent(text.value)}`);
      print(text.value.trimEnd(), "typed");
      idle(false, "running …");
      worker.postMessage(text.value);
    };
    const run = button("Run", go, "first");
    const stop = button("Stop", () => { worker.terminate(); print("stopped", "fault"); start(); });
    const clear = button("Clear", () => shown.replaceChildren());
    text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) go();
    });
    const examples = Object.entries(EXAMPLES).map(([name, code]) => button(name, () => { text.value = code; go(); }));
    place.replaceChildren(make("p", {}, ...examples), text, make("p", {}, run, stop, clear, bar, state), shown);
    start();
  }

  async function offer() {
    if (location.protocol === "file:") {
      place.textContent = "Browsers run Python only from a server, not from a file: in the folder of the site, run python3 -m http.server and open the address that it prints.";
      return;
    }
    const answer = await fetch(new URL("pyodide/playground.json", HERE)).catch(() => null);
    if (!answer?.ok) {
      place.textContent = "Python is not in this build of the site: nox -s playground, before nox -s docs, adds it.";
      return;
    }
    const { bytes, version, pyodide } = await answer.json();
    const size = `${Math.ceil(bytes / 1e6)} MB`;
    place.replaceChildren(button(`Start Python (${size} to load)`, () => editor(bytes), "first"), ...(linked() ? [make("pre", { className: "shown", textContent: linked() })] : []),
      make("p", { textContent: `Loads Pyodide ${pyodide} and exact-baccarat ${version} from this site, and nothing from another.` }));
  }

  offer();
})();
