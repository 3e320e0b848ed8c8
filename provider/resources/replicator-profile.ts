import { z } from "zod";
import { formerNames, description, profileName } from "../values/names";
import { profile as profileThing } from "../values/things";
import { Refusal } from "../errors/refusal";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { port } from "../values/numbers";
import { asDoubtful } from "../values/origin";
import { converge, likenesses, recognised, refuseReusedName, rename } from "./parts/profile";

const inputs = inputsOf({
  /** Name. Renaming happens in place; collectors, exporters, policies and notes stay with the profile. */
  name: profileName,
  /** UDP port on which the profile receives packets, 1 to 65535. */
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

/**
 * A profile: receives flow packets on one UDP port and sends them to its collectors. All inputs change in place.
 * Replication service, `/profile/...` and `/notate/profile/...`.
 */
export const replicatorProfile = defineResource({
  kind: "ReplicatorProfile",
  appliance: "replicator",
  inputs,
  outputs: outputsOf({
    /** Names that the profile had before in this stack. */
    formerNames: z.array(z.string()).optional(),
  }),
  replaceOn: [],
  keepsWhenUnset: ["description"],
  label: ({ name }) => name,
  holds: ({ name, listeningPort, sendingPort, description: text }) => [
    profileThing(name, { ports: [listeningPort, sendingPort], description: text }),
  ],

  async find(replicator, { name }) {
    refuseReusedName(replicator, name);
    const profile = (await replicator.configuration.state()).profiles.get(name);
    if (profile === undefined) return undefined;
    const shown = recognised(await replicator.shownProfile(name));
    // A line of show/config says that a profile is disabled. No line may mean that show/config does not list states.
    const isKnown = shown.enabled !== undefined || !profile.enabled;
    const facts = Object.entries({ name, ...profile, ...shown }).filter(([key]) => isKnown || key !== "enabled");
    return { id: name, inputs: Object.fromEntries(facts), outputs: {} };
  },

  async create(replicator, want, { recordPartial }) {
    const { name, listeningPort, sendingPort } = want;
    await replicator.configuration.addProfile({ verb: "profile/add", name, listeningPort, sendingPort });
    // "The profile is created and enabled."
    const added = { listeningPort, sendingPort, enabled: true, singularity: false, description: undefined };
    const report = (live: Partial<Want>): void => {
      recordPartial({ id: name, outputs: {}, inputs: live });
    };
    report(added);
    await converge(replicator, want, [added], report);
    return { id: name, outputs: {} };
  },

  async read(replicator, { id, inputs: state, outputs }, { info }) {
    const live = await replicator.configuration.state();
    const profile = live.profiles.get(state.name);
    const found = await replicator.shownProfile(state.name);
    const shown = recognised(found);
    if (profile !== undefined) return { id, inputs: { name: state.name, ...profile, ...shown }, outputs };
    if (found !== undefined) {
      info("show/config does not list it, but show/profile does: it is not treated as removed.");
      return { id, inputs: shown, outputs };
    }
    if (replicator.configuration.lists.mayHide({ state: live }, "profile", info)) return { id, inputs: {}, outputs };
    return likenesses(live.profiles, state).length === 0 ? undefined : { id, inputs: {}, outputs: asDoubtful(outputs) };
  },

  async lookUp(replicator, name) {
    const live = await replicator.configuration.state();
    const profile = live.profiles.get(name);
    if (profile === undefined) {
      replicator.configuration.lists.assertWhole({ state: live }, "profile");
      return undefined;
    }
    const shown = recognised(await replicator.shownProfile(name));
    return { id: name, inputs: { name, ...profile, ...shown }, outputs: {} };
  },

  async update(replicator, { id, inputs: before, outputs: known }, want, { recordPartial }) {
    const isRenamed = before.name !== want.name;
    const outputs = isRenamed ? { formerNames: formerNames(known.formerNames, before.name, want.name) } : known;
    const report = (live: Partial<Want>): void => {
      recordPartial({ id, outputs, inputs: live });
    };
    if (await rename(replicator, before, want)) report({ ...before, name: want.name });
    await replicator.removeLeft(want.name);
    const { profiles } = await replicator.configuration.state();
    const profile = profiles.get(want.name);
    if (profile === undefined) throw notThere(likenesses(profiles, before));
    // Compare with the state too: a refresh may have seen values that show/config does not list.
    await converge(replicator, want, [profile, before], report);
    return { id, outputs };
  },

  async remove(replicator, { inputs: { name } }) {
    const live = await replicator.configuration.state();
    const mayExist =
      live.profiles.has(name) || replicator.configuration.lists.lackOf({ state: live }, "profile") !== undefined;
    if (!mayExist && (await replicator.shownProfile(name)) === undefined) return "gone";
    await replicator.ledger.release([profileThing(name)], async () => {
      await replicator.configuration.send({ verb: "profile/remove", name });
    });
    return undefined;
  },
});

/**
 * The error about a profile that others may have renamed. It is neither created again nor renamed back, because the
 * profile that looks like it may be another one.
 */
function notThere(likenesses: readonly string[]): Refusal {
  if (likenesses.length === 0) {
    return new Refusal("it is no longer on the replicator. Run pulumi refresh, then pulumi up.");
  }
  const names = likenesses.map((name) => `"${name}"`).join(", ");
  return new Refusal(
    `the replicator has no profile of this name, but another one with the same ports and flags: ${names}. If the ` +
      "profile was renamed, declare the new name or rename it back. If it was removed, remove it from the state with " +
      "pulumi state delete, then run pulumi up.",
  );
}
