// Builds the plugin's archives for `pulumi plugin install`: the bundle, which needs only Node.js, and the schema. All
// systems get the same files, under the names that the engine requests. Also writes checksums and the list of parts.
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { argv } from "node:process";
import { build } from "../build.mjs";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import "../lib/typescript.mjs";

/** @import { Part } from "./bundle.ts" */

const systems = ["darwin", "linux", "windows"];
const architectures = ["amd64", "arm64"];

runMain(async () => {
  // Tests use another folder than .plugin.
  const target = argv[2] ?? join(root, ".plugin");
  await build(console.log);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const content = join(target, "content");
  await rm(target, { recursive: true, force: true });
  await mkdir(content, { recursive: true });
  const parts = await fill(content, version);
  const packed = join(target, "packed.tar.gz");
  await output("tar", ["-czf", packed, "-C", content, "."]);
  const bytes = await readFile(packed);
  await rm(packed);
  const sum = createHash("sha256").update(bytes).digest("hex");
  const base = `pulumi-resource-flowgate-v${version}`;
  const names = systems.flatMap((system) => architectures.map((one) => `${base}-${system}-${one}.tar.gz`));
  for (const name of names) await writeFile(join(target, name), bytes);
  await writeFile(join(target, `${base}-checksums.txt`), names.map((name) => `${sum}  ${name}\n`).join(""));
  await writeFile(join(target, `${base}.cdx.json`), `${JSON.stringify(await billOf(parts), null, 2)}\n`);
  for (const name of names) console.log(join(relative(root, target), name));
  console.log(`${String(Math.round(bytes.length / 1000))} kB each, sha256 ${sum}`);
});

/**
 * @param {string} folder
 * @param {string} version
 */
async function fill(folder, version) {
  const { bundlePlugin } = await import("./bundle.ts");
  const parts = await bundlePlugin(folder);
  const script = `#!/usr/bin/env node
const { join } = require("node:path");
require("./main.js").servePlugin({ version: ${JSON.stringify(version)}, schema: join(__dirname, "schema.json") });
`;
  await writeFile(join(folder, "pulumi-resource-flowgate"), script);
  await chmod(join(folder, "pulumi-resource-flowgate"), 0o755);
  for (const file of ["plugin/pulumi-resource-flowgate.cmd", "schema.json", "LICENSE"]) {
    await cp(join(root, file), join(folder, file.replace("plugin/", "")));
  }
  return parts;
}

/**
 * The list of parts in CycloneDX form: npm's own list for the whole package, without packages that are not in the
 * bundle.
 *
 * @param {readonly Part[]} parts
 */
async function billOf(parts) {
  const bill = JSON.parse(await output("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]));
  const wanted = new Set(parts.map(({ name, version }) => `${name}@${version}`));
  /** @type {{ "bom-ref": string; purl: string }[]} */
  const all = bill.components;
  const components = all.filter((one) => wanted.has(one["bom-ref"]));
  const missing = [...wanted].filter((part) => !components.some((one) => one["bom-ref"] === part));
  if (missing.length > 0) throw new SetupError(`npm sbom does not list ${missing.join(", ")}`);
  const own = bill.metadata.component["bom-ref"];
  /** @type {{ ref: string; dependsOn?: string[] }[]} */
  const dependencies = bill.dependencies;
  const kept = dependencies
    .filter(({ ref }) => ref === own || wanted.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => wanted.has(one)) }));
  // npm uses the name of the clone's folder instead.
  const component = { ...bill.metadata.component, name: "pulumi-resource-flowgate" };
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies: kept };
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function output(command, args) {
  const { code, stdout, stderr } = await capture(command, args, { cwd: root });
  if (code !== 0) throw new SetupError(`${command} ended with ${String(code)}: ${stderr}`);
  return stdout;
}
