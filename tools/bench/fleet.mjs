// Measures `flowgate fleet` over sites that one model describes, beside one stack of the engine alone.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { startSimulator } from "pulumi-flowgate/simulator";
import { appliancesEnvironment, engineEnvironment } from "../lib/engine-environment.mjs";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import objects from "./objects.cjs";
import { measure } from "./work.mjs";

/**
 * The jobs of a fleet in a table: seconds for each site, as a ratio to one stack of the engine alone too.
 *
 * @param {{ sites: number; n: number }} size the number of sites, and of groups at each site
 * @param {string} engine folder of the engine
 */
export async function fleetTable({ sites, n }, engine) {
  const floor = await measure({ contestant: "engine", kind: "IpGroup", n, latencyMs: 0 }, engine);
  const simulators = await Promise.all(Array.from({ length: sites }, () => startSimulator({ https: false })));
  const folder = await mkdtemp(join(tmpdir(), "flowgate-bench-"));
  const env = engineEnvironment(engine, `file://${join(folder, "state")}`, join(folder, "home"), "bench");
  for (const [at, one] of simulators.entries()) Object.assign(env, appliancesEnvironment(one, `FLOWGATE_SITE_S${at}`));
  const write = (/** @type {string} */ name, /** @type {readonly string[]} */ lines) =>
    writeFile(join(folder, name), `${lines.join("\n")}\n`);
  const groups = Array.from({ length: n }, (_, index) => {
    const { name, rules } = objects.inputsOf.IpGroup(index);
    return { name, rules: rules.map(({ cidr, address }) => cidr ?? address) };
  });
  const names = new Set(groups.map(({ name }) => name));
  const rows = ["| Job | Seconds a site | To the engine alone |", "| --- | --- | --- |"];
  try {
    await mkdir(join(folder, "state"));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
    await write("fleet.yaml", ["name: bench", "models: sites.yaml"]);
    await write("global.yaml", [JSON.stringify({ ipGroups: groups })]);
    await write("sites.yaml", ["sites:", ...simulators.map((_, at) => `  s${at}: [global.yaml]`)]);
    for (const job of /** @type {const} */ (["create", "unchanged"])) {
      const startedAt = performance.now();
      const args = [join(root, "dist/cli/main.js"), "fleet", "up", "--yes"];
      await capture(execPath, args, { cwd: folder, env: { ...process.env, ...env } });
      const each = (performance.now() - startedAt) / sites;
      const alone = floor.find((one) => one.job === job)?.milliseconds ?? NaN;
      rows.push(`| ${job} | ${(each / 1000).toFixed(2)} | ${(each / alone).toFixed(2)} |`);
    }
    for (const { gateway } of simulators) {
      const made = [...gateway.store.ipGroups.values()].filter(({ name }) => names.has(name)).length;
      if (made !== n) throw new SetupError(`A site has ${made} groups and not ${n}: this measurement does not count.`);
    }
  } finally {
    await Promise.all(simulators.map((one) => one.close()));
    await rm(folder, { recursive: true, force: true });
  }
  return rows.join("\n");
}
