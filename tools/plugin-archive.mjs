// Makes the plugin's archive for `pulumi plugin install`: one bundled file that needs Node alone, the schema, a checksum
// and the list of parts.
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { build } from "./build.mjs";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

const target = join(root, ".plugin");

runMain(async () => {
  await build(console.log);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const folder = join(target, "content");
  await rm(target, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundle({
    entryPoints: [join(root, "dist/provider/plugin/main.js")],
    outfile: join(folder, "main.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    keepNames: true,
    legalComments: "eof",
    logLevel: "warning",
  });
  const script = `#!/usr/bin/env node
const { join } = require("node:path");
require("./main.js").servePlugin({ version: ${JSON.stringify(version)}, schema: join(__dirname, "schema.json") });
`;
  await writeFile(join(folder, "pulumi-resource-flowgate"), script);
  await chmod(join(folder, "pulumi-resource-flowgate"), 0o755);
  for (const name of ["plugin/pulumi-resource-flowgate.cmd", "schema.json", "LICENSE"]) {
    await cp(join(root, name), join(folder, name.replace("plugin/", "")));
  }
  const name = `pulumi-resource-flowgate-v${version}.tar.gz`;
  await run("tar", ["-czf", join(target, name), "-C", folder, "."]);
  const sum = createHash("sha256")
    .update(await readFile(join(target, name)))
    .digest("hex");
  await writeFile(join(target, `${name}.sha256`), `${sum}  ${name}\n`);
  const parts = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  await writeFile(join(target, `${name}.cdx.json`), await run("npm", parts));
  console.log(`Made ${join(".plugin", name)} (sha256 ${sum})`);
});

/**
 * @param {string} command
 * @param {string[]} args
 */
async function run(command, args) {
  const { code, stdout, stderr } = await capture(command, args, { cwd: root });
  if (code !== 0) throw new SetupError(`${command} ended with ${code}: ${stderr}`);
  return stdout;
}
