import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { launch, root } from "../support/clone";
import { stateText } from "../support/engine";
import { holdingsOf } from "../support/held";
import { declare, oneStage } from "./support";
import { credentialsOf, withoutCredentials } from "../support/configuration";

const folder = join(root, "examples/pull-request");
const text = (file: string): string => readFileSync(join(folder, file), "utf8");

/** Every script that the CI systems run, in the order of the file: the text below the keys for scripts. */
function scriptsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return ["run", "script", "before_script", "after_script"].includes(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => scriptsIn(item, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => scriptsIn(item, name));
}

/** The commands of the engine and of this package. All other commands belong to the CI system. */
const ownCommands = (scripts: readonly string[]): string[] =>
  scripts.filter((script) => /^(?:pulumi|npx flowgate) /u.test(script));
const ofYaml = (file: string): string[] => ownCommands(scriptsIn(parse(text(file))));
const ofJenkins = ownCommands(
  [...text("jenkins/Jenkinsfile").matchAll(/^\s*sh '([^']+)'$/gmu)].map(([, one]) => one ?? ""),
);

const systems: Readonly<Record<string, readonly string[]>> = {
  "GitHub Actions": ["preview", "deploy", "drift"].flatMap((name) => ofYaml(`github/${name}.yml`)),
  "GitLab CI": ofYaml("gitlab/.gitlab-ci.yml"),
  "Azure Pipelines": ofYaml("azure/azure-pipelines.yml"),
  Jenkins: ofJenkins,
};
const [preview = "", previewSummary = "", deploy = "", deploySummary = "", drift = "", driftSummary = ""] =
  systems["GitHub Actions"] ?? [];

test.each(Object.keys(systems))("%s runs the same six commands in the same order", (name) => {
  // Only the maximum length of a comment differs.
  const plain = systems[name]?.map((command) => command.replace(/ --max-length \d+/u, ""));
  expect(plain).toEqual([preview, previewSummary, deploy, deploySummary, drift, driftSummary]);
  expect(preview).toMatch(/^pulumi preview /u);
  expect(deploy).toMatch(/^pulumi up /u);
  expect(drift).toMatch(/ --refresh --expect-no-changes /u);
});

test("what runs for pull requests from any branch names no credential of an appliance", () => {
  expect(text("github/preview.yml")).not.toContain("FLOWGATE_");
});

const office = (address: string): string =>
  `new IpGroup("office", { name: "Office", rules: [rule.ip("${address}")] });`;
const flows = `new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });`;

describe("the commands of the workflows, run in a program's folder", () => {
  const stage = oneStage({ engine: { stack: "prod" }, configured: false });
  let credentials: Record<string, string>;

  beforeAll(async () => {
    const { sim, engine } = stage;
    await engine.config(withoutCredentials(sim));
    credentials = credentialsOf(sim);
    await engine.program(declare(office("10.0.0.1"), flows));
    // The same file that npm install creates for the package's `bin`.
    const bin = join(engine.folder, "node_modules/.bin");
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, "flowgate"), `#!/bin/sh\nexec node "${join(root, "dist/cli/main.js")}" "$@"\n`);
    await chmod(join(bin, "flowgate"), 0o755);
  });

  /** Runs a command like the shell of a CI system does. Returns the exit code and the output. */
  const run = async (command: string, own: Readonly<Record<string, string>> = {}) => {
    const env = { ...stage.engine.env, ...own, CI: "true", STACK: "prod" };
    const { code, stdout, stderr } = await launch("sh", ["-ec", command], stage.engine.folder, env).ended;
    return { code, output: `${stdout}${stderr}` };
  };
  const succeed = async (command: string, env?: Readonly<Record<string, string>>): Promise<void> => {
    const { code, output } = await run(command, env);
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
  };
  const comment = (): Promise<string> => readFile(join(stage.engine.folder, "summary.md"), "utf8");

  test("a preview needs neither credentials nor reachable appliances", async () => {
    const { sim } = stage;
    await Promise.all([sim.gateway.disconnect(), sim.replicator.disconnect()]);
    await succeed(preview);
    await succeed(previewSummary);
    await Promise.all([sim.gateway.reconnect(), sim.replicator.reconnect()]);
    expect(await comment()).toContain("**1 new IP group, 1 new profile** · nothing is deleted");
  });

  test("a deployment applies what is declared, with credentials from the environment", async () => {
    await succeed(deploy, credentials);
    await succeed(deploySummary, credentials);
    expect(await comment()).toContain("applied: **1 new IP group, 1 new profile**");
    expect(existsSync(join(stage.engine.folder, "applied.json"))).toBe(false);
    expect(holdingsOf(stage.sim)).toMatchObject({
      ipGroups: { Office: ["ip 10.0.0.1"] },
      profiles: { flows: { facts: "2055 -> 2056" } },
    });
  });

  test("a deployment that fails says what was not done, by name", async () => {
    const { sim, engine } = stage;
    sim.mutate.addProfile("lab", 2057, 2058);
    const lab = 'const lab = new ReplicatorProfile("lab", { listeningPort: 2057, sendingPort: 2058 });';
    const collector = 'new Collector("analysis", { address: "10.20.0.9", profiles: [lab] });';
    await engine.program(declare(office("10.0.0.1"), flows, lab, collector));
    expect((await run(deploy, credentials)).code).toBe(1);
    expect((await run(deploySummary, credentials)).code).toBe(9);
    expect(existsSync(join(engine.folder, "applied.json"))).toBe(false);
    expect(await comment()).toContain("**not everything was applied**: **⚠ 1 failed; ⚠ not done: 1 collector**");
    expect(await comment()).toContain("**○ not done**: 1 collector (`10.20.0.9`)");
    await engine.program(declare(office("10.0.0.1"), flows));
  });

  test("with drift, the nightly run fails, shows what was changed by hand, and changes nothing", async () => {
    const { sim } = stage;
    sim.mutate.setRules("Office", [{ type: "ip", address: "10.0.0.66" }]);
    sim.mutate.disableProfile("flows");
    const byHand = sim.snapshot();
    expect((await run(drift, credentials)).code).not.toBe(0);
    await succeed(driftSummary, credentials);
    const shown = await comment();
    expect(shown).toContain("`prod`: **⚠ 2 changed by hand**");
    expect(shown).toContain("- ip 10.0.0.66\n+ ip 10.0.0.1\n");
    expect(shown).toContain("- enabled false\n+ enabled true\n");
    expect(shown).toContain("To apply this: `pulumi up --refresh --stack prod`");
    expect(sim.snapshot()).toBe(byHand);
    for (const secret of Object.values(credentials).filter((one) => one !== "admin"))
      expect(shown).not.toContain(secret);
  });

  test("the state contains no credentials from the environment", async () => {
    const state = await stateText(stage.engine);
    expect(state).not.toContain(credentials["FLOWGATE_GATEWAY_TOKEN"]);
    expect(state).not.toContain(credentials["FLOWGATE_REPLICATOR_PASSWORD"]);
  });
});
