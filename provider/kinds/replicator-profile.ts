import { z } from "#zod";
import { Refusal } from "../errors/refusal";
import type { Replicator } from "../replicator/replicator";
import { hasPorts, type Profile } from "../replicator/state";
import type { Command } from "../replicator/commands";
import { present } from "../values/collections";
import { segmentText, profileName } from "../values/names";
import { port } from "../values/numbers";
import { defineKind, inputsOf, outputsOf, type Live } from "./definition";

const inputs = inputsOf({
  /** Name. Renaming happens in place; collectors, exporters, policies and notes stay with the profile. */
  name: profileName,
  /** UDP port on which the profile receives packets, 1 to 65535. Several profiles may share one. */
  listeningPort: port,
  /** UDP port from which the service sends the packets, 1 to 65535; some releases use it for another port. */
  sendingPort: port,
  /** Whether the profile replicates. Default true. */
  enabled: z.boolean().default(true),
  /** The singularity flag. Default false. */
  singularity: z.boolean().default(false),
  /** Description: URI-compatible ASCII without `/` and `\`. Unset: not managed. It can be changed, but not emptied. */
  description: segmentText.optional(),
});

type Want = z.output<typeof inputs>;
type KnownProfile = Live<Want, object>;

/**
 * A profile: receives flow packets on one UDP port and sends them to its collectors. Everything changes in place. A
 * renamed profile keeps its collectors, exporters, policies and notes, and dependents follow without being replaced.
 *
 * `id` is the name at creation; `name` is the current one. Replication service, `/profile/...` and
 * `/notate/profile/...`.
 */
export const replicatorProfile = defineKind({
  kind: "ReplicatorProfile",
  appliance: "replicator",
  inputs,
  outputs: outputsOf({}),
  replaceOn: [],
  tries: ["name"],
  keepsWhenUnset: ["description"],
  named: "profile",
  label: ({ name }) => name,
  keys: ({ name }, profile) => [profile === undefined ? `new profile|${name}` : `profile|${name}`],

  async find(replicator, { name }) {
    const profile = (await replicator.config.get()).profiles.get(name);
    return profile && { id: name, inputs: await factsOf(replicator, name, profile), outputs: {} };
  },

  async create(replicator, want, { keep, isOfOther }) {
    const { name, listeningPort, sendingPort } = want;
    if (isOfOther(`new profile|${name}`)) throw new Refusal("another resource of this program creates this profile.");
    await replicator.send({ verb: "profile/add", name, listeningPort, sendingPort });
    // "The profile is created and enabled."
    const inputs = { ...want, enabled: true, singularity: false, description: undefined };
    keep({ id: name, inputs, outputs: {} });
    return converge(replicator, { id: name, inputs, outputs: {} }, want, keep);
  },

  async read(replicator, { id, inputs, outputs, doubt }) {
    const shown = await replicator.nameNow(
      { ...inputs, name: (inputs as Partial<Want>).name ?? id },
      doubt?.tried?.name,
    );
    const profile = await replicator.config.look(({ profiles }) => profiles.get(shown));
    if (profile === undefined) return undefined;
    const facts = await factsOf(replicator, shown, profile);
    if (!("enabled" in facts && "singularity" in facts)) replicator.noteUnread("the flags of all profiles");
    return { id, inputs: facts, outputs };
  },

  async update(replicator, { id, inputs: state, outputs, doubt }, want, { keep, begin }) {
    const before = { ...state, name: await replicator.nameNow(state, doubt?.tried?.name) };
    begin({ id, inputs: before, outputs });
    const live = await renamed(replicator, before, want);
    if (live === undefined) throw new Refusal("it is no longer on the replicator: pulumi up --refresh");
    if (before.name !== want.name) keep({ id, inputs: { ...before, name: want.name }, outputs });
    const facts = doubt !== undefined ? await factsOf(replicator, want.name, live) : { name: want.name };
    return converge(replicator, { id, inputs: { ...before, ...facts }, outputs }, want, keep, live);
  },

  async remove(replicator, { inputs: state, doubt }) {
    const name = await replicator.nameNow(state, doubt?.tried?.name);
    const shown = await replicator.config.look(({ profiles }) => profiles.get(name));
    // Some replicators show only what the last rebuild made effective.
    if (shown === undefined && doubt === undefined) return "gone";
    const [listening, sending] = [state.listeningPort, state.sendingPort];
    const isOther = shown !== undefined && shown.listeningPort !== listening && shown.sendingPort !== sending;
    if (isOther && doubt === undefined) {
      const ports = `${String(shown.listeningPort)} and ${String(shown.sendingPort)}`;
      const words = `its ports are ${ports} now, so it may be a profile of others, and stays`;
      throw new Refusal(`${words}. If it is yours, repeat the command after this: pulumi refresh`);
    }
    await replicator.send({ verb: "profile/remove", name });
    return undefined;
  },
});

