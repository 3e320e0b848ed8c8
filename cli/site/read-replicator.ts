import { isDeepStrictEqual } from "node:util";
import { assertListed } from "../../provider/appliance/replicator/config-lines";
import type { MemberMap, PolicyState, ReplicatorState } from "../../provider/appliance/replicator/state";
import type { ReplicatorAppliance } from "../../provider/appliance/replicator/appliance";
import { isUnavailable } from "../../provider/replicator/show";
import { definitionOf, type Kind } from "../../provider/registry";
import { Refusal } from "../../provider/errors/refusal";
import { quoted } from "../../provider/values/quoted";
import { hostBits } from "../../provider/resources/policy";
import { policyId } from "../../provider/resources/parts/policy-link";
import { compareAddresses, isAddress } from "../../provider/values/addresses";
import { withoutUndefined, type Values } from "../../provider/values/inputs";
import { description as descriptionSchema, profileName, settingValue } from "../../provider/values/names";
import type { Kinds } from "./kinds";
import { isLeftOut, leftOut, type Candidate, type LeftOut, type Part, type SiteObject } from "./object";
import { settled } from "./settle";

/** Documented factory values of settings, which need not be declared. */
const delivered: Readonly<Record<string, Values>> = {
  downDisplayHour: { value: "24" },
  flowStopAlert: { value: "70" },
  highCPUThreshold: { value: "90" },
  noRepWhenDown: { enabled: true },
  pingCollectors: { enabled: true },
};

/** Scope of a read, besides the objects that people create. */
export interface Scope {
  /** Whether to include settings with factory values. */
  readonly all: boolean;
}

/** Reads profiles, policies, collectors, exporters and settings of a replicator, dependencies first. */
export async function readReplicator(kinds: Kinds, site: string | undefined, { all }: Scope): Promise<Part> {
  const replicator = kinds.appliance("replicator", site);
  const state = await replicator.configuration.fresh();
  for (const list of ["profile", "collector", "policy"] as const) assertListed(state, list);
  const notes = Object.values(state.unreadable ?? {})
    .flat()
    .map((line) => `show/config lists a line that is not understood, so what it describes is not exported: ${line}.`);
  const exporters = await exportersOf(replicator, notes);
  const settings = await settingsOf(replicator, all, notes);
  const candidates = [
    ...(await Promise.all([...state.profiles.keys()].sort().map((name) => profileOf(replicator, name, notes)))),
    ...(await membersOf("Collector", replicator, state.collectors, notes)),
    ...(await membersOf("Exporter", replicator, exporters, notes)),
    ...settings,
  ];
  noteOrphans(state.notes, [state.collectors, exporters], notes);
  const policies = policiesOf([...state.policies.values()]);
  const results: (SiteObject | LeftOut | undefined)[] = policies.filter(isLeftOut);
  for (const candidate of [...candidates, ...policies.filter((one): one is Candidate => !isLeftOut(one))]) {
    results.push(await settled(kinds, withoutSharedNote(candidate, state.collectors), site));
  }
  assertUnchanged(state, await replicator.configuration.fresh());
  const present = results.filter((one) => one !== undefined);
  return {
    objects: present.filter((one): one is SiteObject => !isLeftOut(one)).sort(byKindOrder),
    leftOut: present.filter(isLeftOut),
    notes,
  };
}

const order: readonly Kind[] = ["ReplicatorProfile", "Policy", "Collector", "Exporter", "Setting"];

function byKindOrder(one: SiteObject, other: SiteObject): number {
  return order.indexOf(one.kind) - order.indexOf(other.kind);
}

/** The inputs with which a program would declare what `find` returns. */
async function found(kind: Kind, replicator: ReplicatorAppliance, want: Values, notes: string[]): Promise<Values> {
  const live = await definitionOf(kind).find?.(replicator, want);
  const { description, threshold, ...inputs } = live?.inputs ?? want;
  const label = String(want["name"] ?? want["address"]);
  return withoutUndefined({
    ...inputs,
    description: writable(descriptionSchema, description, `the description of ${label}`, notes),
    threshold: threshold === 0 ? undefined : threshold,
  });
}

async function profileOf(replicator: ReplicatorAppliance, name: string, notes: string[]): Promise<Candidate> {
  const inputs = await found("ReplicatorProfile", replicator, { name }, notes);
  return { kind: "ReplicatorProfile", id: name, label: name, inputs };
}

async function membersOf(
  kind: "Collector" | "Exporter",
  replicator: ReplicatorAppliance,
  members: MemberMap,
  notes: string[],
): Promise<Candidate[]> {
  const addresses = [...members]
    .filter(([, { profiles }]) => profiles.size > 0)
    .sort(([one], [other]) => byAddress(one, other));
  return Promise.all(
    addresses.map(async ([address, { profiles: all }]) => {
      const [profiles, others] = declarable([...all].sort());
      if (others.length > 0) {
        notes.push(
          `${kind} ${address} is also in ${others.map(quoted).join(" and ")}, whose name no program can write: ` +
            "it stays there, and the program declares its other profiles.",
        );
      }
      const want = { address, profiles, exclusive: false };
      return { kind, id: address, label: address, inputs: await found(kind, replicator, want, notes) };
    }),
  );
}

