import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { launch, root } from "../support/clone";
import { flowgate } from "../unit/cli/support";
import { declare, hosts, oneStage } from "../engine/support";

interface Action {
  runs: { steps: { env?: Record<string, string>; run?: string }[] };
}

const group = (name: string, address: string): string =>
  `new IpGroup("${name}", { name: "${name}", rules: [rule.ip("${address}")] });`;
const user = `new flowgate.User("kim", { password: "a password of kim", userGroups: [2] });`;

describe.each(hosts)("the composite action, with resources of %s", (_what, plugin) => {
  const stage = oneStage({ plugin });
  let script: string;
  beforeAll(async () => {
    const { runs } = parse(await readFile(join(root, "examples/pull-request/action/action.yml"), "utf8")) as Action;
    script = runs.steps.find(({ env }) => env?.["MODE"] !== undefined)?.run ?? "";
  });

  /** Runs the action's step with Pulumi like GitHub does. */
  async function act(mode: "preview" | "deploy", plan: string): Promise<number | null> {
    const env = { ...stage.engine.env, MODE: mode, STACK: "test", PLAN: plan };
    return (await launch("bash", ["-e", "-o", "pipefail", "-c", script], stage.engine.folder, env).ended).code;
  }

  async function summary(): Promise<string> {
    const { stdout } = await flowgate(["summary", "flowgate.json"], { cwd: stage.engine.folder });
    return stdout;
  }

  test("applies the plan that the preview saved, reports what it applied, and saves no secret as plaintext", async () => {
    await stage.engine.program(declare(group("Office", "10.0.0.1"), user));
    expect(await act("preview", "plan.json")).toBe(0);
    expect(await readFile(join(stage.engine.folder, "plan.json"), "utf8")).not.toContain("a password of kim");
    expect(stage.sim.requests.verbs()).toEqual([]);
    expect(await act("deploy", "plan.json")).toBe(0);
    expect(stage.sim.gateway.store.ipGroupsNamed("Office")).toHaveLength(1);
    const text = await summary();
    expect(text).toMatch(/^<!-- flowgate deployment/u);
    expect(text).toContain("Office");
  });

  test("does not update a resource that was changed after the preview, and reports the violated plan", async () => {
    await stage.engine.program(declare(group("Office", "10.0.0.2"), user));
    expect(await act("preview", "plan.json")).toBe(0);
    await stage.engine.program(declare(group("Office", "10.0.0.3"), user));
    stage.sim.requests.clear();
    expect(await act("deploy", "plan.json")).not.toBe(0);
    expect(stage.sim.requests.verbs()).not.toContain("ipgroups/update");
    expect(await summary()).toMatch(/violates plan/u);
  });

  test("deploys the current program if no plan is given", async () => {
    await writeFile(join(stage.engine.folder, "plan.json"), "no plan");
    expect(await act("deploy", "")).toBe(0);
    const [office] = stage.sim.gateway.store.ipGroupsNamed("Office");
    expect([...(office?.rules.values() ?? [])]).toMatchObject([{ address: "10.0.0.3" }]);
  });
});