/** What is known of a profile; `show/profile` may show flags that `show/config` does not list. */
async function factsOf(replicator: Replicator, name: string, profile: Profile) {
  const isWhole = profile.enabled !== undefined && profile.singularity !== undefined;
  const { enabled, singularity } = (isWhole ? undefined : (await replicator.shown.profiles.get())?.get(name)) ?? {};
  // A description that is not there is known to be none.
  return { name, ...present({ enabled, singularity }), ...present(profile), description: profile.description };
}

/**
 * Sends each property that differs between what is and what is wanted. Reports what is true after each step.
 *
 * @param shown the ports on the replicator: one that does not change is sent as it is there
 */
async function converge(
  replicator: Replicator,
  { id, inputs = {}, outputs }: KnownProfile,
  want: Want,
  keep: (soFar: KnownProfile) => void,
  shown: Profile | Want = want,
): Promise<KnownProfile> {
  const { name, enabled, singularity, description: text } = want;
  const differs = (key: keyof Want): boolean => want[key] !== undefined && inputs[key] !== want[key];
  const portOf = (key: "listeningPort" | "sendingPort"): number => (differs(key) ? want : shown)[key];
  const ports = { listeningPort: portOf("listeningPort"), sendingPort: portOf("sendingPort") };
  const steps: readonly [(keyof Want)[], Command][] = [
    [["listeningPort", "sendingPort"], { verb: "profile/update", name, ...ports }],
    [["enabled"], { verb: enabled ? "profile/enable" : "profile/disable", name }],
    [["singularity"], { verb: "profile/singularity", name, singularity }],
    [["description"], { verb: "notate/profile", profile: name, description: text ?? "" }],
  ];
  for (const [keys, command] of steps) {
    if (!keys.some(differs)) continue;
    await replicator.send(command);
    inputs = { ...inputs, ...Object.fromEntries(keys.map((key) => [key, want[key]])) };
    keep({ id, inputs, outputs });
  }
  return { id, outputs };
}

/**
 * Renames in place; everything that belongs to the profile stays with it. A profile that has the new name is ours if its
 * ports are as in the state or as declared, and no profile of the former name has those of the state: a run renamed it
 * and ended before its state was written.
 */
async function renamed(replicator: Replicator, before: Want, want: Want): Promise<Profile | undefined> {
  const { name } = want;
  if (before.name === name) return replicator.config.look(({ profiles }) => profiles.get(name));
  const { profiles } = await replicator.config.get();
  const [own, there] = [profiles.get(before.name), profiles.get(name)];
  const isDone = [before, want].some((one) => hasPorts(there, one)) && !hasPorts(own, before);
  if (own === undefined || isDone) return isDone ? there : undefined;
  if (there !== undefined)
    throw new Refusal(`a profile "${name}" exists: to swap names, run pulumi up twice, with a third name in between.`);
  await replicator.send({ verb: "profile/rename", current: before.name, name });
  return own;
}
