import { isDeepStrictEqual } from "node:util";
import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import type { Live, Progress, RemovalProgress, Result, State } from "../../resource";
import type { Thing } from "../../values/things";
import { otherThan } from "./ids";
import { holdingsOf, Members, type MembersSoFar, type MemberWant } from "./members";
import { remember, rememberAdopted, toPutBack, type Original } from "./shared-values";

type Want = MemberWant & { threshold?: number | undefined };

interface Outputs {
  memberOf: string[];
  existedIn?: string[] | undefined;
  original?: Original;
}

/** A value of an address beyond its note. */
export interface Threshold {
  /** The live value, even if `show/config` does not list it. */
  shown(replicator: ReplicatorAppliance, address: string): Promise<number>;
  /** The value that `show/config` lists. */
  listed(replicator: ReplicatorAppliance, address: string): Promise<number>;
  set(replicator: ReplicatorAppliance, address: string, value: number): Promise<void>;
}

/** What one kind of member of profiles has of its own. */
export interface MemberKind {
  readonly entity: "collector" | "exporter";
  /** The thing whose former resource knows what was found at the address before it set its own values. */
  shares(address: string): Thing;
  readonly threshold?: Threshold;
  /** What the appliance reports about one address more directly than `show/config`. */
  shown?(replicator: ReplicatorAppliance, address: string): Promise<Shown | undefined>;
}

interface Shown {
  in_profiles?: readonly string[] | undefined;
  threshold?: number | undefined;
  description?: string | undefined;
}

