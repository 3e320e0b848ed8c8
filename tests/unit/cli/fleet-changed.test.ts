import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Bases } from "../../../cli/fleet/changed";
import type { Site } from "../../../cli/fleet/file";
import { type Report, servedBy } from "../../../cli/fleet/report";
import type { Outcome } from "../../../cli/fleet/stack";
import { temporaryFolder } from "../../support/temporary-folder";

test("--changed sees each changed letter of a layer in UTF-16", async () => {
  const folder = temporaryFolder();
  const site = { name: "paris", stack: "paris", layers: [join(folder, "paris.yaml")] };
  const write = (name: string): void => {
    writeFileSync(join(folder, "paris.yaml"), `\ufeffipGroups: [{ name: ${name} }]\n`, "utf16le");
  };
  const bases = new Bases({ name: "branches", folder }, undefined, folder);
  write("é");
  await bases.around(site, () => Promise.resolve({} as Outcome));
  const isKept = bases.isKept(site);
  write("è");
  expect([isKept, bases.isKept(site)]).toEqual([true, false]);
});

test("--changed runs a program again with another commit, and always with changes that are in no commit", async () => {
  const folder = temporaryFolder();
  const site = { name: "paris", stack: "paris" } as Site;
  const at = (commit: string | undefined): Bases => new Bases({ name: "branches", folder }, commit, folder);
  await at("1").around(site, () => Promise.resolve({} as Outcome));
  expect(["1", "2", undefined].map((commit) => at(commit).isKept(site))).toEqual([true, false, false]);
});

test.each([
  ["1", "1", ["done"]],
  ["1", "2", expect.stringContaining("of another commit")],
  [undefined, "2", expect.stringContaining("in no commit")],
  [undefined, undefined, "the files here are in no commit"],
])("--continue trusts the report of commit %s at commit %s only if both are one commit", (former, commit, served) => {
  const sites = ["done", "failed"].map((result) => ({ site: result, result }));
  expect(servedBy({ operation: "up", commit: former, sites } as Report, "up", commit)).toEqual(served);
});
