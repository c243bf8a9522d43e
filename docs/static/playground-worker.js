/* Runs Python for the playground: the interpreter, this package, and what the page sends. */
const HERE = new URL("../pyodide/", import.meta.url);

const fetched = globalThis.fetch;
let loaded = 0;

/** Tells the page how many bytes have come, of every file that is fetched. */
globalThis.fetch = async (...asked) => {
  const answer = await fetched(...asked);
  const count = new TransformStream({
    transform(part, out) {
      loaded += part.length;
      postMessage({ loaded });
      out.enqueue(part);
    },
  });
  return answer.body ? new Response(answer.body.pipeThrough(count), answer) : answer;
};

async function start() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", HERE));
  const [python, { wheel }] = await Promise.all([
    loadPyodide({ indexURL: HERE.href }),
    fetch(new URL("playground.json", HERE)).then((answer) => answer.json()),
  ]);
  for (const [set, kind] of [["setStdout", "out"], ["setStderr", "fault"]]) {
    python[set]({ batched: (line) => postMessage({ line, kind }) });
  }
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  const files = await (await fetch(new URL(wheel, HERE))).arrayBuffer();
  python.unpackArchive(files, "wheel", { extractDir: folder });
  const text = async (name) => (await fetch(new URL(name, import.meta.url))).text();
  python.FS.writeFile(`${folder}/playground_counting.py`, await text("playground_counting.py"));
  python.runPython(await text("playground.py"), { globals: python.globals });
  return python.globals.get("run");
}

const started = start();
started.then(() => postMessage({ ready: "Python is ready." }), (error) => postMessage({ ready: `Python did not start: ${error.message}` }));

onmessage = async ({ data }) => {
  const run = await started;
  const before = performance.now();
  run(data);
  postMessage({ ready: `done in ${((performance.now() - before) / 1000).toFixed(1)} s` });
};
