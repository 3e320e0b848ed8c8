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
  const others = (names: readonly string[]): string[] => names.filter((name) => !own.includes(name));
  for (const [at, name] of others(["a", "b", "c"]).entries()) mutate.addProfile(name, 30_000 + at, 31_000 + at);
  mutate.gateway((store) => {
    Object.assign(store.lastIds, { ipGroup: 11, user: 12, userGroup: 2 });
    for (const name of ["Offices", "Labs"]) store.addIpGroup(name, []);
    for (const name of others(["anna", "berta"])) {
      const id = store.nextId("user");
      store.users.set(id, { id, name, userGroups: new Set(), preferences: new Map() });
    }
    for (const name of others(["third", "fourth", "fifth", "ops", "other"])) {
      const id = store.nextId("userGroup");
      const right = { type: "app", seccode: `right of ${name}` } as const;
      store.userGroups.set(id, { id, name, permissions: new Map([[name, right]]) });
    }
  });
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

/** The full inputs of a kind with another value of one of them, or of several that change together. */
function changed(kind: Kind, input: string): Properties {
  const { full, inPlace, replacing } = samples[kind];
  if (input === "permissionType") return { ...full, permissionType: "interface", seccode: "0a010101-3" };
  const [, to] = [...inPlace, ...replacing].find(([name]) => name === input) ?? [];
  return { ...full, [input]: to };
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
