import { z } from "zod";
import { Refusal } from "../errors/refusal";
import type { Replicator } from "../replicator/replicator";
import type { Profile } from "../replicator/state";
import type { Command } from "../replicator/commands";
import { present } from "../values/collections";
import { description, profileName } from "../values/names";
import { port } from "../values/numbers";
import { marks } from "../values/origin";
import { defineKind, inputsOf, outputsOf } from "./definition";

const inputs = inputsOf({
  /** Name. Renaming happens in place; collectors, exporters, policies and notes stay with the profile. */
  name: profileName,
  /** UDP port on which the profile receives packets, 1 to 65535. Several profiles may share one. */
  listeningPort: port,
  /**
   * UDP port from which the service sends the packets, 1 to 65535. A release may use it for another port. Then its
   * vendor's manual applies, because the value is passed on unchanged.
   */
  sendingPort: port,
  /** Whether the profile replicates. Default true. */
  enabled: z.boolean().default(true),
  /** The singularity flag. Default false. */
  singularity: z.boolean().default(false),
  /** Description: URI-compatible ASCII without `/` and `\`. Unset: not managed. It can be changed, but not emptied. */
  description: description.optional(),
});

type Want = z.output<typeof inputs>;
type Facts = Pick<Want, "listeningPort" | "sendingPort"> & Partial<Want>;

/**
 * A profile: receives flow packets on one UDP port and sends them to its collectors. All inputs change in place.
 * Replication service, `/profile/...` and `/notate/profile/...`.
 */
export const replicatorProfile = defineKind({
  kind: "ReplicatorProfile",
  appliance: "replicator",
  inputs,
  outputs: outputsOf({
    /** Where the object comes from. Not set if the program created it and its last update did not rename it. */
    origin: marks.origin
      .unwrap()
      .extend({
        /** Name before the last update: what refers to it may still have that name in the state. */
        renamedFrom: z.string().optional(),
      })
      .optional(),
  }),
  replaceOn: [],
  keepsWhenUnset: ["description"],
  label: ({ name }) => name,
  keys: ({ name }) => [`profile|${name}`],

  async find(replicator, { name }) {
    const profile = (await replicator.config()).profiles.get(name);
    return profile && { id: name, inputs: { name, ...(await factsOf(replicator, name, profile)) }, outputs: {} };
  },

  async create(replicator, want, { keep, isOfOther }) {
    const { name, listeningPort, sendingPort } = want;
    if (isOfOther(`profile|${name}`)) throw new Refusal("another resource of this program creates this profile.");
    await replicator.send({ verb: "profile/add", name, listeningPort, sendingPort });
    // "The profile is created and enabled."
    const added = { ...want, enabled: true, singularity: false, description: undefined };
    keep({ id: name, outputs: {}, inputs: added });
    await converge(replicator, added, want, (inputs) => {
      keep({ id: name, outputs: {}, inputs });
    });
    return { id: name, outputs: {} };
  },

  async read(replicator, { id, inputs, outputs }) {
    const { name = id } = inputs as Partial<typeof inputs>;
    const profile = await replicator.look(({ profiles }) => profiles.get(name));
    return profile && { id, inputs: { name, ...(await factsOf(replicator, name, profile)) }, outputs };
  },

  async update(replicator, { id, inputs: before, isOpen }, want, { keep }) {
    await rename(replicator, before, want);
    const outputs = before.name === want.name ? {} : { origin: { renamedFrom: before.name } };
    if (before.name !== want.name) keep({ id, outputs, inputs: { ...before, name: want.name } });
    const live = await replicator.look(({ profiles }) => profiles.get(want.name));
    if (live === undefined) {
      throw new Refusal(
        "it is no longer on the replicator, or others have renamed it. Run pulumi up --refresh to create it again.",
      );
    }
    const from = isOpen ? { ...before, ...(await factsOf(replicator, want.name, live)) } : before;
    const report = (inputs: Partial<Want>): void => {
      keep({ id, outputs, inputs });
    };
    await converge(replicator, { ...from, name: want.name }, want, report, live);
    return { id, outputs };
  },

  async remove(replicator, { inputs: { name } }) {
    if ((await replicator.look(({ profiles }) => profiles.get(name))) === undefined) return "gone";
    await replicator.send({ verb: "profile/remove", name });
    return undefined;
  },
});

/** What is known of a profile; `show/profile` may show flags that `show/config` does not list. */
async function factsOf(replicator: Replicator, name: string, profile: Profile): Promise<Facts> {
  const isWhole = profile.enabled !== undefined && profile.singularity !== undefined;
  const shown = isWhole ? undefined : await replicator.shownProfile(name);
  const flags = present({ enabled: shown?.enabled, singularity: shown?.singularity });
  // A description that is not there is known to be none.
  return { ...flags, ...present(profile), description: profile.description };
}

/**
 * Sends each property that differs between what is and what is wanted. Reports what is true after each step.
 *
 * @param shown what the replicator shows: a port that does not change is sent as it is there
 */
async function converge(
  replicator: Replicator,
  before: Want,
  want: Want,
  report: (live: Partial<Want>) => void,
  shown: Partial<Profile> = {},
): Promise<void> {
  const { name, enabled, singularity, description: text } = want;
  const differs = (key: keyof Want): boolean => want[key] !== undefined && before[key] !== want[key];
  const portOf = (key: "listeningPort" | "sendingPort"): number =>
    differs(key) ? want[key] : (shown[key] ?? want[key]);
  const ports = { listeningPort: portOf("listeningPort"), sendingPort: portOf("sendingPort") };
  const steps: readonly [(keyof Want)[], Command][] = [
    [["listeningPort", "sendingPort"], { verb: "profile/update", name, ...ports }],
    [["enabled"], { verb: enabled ? "profile/enable" : "profile/disable", name }],
    [["singularity"], { verb: "profile/singularity", name, singularity }],
    [["description"], { verb: "notate/profile", profile: name, description: text ?? "" }],
  ];
  let live: Partial<Want> = before;
  for (const [keys, command] of steps) {
    if (!keys.some(differs)) continue;
    await replicator.send(command);
    live = { ...live, ...Object.fromEntries(keys.map((key) => [key, want[key]])) };
    report(live);
  }
}

/**
 * Renames in place; everything that belongs to the profile stays with it. If only the new name exists, that profile is
 * ours if its ports are as in the state: an earlier run renamed it and ended before its state was written.
 */
async function rename(replicator: Replicator, before: Want, { name }: Want): Promise<void> {
  const { name: current } = before;
  if (current === name) return;
  const { profiles } = await replicator.config();
  const there = profiles.get(name);
  if (profiles.has(current)) {
    if (there === undefined) return replicator.send({ verb: "profile/rename", current, name });
    throw new Refusal(
      `it cannot be renamed from "${current}" to "${name}": a profile of that name exists. Free the name first; to swap ` +
        "two names, run pulumi up twice, with a third name in between.",
    );
  }
  const isOurs = there?.listeningPort === before.listeningPort && there.sendingPort === before.sendingPort;
  if (there === undefined || isOurs) return;
  throw new Refusal(
    `it is no longer on the replicator, and the profile "${name}" there has other ports. Declare another name. To take ` +
      'over that profile, run pulumi refresh, then add: onExisting: "adopt".',
  );
}
