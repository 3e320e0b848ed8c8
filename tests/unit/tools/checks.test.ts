import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../support/clone";

const script = `
const { checks } = await import(${JSON.stringify(pathToFileURL(join(root, "tools/checks.mjs")).href)});
const keysOf = (files) => {
  const texts = new Map(Object.entries(files));
  const all = checks.flatMap(({ name, files, keyOf }) =>
    files === undefined
      ? [[name, keyOf(texts, "")]]
      : [...texts.keys()].filter((path) => files.test(path)).map((path) => [name + " " + path, keyOf(texts, path)]));
  return Object.fromEntries(all);
};
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(keysOf)));
`;

const files = {
  "eslint.config.mjs": "",
  "lib/a.ts": 'import { b } from "./b";',
  "lib/b.ts": 'export { c as b } from "../provider/index.js";',
  "provider/index.ts": "export const c = 1;",
  "lib/apart.ts": "export const apart = 1;",
  "examples/one/index.ts": 'import { IpGroup } from "pulumi-flowgate";',
  "tools/one.mjs": '/** @import { T } from "../lib/apart.ts" */',
  "README.md": "# Read",
};

/** What is checked again after a change, of the linter and of the checks of everything. */
function again(changes: Readonly<Record<string, string>>): string[] {
  const printed = execFileSync(process.execPath, [
    ...["--input-type=module", "-e", script, JSON.stringify([files, { ...files, ...changes }])],
  ]);
  const [before = {}, after = {}] = JSON.parse(String(printed)) as Record<string, string>[];
  const changed = Object.keys(after).filter((item) => after[item] !== before[item]);
  return changed.filter((item) => !item.startsWith("prettier")).map((item) => item.replace("eslint ", ""));
}

const all = Object.keys(files).filter((path) => path !== "README.md");
const example = "examples/one/index.ts";

test.each<[string, Record<string, string>, string[]]>([
  ["a page", { "README.md": "# Other" }, ["docs", example]],
  [
    "a module that others import",
    { "provider/index.ts": "export const c = 2;" },
    ["docs", "lib/a.ts", "lib/b.ts", "provider/index.ts", example, "types", "tools"],
  ],
  [
    "a module that a comment with types names",
    { "lib/apart.ts": "export const apart = 2;" },
    ["docs", "lib/apart.ts", example, "tools/one.mjs", "types", "tools"],
  ],
  ["the rules", { "eslint.config.mjs": "export {};" }, ["docs", ...all, "types", "tools"]],
  ["a declaration for all files", { "lib/apart.ts": "declare global {}" }, ["docs", ...all, "types", "tools"]],
  ["a dependency", { "package-lock.json": "{}" }, ["docs", ...all, "types", "tools"]],
])("after a change of %s, the checks check again what depends on it", (_what, changes, expected) => {
  expect(again(changes).sort()).toEqual(expected.sort());
});