/** The profiles of a member that a program can declare, and the others. If it can declare none, all are returned. */
function declarable(profiles: readonly string[]): [declared: readonly string[], others: readonly string[]] {
  const writes = (name: string): boolean => profileName.safeParse(name).success;
  const declared = profiles.filter(writes);
  return declared.length === 0 ? [profiles, []] : [declared, profiles.filter((name) => !writes(name))];
}

function byAddress(one: string, other: string): number {
  if (isAddress(one) && isAddress(other)) return compareAddresses(one, other);
  return one < other ? -1 : 1;
}

/**
 * Removes the note of an exporter if a collector has the same address: they share the note, and the collector declares
 * it.
 */
function withoutSharedNote(candidate: Candidate, collectors: MemberMap): Candidate {
  if (candidate.kind !== "Exporter" || !collectors.has(candidate.id)) return candidate;
  const { description: _, ...inputs } = candidate.inputs;
  return { ...candidate, inputs };
}

async function exportersOf({ configuration }: ReplicatorAppliance, notes: string[]): Promise<MemberMap> {
  try {
    const { members, lack } = await configuration.exporters();
    if (lack !== undefined) notes.push(`${lack}, so the others are not exported.`);
    return members;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    notes.push("The replicator lists no exporters in a form that this package knows: none is exported.");
    return new Map();
  }
}

async function settingsOf(replicator: ReplicatorAppliance, all: boolean, notes: string[]): Promise<Candidate[]> {
  const shown = await replicator.shownSettings();
  if (shown === undefined)
    notes.push("The replicator shows no settings in a form that this package knows: none is exported.");
  return [...(shown ?? [])]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, { value, enabled }]) => {
      const text = writable(settingValue, value === "" ? undefined : value, `the value of the setting ${name}`, notes);
      const inputs = withoutUndefined({ name, value: text, enabled });
      const usual = delivered[name];
      const isAsDelivered =
        usual !== undefined && Object.entries(usual).every(([key, one]) => inputs[key] === one) && enabled !== false;
      const isNothing = text === undefined && enabled === undefined;
      return isNothing || (isAsDelivered && !all) ? [] : [{ kind: "Setting" as const, id: name, label: name, inputs }];
    });
}

/** A text that a program may declare. Otherwise undefined, with a note for the user. */
function writable(schema: typeof descriptionSchema, value: unknown, what: string, notes: string[]): unknown {
  if (value === undefined) return undefined;
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue !== undefined) notes.push(`No program can declare ${what} (it ${issue.message}), so it is left as it is.`);
  return issue === undefined ? value : undefined;
}

function noteOrphans(texts: ReadonlyMap<string, string>, members: readonly MemberMap[], notes: string[]): void {
  const orphans = [...texts.keys()].filter((address) => !members.some((map) => map.has(address))).sort(byAddress);
  if (orphans.length === 0) return;
  notes.push(`Notes of addresses that are in no profile belong to no resource: ${orphans.join(", ")}.`);
}

/**
 * The policies as candidates. If a profile both includes and excludes a network, no program can declare them, and they
 * are left out with the reason.
 */
function policiesOf(policies: readonly PolicyState[]): (Candidate | LeftOut)[] {
  const placeOf = ({ network, prefix, profile }: PolicyState): string => `${network}/${String(prefix)} ${profile}`;
  const sorted = policies.toSorted(
    (one, other) =>
      (one.profile === other.profile ? 0 : one.profile < other.profile ? -1 : 1) ||
      byAddress(one.network, other.network) ||
      one.prefix - other.prefix,
  );
  return sorted.map((one) => {
    const inputs = { cidr: `${one.network}/${String(one.prefix)}`, profile: one.profile, kind: one.kind };
    const candidate = {
      kind: "Policy" as const,
      id: policyId(inputs),
      label: `${one.kind} ${inputs.cidr} in ${one.profile}`,
    };
    const isTwice = policies.filter((other) => placeOf(other) === placeOf(one)).length > 1;
    if (isTwice)
      return leftOut(candidate, "The profile both includes and excludes this network. Remove one of the two policies.");
    const verbatim = hostBits(inputs) === undefined ? {} : { verbatim: true };
    return { ...candidate, inputs: { ...inputs, ...verbatim } };
  });
}

function assertUnchanged(before: ReplicatorState, after: ReplicatorState): void {
  if (isDeepStrictEqual(before, after)) return;
  throw new Refusal(
    "the replicator's configuration was changed while it was read. Run the command again when no other client changes it.",
  );
}
