// Prints the bill of materials in CycloneDX: what npm installs for a user, and zod, which is inside dist/zod.js.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runMain } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

runMain(async () => {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const bill = JSON.parse(await capture("npm", args, { cwd: root }));
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const { version, license } = packages["node_modules/zod"];
  const id = { "bom-ref": `zod@${version}`, purl: `pkg:npm/zod@${version}` };
  bill.components.push({ ...id, type: "library", name: "zod", version, licenses: [{ license: { id: license } }] });
  console.log(JSON.stringify(bill, undefined, 2));
});
