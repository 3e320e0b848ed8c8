import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { commitOf } from "../../cli/fleet/report";
import { launch, root } from "../support/clone";
import { oneStage, stateOf } from "./support";

interface Stack {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, string>> & { readonly config: Readonly<Record<string, string>> };
}

const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
const stage = oneStage({ engine: { project: "branches", stack: "paris" } });

test("fleet plan --operator writes the program of a model, and Stack objects with the pushed commit; fleet up has no more to do", async () => {
  const { engine, sim } = stage;
  const fleet = (...args: string[]): ReturnType<typeof launch>["ended"] =>
    launch(process.execPath, [join(root, "dist/cli/main.js"), "fleet", ...args], engine.folder, engine.env).ended;
  const git = (...args: string[]): string =>
    execFileSync("git", [...author, ...args], { cwd: engine.folder, encoding: "utf8" }).trim();
  const write = (name: string, text: string): void => writeFileSync(join(engine.folder, name), text);
  write("fleet.yaml", "name: branches\nmodels: sites.yaml\n");
  write("sites.yaml", "sites:\n  paris: [all.yaml]\n  Lyon_2: [all.yaml]\n");
  write("all.yaml", "ipGroups: [{ name: Branch, rules: [10.1.0.0/16] }]\n");
  git("init", "--quiet");
  rmSync(join(engine.folder, "index.js"));
  git("add", "Pulumi.yaml", "fleet.yaml", "sites.yaml", "all.yaml");
  git("commit", "--quiet", "--message", "fleet");
  git("remote", "add", "origin", "https://user:precious@git.example.com/fleet.git");
  const first = await fleet("plan", "--operator");
  expect([first.code, first.stdout, first.stderr]).toEqual([9, "", expect.stringContaining("index.js, and push")]);
  git("add", "index.js");
  git("commit", "--quiet", "--message", "program");
  const { stdout } = await fleet("plan", "--operator");
  const { kind, items } = parse(stdout) as { kind: string; items: Stack[] };
  expect([kind, items.map(({ metadata }) => metadata)]).toEqual([
    "List",
    [
      { name: "branches-paris", labels: { wave: "0" } },
      { name: "branches-lyon-2", labels: { wave: "1" } },
    ],
  ]);
  expect(items[0]).toMatchObject({
    apiVersion: "pulumi.com/v1",
    kind: "Stack",
    spec: { stack: "paris", projectRepo: "https://git.example.com/fleet.git", commit: git("rev-parse", "HEAD") },
  });
  await engine.config(items[0]?.spec.config ?? {});
  await engine.up();
  expect([...sim.gateway.store.ipGroups.values()].map(({ name }) => name)).toContain("Branch");
  const held = (await stateOf(engine)).map(({ urn }) => urn).sort();
  sim.requests.clear();
  const up = await fleet("up", "paris", "--yes");
  expect([up.code, sim.requests.verbs({ kind: "write" })]).toEqual([0, []]);
  expect((await stateOf(engine)).map(({ urn }) => urn).sort()).toEqual(held);
  const layers = ["all.yaml", ".fleet/report.json"];
  expect(layers.map((layer) => commitOf(engine.folder, [layer]))).toEqual([git("rev-parse", "HEAD"), undefined]);
});
