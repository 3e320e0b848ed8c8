import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/clone";
import { page } from "./pages";

/** What SECURITY.md promises: each paragraph and item of its sections but the first, which says how to report. */
const promises = page("SECURITY.md")
  .text.split(/^## .*$/mu)
  .slice(2)
  .flatMap((section) => section.split(/\n\n|\n(?=- )/u))
  .map((text) => text.trim())
  .filter((text) => /^[^|<]/u.test(text));

test.each(promises)("%s", (promise) => {
  const tests = /<!-- (.+) -->/u.exec(promise)?.[1]?.split(" ") ?? [];
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((name) => !existsSync(join(root, `tests/${name}.test.ts`)))).toEqual([]);
});

test("there are promises about credentials, states, connections, dependencies and the simulator", () => {
  expect(promises.length).toBeGreaterThan(12);
});
