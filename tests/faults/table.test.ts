import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../support/clone";

test("the list has every row from F1 to F155, once", () => {
  const rows = JSON.parse(readFileSync(join(__dirname, "rows.json"), "utf8")) as { row: string }[];
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 155 }, (_, n) => `F${n + 1}`));
});

test("docs/faults.md tells of every row the tests that there are, and all of them passed", async () => {
  const check = promisify(execFile)(process.execPath, [join(root, "tools/docs/faults.mjs"), "--check"]);
  await expect(check).resolves.toMatchObject({ stderr: "" });
}, 60_000);
