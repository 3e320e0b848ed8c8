import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import type { Command } from "../replicator/commands";
import { Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { description, profileName } from "../values/names";
import { port } from "../values/numbers";

const inputs = inputsOf({
  /** Name. Renaming happens in place; collectors, exporters, policies and notes stay with the profile. */
  name: profileName,
  /** UDP port on which the profile receives packets, 1 to 65535. */
  listeningPort: port,
  /** UDP port to which it sends them, 1 to 65535. */
  sendingPort: port,
  /** Whether it replicates. Default true. */
  enabled: z.boolean().default(true),
  /** The singularity flag. Default false. */
  singularity: z.boolean().default(false),
  /** URI-compatible ASCII without `/` and `\`. Unset: not managed. Cannot be emptied, only changed. */
  description: description.optional(),
});

type Want = z.output<typeof inputs>;

/**
 * A profile: takes flow packets on one UDP port and sends them to its collectors. All inputs change in place.
 * Replication service, `/profile/...` and `/notate/profile/...`.
 */
export const replicatorProfile = defineResource({
  kind: "ReplicatorProfile",
  appliance: "replicator",
  inputs,
  outputs: z.object({}),
  replaceOn: [],
  label: ({ name }) => name,

  async find(replicator, { name }) {
    refuseReusedName(replicator, name);
    const profile = (await replicator.configuration.state()).profiles.get(name);
    return profile === undefined ? undefined : { id: name, inputs: { name, ...profile }, outputs: {} };
  },

  async create(replicator, want, { made }) {
    const { name, listeningPort, sendingPort } = want;
    await replicator.configuration.addProfile({ verb: "profile/add", name, listeningPort, sendingPort });
    // "The profile is created and enabled."
    const added = { listeningPort, sendingPort, enabled: true, singularity: false, description: undefined };
    await converge(replicator, want, [added], (live) => {
      made({ id: name, outputs: {}, inputs: live });
    });
    return { id: name, outputs: {} };
  },

  async read(replicator, { id, inputs: { name } }) {
    const profile = (await replicator.configuration.state()).profiles.get(name);
    if (profile === undefined) return undefined;
    const shown = (await replicator.shownProfiles()).get(name);
    return { id, inputs: { name, ...profile, ...recognised(shown) }, outputs: {} };
  },

  async update(replicator, { id, inputs: before }, want, { made, note }) {
    await rename(replicator, before.name, want.name);
    const profile = (await replicator.configuration.state()).profiles.get(want.name);
    if (profile === undefined)
      throw new Refusal("it is no longer on the replicator. Run pulumi refresh, then pulumi up.");
    if (before.description !== undefined && want.description === undefined) {
      note("the description is no longer managed; its text stays, because the API cannot clear it.");
    }
    // The state counts as well: a refresh may have seen there what show/config does not list.
    await converge(replicator, want, [profile, before], (live) => {
      made({ id, outputs: {}, inputs: live });
    });
    return { id, outputs: {} };
  },

  async remove(replicator, { inputs: { name } }) {
    if (!(await replicator.configuration.state()).profiles.has(name)) return;
    await replicator.configuration.send({ verb: "profile/remove", name }, ({ profiles }) => !profiles.has(name));
  },
});

type Facts = Pick<Want, "listeningPort" | "sendingPort" | "enabled" | "singularity" | "description">;

/** Sends what is not yet as wanted, judged by everything that is known; reports what is true after each step. */
async function converge(
  { configuration }: ReplicatorAppliance,
  want: Want,
  known: readonly [Facts, ...Facts[]],
  report: (live: Partial<Want>) => void,
): Promise<void> {
  const { name } = want;
  const live: Facts = { ...known[0] };
  const differs = (key: keyof Facts): boolean => known.some((facts) => facts[key] !== want[key]);
  const steps: [boolean, (keyof Facts)[], Command][] = [
    [
      differs("listeningPort") || differs("sendingPort"),
      ["listeningPort", "sendingPort"],
      { verb: "profile/update", name, listeningPort: want.listeningPort, sendingPort: want.sendingPort },
    ],
    [differs("enabled"), ["enabled"], { verb: want.enabled ? "profile/enable" : "profile/disable", name }],
    [differs("singularity"), ["singularity"], { verb: "profile/singularity", name, singularity: want.singularity }],
    [
      want.description !== undefined && differs("description"),
      ["description"],
      { verb: "notate/profile", profile: name, description: want.description ?? "" },
    ],
  ];
  report({ name, ...live });
  for (const [needed, keys, command] of steps) {
    if (!needed) continue;
    await configuration.send(command, ({ profiles }) => keys.every((key) => profiles.get(name)?.[key] === want[key]));
    for (const key of keys) Object.assign(live, { [key]: want[key] });
    report({ name, ...live });
  }
}

/** Renames in place; everything that belongs to the profile stays with it. */
async function rename(replicator: ReplicatorAppliance, current: string, name: string): Promise<void> {
  if (current === name) return;
  const { profiles } = await replicator.configuration.state();
  if (!profiles.has(current) && profiles.has(name)) return;
  if (profiles.has(name)) {
    throw new Refusal(
      `it cannot be renamed from "${current}" to "${name}": a profile of that name exists. Free the name first; two ` +
        "profiles exchange their names in two runs of pulumi up, over a third name.",
    );
  }
  const command = { verb: "profile/rename", current, name } as const;
  await replicator.configuration.send(command, (state) => state.profiles.has(name) && !state.profiles.has(current));
  replicator.renamed.set(current, name);
}

/** The old name of a profile still leads its dependents to it while they follow, so it is not given away meanwhile. */
function refuseReusedName({ renamed }: ReplicatorAppliance, name: string): void {
  const since = renamed.get(name);
  if (since === undefined) return;
  throw new Refusal(
    `the profile that had this name was renamed to "${since}" in this run. A name is used again in the next run: run ` +
      "pulumi up without this resource first, then with it.",
  );
}

/** The facts that `show/profile` is known to tell; its shape is not documented, so what is not recognised is left out. */
function recognised(
  shown: { enabled?: boolean | undefined; singularity?: boolean | undefined } | undefined,
): Partial<Facts> {
  return {
    ...(shown?.enabled === undefined ? {} : { enabled: shown.enabled }),
    ...(shown?.singularity === undefined ? {} : { singularity: shown.singularity }),
  };
}
