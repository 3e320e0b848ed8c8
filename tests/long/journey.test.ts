import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firstSteps } from "../support/first-steps";

jest.setTimeout(300_000);

/** Changes the program that init wrote to a CommonJS module. */
async function asCommonJs(folder: string): Promise<void> {
  const manifest = join(folder, "package.json");
  const { type, ...rest } = JSON.parse(await readFile(manifest, "utf8")) as Record<string, unknown>;
  expect(type).toBe("module");
  await writeFile(manifest, JSON.stringify(rest));
  const program = join(folder, "index.js");
  const source = await readFile(program, "utf8");
  const changed = source
    .replaceAll(/^import (\{[^}]*\}) from ("[^"]+");$/gmu, "const $1 = require($2);")
    .replaceAll(/^import \* as (\w+) from ("[^"]+");$/gmu, "const $1 = require($2);")
    .replaceAll(/^export const (\w+) = /gmu, "exports.$1 = ");
  expect(changed).toContain('require("pulumi-flowgate")');
  expect(changed).not.toMatch(/^(?:import|export) /mu);
  await writeFile(program, changed);
}

test.each(["typescript", "model"])(
  "a new user gets from an empty folder to repaired drift in at most 8 commands: template %s",
  async (template) => firstSteps(template),
);

test("a new user gets from an empty folder to repaired drift in at most 8 commands: an ES module", () =>
  firstSteps("javascript"));

test("a new user gets from an empty folder to repaired drift in at most 8 commands: a CommonJS module", () =>
  firstSteps("javascript", { edit: asCommonJs }));
