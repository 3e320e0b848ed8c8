// Tries the packed package in an empty folder, as a user of any system has it: the command, `check` of a template,
// doctor against the simulator, the plugin. Run it with npm: `npm run packed`. CI does so on Windows too.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { createInterface } from "node:readline";
import { build } from "./build.mjs";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

/** Starts a program of Node.js, and returns it with the first lines that it prints. @param {string[]} args @param {string} cwd @param {number} most */
async function begun(args, cwd, most) {
  const child = spawn(execPath, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) >= most) break;
  if (lines.length < most) throw new SetupError(`${args.join(" ")} ended after: ${lines.join("\n")}`);
  return { child, lines };
}

runMain(async () => {
  await build(console.log);
  const folder = await mkdtemp(join(tmpdir(), "flowgate-packed-"));
  const npm = (/** @type {string[]} */ ...args) =>
    capture(execPath, [env["npm_execpath"] ?? "", ...args], { cwd: folder });
  const own = join(folder, "node_modules/pulumi-flowgate");
  const command = join(own, "dist/cli/main.js");
  const [{ filename }] = JSON.parse(await npm("pack", root, "--json", "--ignore-scripts"));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  // It has a TypeScript of its own: 39 MB that no other check needs.
  const types = ["@arethetypeswrong/cli@0.18.5", "--profile", "node16", join(folder, filename)];
  console.log("types", (await npm("exec", "--yes", "--", ...types)).trim());
  const packages = ["@pulumi/pulumi", "@types/node", "typescript@5"];
  await npm("install", "--no-audit", "--no-fund", join(folder, filename), ...packages);
  console.log("version", (await capture(execPath, [command, "--version"], { cwd: folder })).trim());

  await cp(join(own, "templates/typescript"), folder, { recursive: true });
  await writeFile(join(folder, "Pulumi.yaml"), "name: packed\nruntime: nodejs\n");
  console.log("check", (await capture(execPath, [command, "check", "--no-stack"], { cwd: folder })).trim());

  const simulator = await begun([command, "simulate"], folder, 9);
  const plugin = await begun([join(own, "plugin/pulumi-resource-flowgate"), "127.0.0.1:1"], folder, 1);
  const set = simulator.lines.flatMap((line) =>
    (/^(?:export |\$env:)?(FLOWGATE_\w+) ?= ?"?([^"]*)"?$/u.exec(line) ?? []).slice(1, 3),
  );
  for (let at = 0; at < set.length; at += 2) env[set[at] ?? ""] = set[at + 1];
  console.log(await capture(execPath, [command, "doctor", "--no-stack"], { cwd: folder }));
  console.log("plugin listens at", plugin.lines[0]);
  for (const { child } of [simulator, plugin]) {
    child.kill();
    await once(child, "exit");
  }
  await rm(folder, { recursive: true });
});
