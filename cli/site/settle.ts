import type { Values } from "../../provider/values/inputs";
import type { Kinds } from "./kinds";
import { leftOutOf, type Candidate, type LeftOut, type SiteObject } from "./object";

/**
 * Converts a candidate to an object, with the values that a read of its kind returns. If a check of its kind refuses
 * them, it is left out. Undefined if it no longer exists.
 */
export async function settled(
  kinds: Kinds,
  candidate: Candidate,
  site: string | undefined,
): Promise<SiteObject | LeftOut | undefined> {
  const { kind, id, label } = candidate;
  const ofSite = site === undefined ? {} : { site };
  const checked = kinds.check(kind, { ...candidate.inputs, ...ofSite });
  const fault = faultOf(checked.failures);
  if (fault !== undefined) return leftOutOf(candidate, fault);
  const read = await kinds.read(kind, id, checked.inputs);
  if (read === undefined) return undefined;
  const wrong = faultOf(kinds.check(kind, read.inputs).failures);
  if (wrong !== undefined) return leftOutOf(candidate, wrong);
  return { kind, id, label, inputs: withoutDefaults(read.inputs, kind), outputs: read.outputs };
}

function faultOf(failures: readonly string[]): string | undefined {
  if (failures.length === 0) return undefined;
  return `No program can declare it: ${failures.join("; ")}. Change it on the appliance, or leave it to its owner.`;
}

/** Inputs that equal the defaults, so that they can be left out. */
const defaults: Readonly<Record<string, Values>> = {
  ReplicatorProfile: { enabled: true, singularity: false },
  Collector: { threshold: 0 },
  Setting: { onDestroy: "restore" },
};

function withoutDefaults(inputs: Values, kind: string): Values {
  const own = defaults[kind] ?? {};
  return Object.fromEntries(
    Object.entries(inputs).filter(([key, value]) => value !== own[key] && !(key === "rules" && isEmpty(value))),
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
