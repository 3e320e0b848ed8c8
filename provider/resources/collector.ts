import { z } from "zod";
import type { ReplicatorAppliance } from "../appliance/replicator/appliance";
import type { CollectorRecord } from "../replicator/show-schemas";
import { defineResource, inputsOf } from "../resource";
import { ipv4 } from "../values/addresses";
import { description, profileName } from "../values/names";
import { threshold } from "../values/numbers";
import { setOf } from "../values/schema";

const inputs = inputsOf({
  /** IPv4 address. A change replaces. */
  address: ipv4,
  /** Profiles that send to it, by name or as resources; a set of at least one. */
  profiles: setOf(profileName, "profile"),
  /** Warning threshold in replicated packets per second; 0 is none. Unset: not managed. */
  threshold: threshold.optional(),
  /** Note of the address, URI-compatible ASCII. An exporter on the same address shares it. Unset: not managed. */
  description: description.optional(),
  /** Whether memberships that others added are removed. Default false. */
  exclusive: z.boolean().default(false),
});

type Want = z.output<typeof inputs>;

/**
 * A collector: receives the packets of the profiles it is a member of. Only declared memberships are managed unless
 * `exclusive` is set. Replication service, `/collector/...` and `/notate/ip/...`.
 */
export const collector = defineResource({
  kind: "Collector",
  appliance: "replicator",
  inputs,
  outputs: z.object({ memberOf: z.array(z.string()) }),
  replaceOn: ["address"],
  label: ({ address }) => address,

  async find(replicator, want) {
    const live = await observe(replicator, want.address);
    const declared = live.memberOf.filter((profile) => want.profiles.includes(profile));
    if (declared.length === 0) return undefined;
    const profiles = want.exclusive ? live.memberOf : declared;
    const { memberOf, ...facts } = live;
    return { id: want.address, inputs: { address: want.address, ...facts, profiles }, outputs: { memberOf } };
  },

  async create(replicator, want, { made }) {
    await converge(replicator, want, undefined, (memberOf) => {
      made({ id: want.address, outputs: { memberOf } });
    });
    return { id: want.address, outputs: { memberOf: (await observe(replicator, want.address)).memberOf } };
  },

  async read(replicator, { id, inputs: { address, profiles, exclusive } }) {
    const shown = (await replicator.shownCollectors()).get(address);
    const { memberOf, ...facts } = shown === undefined ? await observe(replicator, address) : decode(shown);
    const present = memberOf.filter((profile) => exclusive || profiles.includes(profile));
    if (present.length === 0) return undefined;
    return { id, inputs: { address, profiles: present, ...facts }, outputs: { memberOf } };
  },

  async update(replicator, { id, inputs: before }, want, { made, note }) {
    for (const key of ["threshold", "description"] as const) {
      if (before[key] !== undefined && want[key] === undefined) note(`${key} is no longer managed; what is set stays.`);
    }
    await converge(replicator, want, before, (memberOf) => {
      made({ id, outputs: { memberOf } });
    });
    return { id, outputs: { memberOf: (await observe(replicator, want.address)).memberOf } };
  },

  async remove(replicator, { inputs: state }) {
    const { memberOf, threshold: live } = await observe(replicator, state.address);
    const ours = memberOf.filter((profile) => state.exclusive || state.profiles.includes(profile));
    for (const profile of ours) await removeFrom(replicator, state.address, profile);
    // The threshold goes with the last membership; where others remain, what we set is taken back.
    const remains = ours.length < memberOf.length && live !== 0 && live === state.threshold;
    if (remains) await setThreshold(replicator, state.address, 0);
  },
});

/** What `show/collectors` tells, which is nearer to the appliance than the commands that would recreate it. */
function decode({ in_profiles, threshold: limit, description: note }: CollectorRecord): Observed {
  return { memberOf: [...in_profiles].sort(), threshold: limit, description: note };
}

interface Observed {
  memberOf: string[];
  threshold: number;
  description: string | undefined;
}

async function observe(replicator: ReplicatorAppliance, address: string): Promise<Observed> {
  const state = await replicator.configuration.state();
  const live = state.collectors.get(address);
  const memberOf = [...(live?.profiles ?? [])].sort();
  return { memberOf, threshold: live?.threshold ?? 0, description: state.notes.get(address) };
}

/** Adds, removes and sets what differs from what is observed. */
async function converge(
  replicator: ReplicatorAppliance,
  want: Want,
  before: Want | undefined,
  report: (memberOf: string[]) => void,
): Promise<void> {
  const { address } = want;
  const live = await observe(replicator, address);
  const missing = want.profiles.filter((profile) => !live.memberOf.includes(profile));
  for (const profile of missing) {
    await addTo(replicator, address, profile);
    report((await observe(replicator, address)).memberOf);
  }
  for (const profile of surplus(want, before, live.memberOf)) await removeFrom(replicator, address, profile);
  const differs = (key: "threshold" | "description"): boolean =>
    want[key] !== undefined && (want[key] !== live[key] || (before !== undefined && want[key] !== before[key]));
  if (differs("threshold")) await setThreshold(replicator, address, want.threshold ?? 0);
  if (differs("description")) await describe(replicator, address, want.description ?? "");
}

/**
 * Memberships to give up. A profile that was renamed has taken the collector along, so an old name is left only where
 * the new place lacked the collector when it was observed.
 */
function surplus(want: Want, before: Want | undefined, memberOf: readonly string[]): string[] {
  if (want.exclusive) return memberOf.filter((profile) => !want.profiles.includes(profile));
  const dropped = (before?.profiles ?? []).filter((profile) => !want.profiles.includes(profile));
  const entered = want.profiles.filter((profile) => before?.profiles.includes(profile) !== true);
  const followed = entered.length > 0 && entered.every((profile) => memberOf.includes(profile));
  return followed ? [] : dropped.filter((profile) => memberOf.includes(profile));
}

function addTo({ configuration }: ReplicatorAppliance, address: string, profile: string): Promise<void> {
  const command = { verb: "collector/add", address, profile } as const;
  return configuration.send(command, ({ collectors }) => collectors.get(address)?.profiles.has(profile) === true);
}

function removeFrom({ configuration }: ReplicatorAppliance, address: string, profile: string): Promise<void> {
  const command = { verb: "collector/remove", address, profile } as const;
  return configuration.send(command, ({ collectors }) => collectors.get(address)?.profiles.has(profile) !== true);
}

function setThreshold({ configuration }: ReplicatorAppliance, address: string, value: number): Promise<void> {
  const command = { verb: "collector/threshold", address, threshold: value } as const;
  return configuration.send(command, ({ collectors }) => (collectors.get(address)?.threshold ?? 0) === value);
}

function describe({ configuration }: ReplicatorAppliance, address: string, text: string): Promise<void> {
  const command = { verb: "notate/ip", address, description: text } as const;
  return configuration.send(command, ({ notes }) => notes.get(address) === text);
}
