import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Bases } from "../../../cli/fleet/changed";
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
