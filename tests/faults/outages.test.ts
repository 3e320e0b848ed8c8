import { setTimeout } from "node:timers/promises";
import { seededChance } from "../../simulator";
import { configFor } from "../support/configuration";
import { PACE } from "../support/lifecycle";
import { type Declared, type FaultRow, faultRows } from "./row";
import { office } from "./rules";

const timeouts = { headers: 1500 * PACE };
const { row } = faultRows({ config: { gateway: { timeouts }, replicator: { timeouts } } });

function groups(row: FaultRow, prefix: string, count: number): Declared[] {
  const names = Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
  return names.map((name) => row.declare("IpGroup", { name, rules: [office] }));
}

/** The messages of the failed calls. Checks that no error is lost, and that each is a sentence about its object. */
async function failuresOf(row: FaultRow, calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls);
  const failed = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  const failures = await Promise.all(failed.map(({ reason }) => row.failure(Promise.reject(reason as Error))));
  return failures.map(({ message }) => message);
}

/** Does what a user does after an outage: `up` again, with the line from the error if it names one. */
async function healed(row: FaultRow, declared: Declared): Promise<void> {
  for (let run = 1; run <= 3; run += 1) {
    try {
      await row.up(declared);
      return;
    } catch (error) {
      if (!(error instanceof Error) || run === 3) throw error;
      row.invariants.shown(error.message);
      if (/exist/u.test(error.message)) declared.program = { ...declared.program, onExisting: "adopt" };
    }
  }
}

row("a refresh of 50 resources at an appliance that cannot be found keeps all of them", async (row) => {
  const all = groups(row, "Floor 2", 50);
  await Promise.all(all.map((group) => row.up(group)));
  const { gateway } = configFor(row.sim);
  const url = "https://appliance.invalid";
  await row.nextRun({ onlyConfig: { gateway: { ...gateway, url, formerUrls: [row.sim.gateway.url] } } });
  const outcomes = await Promise.allSettled(all.map(({ resource }) => resource.refresh()));
  const messages = outcomes.map((one) => (one.status === "rejected" ? (one.reason as Error).message : "no error"));
  for (const message of messages)
    expect(message).toMatch(/on appliance\.invalid.*(?:no such host|could not be resolved)/u);
  expect(all.filter(({ resource }) => resource.exists && resource.id !== "")).toHaveLength(50);
  await row.nextRun();
  row.within({ requests: 500, milliseconds: 30_000 });
});

row("with 40 % of the requests reset at random each object is created exactly once", async (row) => {
  const chance = seededChance(17, 0.4);
  const after = seededChance(71, 0.5);
  row.fault({ when: () => chance() && after(), kind: "resetAfterApply" });
  row.fault({ when: chance, kind: "resetBeforeApply" });
  const all = groups(row, "Floor 17", 12);
  await failuresOf(
    row,
    all.map((group) => row.up(group)),
  );
  row.heal();
  for (const group of all) await healed(row, group);
  for (const { program } of all) {
    expect(row.sim.gateway.store.ipGroupsNamed(String(program["name"]))).toHaveLength(1);
  }
  row.within({ requests: 250, milliseconds: 40_000 });
});

row("an appliance that goes down in mid-run and comes back leaves no copies", async (row) => {
  const all = groups(row, "Floor 18", 12);
  row.sim.setLatency(40);
  const calls = all.map((group) => row.up(group));
  while (row.sim.requests.count({ action: "ipgroups/saveRule" }) < 4) await setTimeout(5);
  await row.sim.gateway.disconnect();
  const failed = failuresOf(row, calls);
  await setTimeout(300);
  await row.sim.gateway.reconnect();
  for (const message of await failed) expect(message).toMatch(/^IpGroup "Floor 18 \d+" on /u);
  row.sim.setLatency(0);
  for (const group of all) if (!group.resource.exists) await healed(row, group);
  row.within({ requests: 200, milliseconds: 30_000 });
});

row("a wrong token fails all resources fast with a message that names the variable and the flag", async (row) => {
  await row.nextRun({ config: { gateway: { token: "gw-canary-wrong-token", concurrency: 4 } } });
  const messages = await failuresOf(
    row,
    groups(row, "Floor 44", 40).map((group) => row.up(group)),
  );
  expect(messages).toHaveLength(40);
  for (const message of messages) expect(message).toMatch(/FLOWGATE_GATEWAY_TOKEN.*--run-program/u);
  for (const message of messages) expect(message).not.toContain("gw-canary-wrong-token");
  expect(row.sim.requests.count()).toBeLessThanOrEqual(4);
  await row.nextRun();
});

row("a token that is revoked in mid-run is an error of reads too, and nothing is gone", async (row) => {
  const [group] = groups(row, "Floor 45", 1) as [Declared];
  await row.up(group);
  const { token } = row.sim.gateway;
  row.sim.gateway.setToken("another token");
  await row.nextRun({ config: { gateway: { token } } });
  expect((await row.failure(group.resource.refresh())).message).toContain("FLOWGATE_GATEWAY_TOKEN");
  expect(group.resource.exists).toBe(true);
  row.sim.gateway.setToken(token);
  await row.nextRun();
});

row("a rebuild that fails inside its timer gives one line without a stack, and the process goes on", async (row) => {
  row.fault({ match: "rebuild", kind: { refuse: "Disk full" } });
  const profile = await row.made("ReplicatorProfile", {
    name: "Floor 146",
    listeningPort: 24_100,
    sendingPort: 24_101,
  });
  const lines = row.infoLines();
  expect(lines).toEqual([
    expect.stringMatching(/^warning: .*rebuild of the replicator 127.0.0.1:\d+ failed.*Disk full/u),
  ]);
  expect(await profile.resource.refresh()).toBe("same");
});
