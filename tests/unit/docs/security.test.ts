import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { definitionOf, kinds } from "../../../provider/registry";
import { root } from "../../support/clone";
import { page, section } from "./pages";

test("SECURITY.md says where names and descriptions are seen", () => {
  expect(section(page("SECURITY.md"), "Connections")).toMatch(/descriptions .* travel in URLs.* access logs/u);
});

test("SECURITY.md says why the timing of comparisons does not matter", () => {
  expect(section(page("SECURITY.md"), "Connections")).toMatch(/timing reveals nothing/u);
});

test("README.md says for every kind which right its token needs", () => {
  const rights = section(page("README.md"), "Least privilege");
  const missing = kinds.filter((kind) => definitionOf(kind).appliance === "gateway" && !rights.includes(`\`${kind}\``));
  expect(missing).toEqual([]);
  expect(rights).toContain("replicator resources");
});

test("docs/operations/errors.md shows every message that provider/ can give, or names its kind", async () => {
  const check = promisify(execFile)(process.execPath, [join(root, "tools/docs/error-sites.mjs")]);
  await expect(check).resolves.toMatchObject({ stderr: "" });
}, 60_000);
