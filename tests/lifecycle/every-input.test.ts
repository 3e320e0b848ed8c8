import { configFor } from "../support/configuration";
import { onAppliances, startRun } from "../support/in-process";
import type { Simulator } from "../../simulator";
import { type Kind, kinds } from "../../provider/registry";
import type { Properties } from "../support/provider-calls";
import { samples } from "../kinds/samples";

/** Inputs on which what the appliances hold after a creation does not depend. */
const exempt: Readonly<Record<string, string>> = {
  "User.password": "no appliance shows a password: user-password.test.ts logs in with it",
  "Setting.onDestroy": "it says what destroy does: setting-destroy.test.ts",
};

/** Adds what the full inputs of a kind refer to, except objects of its own names. */
function surround({ mutate }: Simulator, own: readonly unknown[]): void {
  const free = (names: readonly string[]): string[] => names.filter((name) => !own.includes(name));
  for (const [at, name] of free(["a", "b", "c"]).entries()) mutate.addProfile(name, 30_000 + at, 31_000 + at);
  mutate.gateway((store) => {
    Object.assign(store.lastIds, { ipGroup: 11, user: 12, userGroup: 2 });
    for (const name of ["Offices", "Labs"]) store.addIpGroup(name, []);
  });
  for (const name of free(["anna", "berta"])) mutate.addUser(name);
  for (const name of free(["third", "fourth", "fifth", "ops", "other"])) {
    mutate.addUserGroup(name);
    mutate.addPermission(name, "app", `right of ${name}`);
  }
}

/** What both appliances hold after an object of a kind was created on them. */
async function heldWith(kind: Kind, inputs: Properties, own: readonly unknown[]): Promise<string> {
  let held = "";
  await onAppliances({}, async (sim) => {
    surround(sim, own);
    const { failures, inputs: checked } = await startRun(configFor(sim)).kind(kind).check(inputs);
    expect(failures).toEqual([]);
    await startRun(configFor(sim)).kind(kind).create(checked);
    held = sim.snapshot();
  });
  return held;
}

const rows = kinds.flatMap((kind) => Object.keys(samples[kind].full).map((input) => [kind, input] as const));

/** Values that the minimal inputs do not have, or that an object of others has. */
const others: Properties = {
  "IpGroup.name": "Depots",
  "IpGroups.groups": { Paris: {} },
  "Policy.cidr": "10.1.0.0/16",
  "Policy.kind": "exclude",
  "ReplicatorProfile.listeningPort": 2057,
  "ReplicatorProfile.sendingPort": 2057,
  "Setting.name": "highCPUThreshold",
  "Setting.enabled": false,
};

/** The full inputs of a kind with one of them, or with two that belong together, as in the minimal ones. */
function changed(kind: Kind, input: string): Properties {
  const { full, minimal } = samples[kind];
  const together = kind === "Permission" && input !== "userGroup" ? ["permissionType", "seccode"] : [input];
  return { ...full, ...Object.fromEntries(together.map((one) => [one, others[`${kind}.${one}`] ?? minimal[one]])) };
}

test.each(rows.filter(([kind, input]) => !(`${kind}.${input}` in exempt)))(
  "what the appliances hold depends on the input of %s: %s",
  async (kind, input) => {
    const [before, after] = [samples[kind].full, changed(kind, input)];
    const own = [before, after].map(({ name }) => name);
    expect(await heldWith(kind, after, own)).not.toBe(await heldWith(kind, before, own));
  },
);

test.each(kinds)("equal inputs of %s lead to equal contents", async (kind) => {
  const { full } = samples[kind];
  expect(await heldWith(kind, full, [full["name"]])).toBe(await heldWith(kind, full, [full["name"]]));
});

test("every exempt input is one of its kind", () => {
  expect(Object.keys(exempt).filter((one) => !rows.some(([kind, input]) => one === `${kind}.${input}`))).toEqual([]);
});
