import type { Configuration } from "../../provider/config/configuration";
import { definitionOf, type Kind } from "../../provider/registry";
import { verdictOn, type Verdict } from "../../provider/lifecycle/verdict";
import { quoted } from "../../provider/values/quoted";
import { Kinds } from "./kinds";
import type { OwnedObject } from "./object";
import { inputsOf } from "./parts";
import { titleOf } from "./title";

/** A resource that a program would create. */
export interface Planned extends Pick<OwnedObject, "kind" | "label" | "inputs" | "owner"> {
  /** Whether unknown values were left out. */
  readonly isPartial: boolean;
  /** What must exist before: URNs of resources, and names of groups in its own resource. */
  readonly needs: readonly string[];
}

/** A profile that gets another listening port in the same up, by its name and site before. */
export interface FreedPort {
  readonly profile: unknown;
  readonly site: unknown;
}

/** The effect of an up on one resource. */
export interface AdoptionFinding extends Verdict {
  readonly kind: Kind;
  readonly name: string;
  readonly label: string;
}

/**
 * Finds out what an up would find on the appliances for the resources that a program would create. Sends only reads.
 */
export async function adoptions(
  planned: readonly Planned[],
  freed: readonly FreedPort[],
  configuration: Configuration,
): Promise<AdoptionFinding[]> {
  const kinds = new Kinds(configuration);
  const found = await Promise.all(planned.map((one) => adoption(kinds, one, freed)));
  return withDependents(planned, found);
}

/** The engine creates nothing that needs what is refused. */
function withDependents(planned: readonly Planned[], found: readonly AdoptionFinding[]): AdoptionFinding[] {
  const findings = [...found];
  const neededBy = new Map<string, number[]>();
  for (const [index, { needs }] of planned.entries()) {
    for (const key of needs) neededBy.set(key, [...(neededBy.get(key) ?? []), index]);
  }
  const open = findings.flatMap(({ verdict }, index) => (verdict === "refuse" ? [index] : []));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [one, refused] = [planned[at], findings[at]];
    if (one === undefined || refused === undefined) continue;
    const keys = [one.owner.urn, groupKey(one.owner.urn, one.label)];
    for (const index of keys.flatMap((key) => neededBy.get(key) ?? [])) {
      const other = findings[index];
      if (other === undefined || other.verdict === "refuse") continue;
      const { id: _, ...rest } = other;
      findings[index] = { ...rest, verdict: "refuse", why: `It needs ${titleOf(refused)}, which would be refused.` };
      open.push(index);
    }
  }
  return findings;
}

/** The key of a group among those of one resource. */
export function groupKey(urn: string, name: string): string {
  return `${urn} ${name}`;
}

async function adoption(kinds: Kinds, planned: Planned, freed: readonly FreedPort[]): Promise<AdoptionFinding> {
  const { kind, label, owner, inputs, isPartial } = planned;
  const definition = definitionOf(kind);
  const want = inputsOf(kind).canonical(inputs);
  const site = want["site"] as string | undefined;
  const verdict = await verdictOn(definition, { want, isPartial }, () => kinds.appliance(definition.appliance, site));
  const isNewProfile = kind === "ReplicatorProfile" && verdict.verdict === "new";
  const holder = isNewProfile ? await holderOf(kinds, site, want["listeningPort"]) : undefined;
  const taken =
    holder !== undefined &&
    !freed.some((one) => one.profile === holder && one.site === site) &&
    ({ verdict: "refuse", why: `The profile ${quoted(holder)} has its listening port.` } as const);
  return { kind, name: owner.name, label, ...(taken || verdict) };
}

/** The profile that receives on a port. */
async function holderOf(kinds: Kinds, site: string | undefined, port: unknown): Promise<string | undefined> {
  const { profiles } = await kinds.appliance("replicator", site).configuration.state();
  return [...profiles].find(([, { listeningPort }]) => listeningPort === port)?.[0];
}
