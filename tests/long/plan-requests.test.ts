import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { declare, flowgateIn, oneStage, sentDuring } from "../engine/support";

interface Planned {
  readonly requests: readonly { appliance: string; action: string; about: string; kind: string }[];
  readonly unplanned: readonly unknown[];
}

const stage = oneStage();

/** The command's plan for the current program. */
async function planned(): Promise<Planned> {
  const { stdout: preview } = await stage.engine.pulumi(["preview", "--json", "--show-sames"]);
  await writeFile(join(stage.engine.folder, "preview.json"), preview);
  const { code, stdout, stderr } = await flowgateIn(stage, "plan-requests", "preview.json", "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Planned;
}

/**
 * Compares everything that is sent with the plan. Ignores the order of simultaneous requests and the number of
 * rebuilds, which depends on timing.
 */
async function expectAsPlanned(): Promise<Planned> {
  const { sim, engine } = stage;
  // The plan names a group that the state or the appliance has, where the log has its id.
  const names = new Map(
    [...sim.gateway.store.ipGroups.values()].map(({ id, name }) => [`group ${id}`, `group ${name}`]),
  );
  const plan = await planned();
  expect(plan.unplanned).toEqual([]);
  await sentDuring(sim, () => engine.up());
  const sent = [...sim.requests].map(({ appliance, verb, detail, kind }) => ({
    appliance,
    action: verb,
    about: detail
      .replace(/^group \d+/u, (text) => names.get(text) ?? text)
      .replaceAll(
        /user group (\d+)/gu,
        (text, id: string) => sim.gateway.store.userGroups.get(Number(id))?.name ?? text,
      ),
    kind,
  }));
  const comparable = (all: readonly Planned["requests"][number][]): string[] =>
    all
      .filter(({ action }) => action !== "rebuild")
      .map((one) => JSON.stringify([one.appliance, one.kind, one.action, one.about]))
      .sort();
  expect(comparable(plan.requests)).toEqual(comparable(sent));
  expect(plan.requests.some(({ action }) => action === "rebuild")).toBe(
    sent.some(({ action }) => action === "rebuild"),
  );
  return plan;
}

const accounts = `
const ops = new UserGroup("ops", { name: "Ops", templateUserGroupId: 2 });
new Permission("reports", { userGroupId: ops.id, permissionType: "app", seccode: "allReports" });`;

test("plan-requests lists the requests that the next up sends: for a first up, a change and a removal", async () => {
  const { engine, sim } = stage;
  const tree = (rules: string): string => `
const servers = new IpGroup("servers", { name: "Servers", rules: [${rules}] });
const clients = new IpGroup("clients", { name: "Clients", rules: [rule.network("10.2.0.0/16")] });
new IpGroup("site", { name: "Site", rules: [rule.child(servers), rule.child(clients), rule.network("10.0.0.0/8")] });`;
  const flows = (name: string): string => `
const core = new ReplicatorProfile("core", { name: "${name}", listeningPort: 2055, sendingPort: 9000 });
new Collector("collector", { address: "10.99.0.1", profiles: [core], threshold: 100 });
new Policy("policy", { cidr: "10.2.0.0/16", profile: core, kind: "include" });`;
  await engine.program(declare(tree('rule.ip("10.1.0.1")'), flows("netflow"), accounts));
  const first = await expectAsPlanned();
  expect(first.requests.filter(({ kind }) => kind === "write").map(({ action }) => action)).toEqual(
    expect.arrayContaining(["ipgroups/saveRule", "profile/add", "collector/add", "policies/add"]),
  );
  const snapshot = sim.snapshot();
  await engine.program(declare(tree('rule.ip("10.1.0.2")'), flows("netflow-core"), accounts));
  const second = await planned();
  expect(sim.snapshot()).toBe(snapshot);
  expect(second.requests.filter(({ kind }) => kind === "write").map(({ action }) => action)).toEqual(
    expect.arrayContaining(["ipgroups/update", "profile/rename"]),
  );
  await expectAsPlanned();
  await engine.program(declare(tree('rule.ip("10.1.0.2")'), accounts));
  await expectAsPlanned();
}, 600_000);
