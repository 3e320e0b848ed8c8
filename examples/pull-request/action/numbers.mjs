// Prints the numbers of objects in a report, as outputs of a step: changes, creates, updates, deletes.
//
//   npx flowgate summary preview.json --json > summary.json
//   node numbers.mjs summary.json >> "$GITHUB_OUTPUT"
import { readFile } from "node:fs/promises";
import { argv } from "node:process";

const { changes } = JSON.parse(await readFile(argv[2] ?? "summary.json", "utf8"));
/** @param {readonly string[]} actions */
const count = (...actions) =>
  changes.filter((/** @type {{ action: string, old?: string }} */ { action, old }) => {
    return actions.includes(action) && old !== "stays";
  }).length;
const numbers = {
  changes: changes.length,
  creates: count("create"),
  updates: count("update"),
  // What is replaced is deleted and created again, unless the old one stays.
  deletes: count("delete", "replace"),
};
for (const [name, number] of Object.entries(numbers)) console.log(`${name}=${number}`);