/** The part of a definition that all kinds of members of profiles share. */
export function memberKind({ entity, shares, threshold, shown }: MemberKind) {
  const openAt = (replicator: ReplicatorAppliance, address: string): Members =>
    new Members(entity, replicator, address);

  /** The live threshold as an input: nothing for a kind without one. */
  const valuesOf = async (
    replicator: ReplicatorAppliance,
    address: string,
    which: "shown" | "listed",
  ): Promise<{ threshold?: number }> =>
    threshold === undefined ? {} : { threshold: await threshold[which](replicator, address) };

  /** Sets the threshold if it is managed and differs from the live one or from the one in the state. */
  const setThreshold = async (replicator: ReplicatorAppliance, want: Want, remembered?: number): Promise<void> => {
    const wanted = want.threshold;
    if (threshold === undefined || wanted === undefined) return;
    const live = await threshold.listed(replicator, want.address);
    if (wanted === live && (remembered === undefined || wanted === remembered)) return;
    await threshold.set(replicator, want.address, wanted);
  };

  /**
   * Takes back the threshold if the live one is still ours: restores the original if others use the member too,
   * otherwise clears it. Must run before the memberships are removed: an appliance may refuse it for an address in no
   * profile, and may keep the threshold until the address is added again.
   */
  const putBackThreshold = async (
    replicator: ReplicatorAppliance,
    members: Members,
    { inputs: state, outputs }: Pick<State<Want, Outputs>, "inputs" | "outputs">,
  ): Promise<void> => {
    if (threshold === undefined) return;
    const live = await threshold.listed(replicator, state.address);
    const { memberOf } = await members.observe();
    if (live === 0 || live !== state.threshold || memberOf.length === 0) return;
    if ((await replicator.ledger.holderOf(shares(state.address))) !== undefined) return;
    const remaining = await members.remaining(memberOf, state, outputs);
    const original = toPutBack("threshold", { threshold: live }, state, outputs.original) ?? 0;
    const found = remaining.length === 0 ? 0 : original;
    if (found !== live) await threshold.set(replicator, state.address, found);
  };

  return {
    replaceOn: ["address"] as const,
    label: ({ address }: Want): string => address,
    misfit: ({ id, inputs: { address } }: State<Want, Partial<Outputs>>) => otherThan(address, id),
    holds: (want: Want): readonly Thing[] => holdingsOf(entity, want),

    async find(replicator: ReplicatorAppliance, want: Want): Promise<Live<Want, Outputs> | undefined> {
      const { address } = want;
      const members = openAt(replicator, address);
      const { memberOf, description } = await members.observe();
      if (!memberOf.some((profile) => want.profiles.includes(profile))) return undefined;
      const live = {
        profiles: members.ours(memberOf, want),
        description,
        ...(await valuesOf(replicator, address, "shown")),
      };
      const original = rememberAdopted(live, want, replicator.ledger.outputsOf(shares(address)));
      return { id: address, inputs: { address, ...live }, outputs: { memberOf, original } };
    },

    async create(
      replicator: ReplicatorAppliance,
      want: Want,
      { recordPartial, info }: Progress<Want, Outputs>,
    ): Promise<Result<Want, Outputs>> {
      const { address } = want;
      const members = openAt(replicator, address);
      const { description, memberOf: others } = await members.observe();
      // If others use this member, they may have set a threshold that show/config does not list.
      const isAsked = want.threshold !== undefined && others.length > 0;
      const live = { description, ...(await valuesOf(replicator, address, isAsked ? "shown" : "listed")) };
      const original = remember(live, want, undefined, info);
      const report = ({ inputs: done, outputs }: MembersSoFar): void => {
        recordPartial({ id: address, inputs: done, outputs: { ...outputs, original } });
      };
      const existed = await members.converge(want, undefined, report, info);
      await setThreshold(replicator, want);
      const { memberOf } = await members.observe();
      return { id: address, outputs: { memberOf, ...existed, original } };
    },

    // What the appliance reports about one address reflects it more directly than `show/config`, which lists the
    // commands to recreate it.
    async read(
      replicator: ReplicatorAppliance,
      { id, inputs: state, outputs }: State<Want, Outputs>,
    ): Promise<Live<Want, Outputs> | undefined> {
      const direct = await shown?.(replicator, state.address);
      const members = openAt(replicator, state.address);
      const listed = direct?.in_profiles === undefined ? await members.observe() : undefined;
      const memberOf = listed?.memberOf ?? direct?.in_profiles?.toSorted() ?? [];
      if (!state.exclusive && (await members.mayHaveMoved(memberOf, state, outputs))) {
        return { id, inputs: {}, outputs: { ...outputs, memberOf }, unsure: true };
      }
      const profiles = members.ours(memberOf, state);
      if (profiles.length === 0) {
        if (listed !== undefined) await members.assertListed();
        return undefined;
      }
      if (shown === undefined)
        return { id, inputs: { profiles, description: listed?.description }, outputs: { ...outputs, memberOf } };
      const listedValues = await valuesOf(replicator, state.address, "listed");
      const facts =
        direct === undefined
          ? {}
          : { description: direct.description, threshold: direct.threshold ?? listedValues.threshold };
      return { id, inputs: { profiles, ...facts }, outputs: { ...outputs, memberOf } };
    },

    async lookUp(replicator: ReplicatorAppliance, address: string): Promise<Live<Want, Outputs> | undefined> {
      const members = openAt(replicator, address);
      const { memberOf, description } = await members.observe();
      if (memberOf.length === 0) {
        await members.assertListed();
        return undefined;
      }
      const { threshold: found } = await valuesOf(replicator, address, "shown");
      const inputs = { address, profiles: memberOf, threshold: found === 0 ? undefined : found, description };
      return { id: address, inputs, outputs: { memberOf } };
    },

    async update(
      replicator: ReplicatorAppliance,
      { id, inputs: before, outputs }: State<Want, Outputs>,
      want: Want,
      { recordPartial, info }: Progress<Want, Outputs>,
    ): Promise<Result<Want, Outputs>> {
      const members = openAt(replicator, want.address);
      const { description, memberOf: found } = await members.observe();
      const live = { description, ...(await valuesOf(replicator, want.address, "listed")) };
      const original = remember(live, want, { declared: before, original: outputs.original }, info);
      // Record the originals before anything is overwritten: the next run would find what this one has written.
      if (!isDeepStrictEqual(original, outputs.original)) {
        recordPartial({
          id,
          inputs: { profiles: before.profiles },
          outputs: { ...outputs, memberOf: found, original },
        });
      }
      const report = ({ inputs: done, outputs: soFar }: MembersSoFar): void => {
        recordPartial({ id, inputs: done, outputs: { ...soFar, original } });
      };
      const existed = await members.converge(want, { before, outputs }, report, info);
      await setThreshold(replicator, want, before.threshold);
      const { memberOf } = await members.observe();
      return { id, outputs: { memberOf, ...existed, original } };
    },

    async remove(
      replicator: ReplicatorAppliance,
      state: State<Want, Outputs>,
      { info }: RemovalProgress<Want, Outputs>,
    ): Promise<void> {
      const { inputs, outputs } = state;
      const members = openAt(replicator, inputs.address);
      await members.settled(inputs);
      await members.putBackDescription(inputs, outputs.original);
      await putBackThreshold(replicator, members, state);
      await members.leave(inputs, outputs, info);
    },
  };
}
