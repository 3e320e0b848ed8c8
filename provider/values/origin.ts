import { z } from "#zod";
import { withoutUndefined, type Values } from "./inputs";
import { oneOf } from "./schema";

/** The marks of a state: whose an object is, and what is uncertain of it. Most objects have none. */
export const marks = {
  /** Where the object comes from. Not set if the program created it. */
  origin: z
    .object({
      /** True if the object existed before and was adopted because of `onExisting`. */
      adopted: z.literal(true).optional(),
      /** Of profiles and users: former names. What refers to them may still have one in the state. */
      renamedFrom: z.array(z.string()).optional(),
    })
    .optional(),
  /** What is uncertain. Not set if nothing is. */
  doubt: z
    .object({
      /** True if the last change or reading did not show the object as declared: the next `up` updates it. */
      outcome: z.literal(true).optional(),
      /** What an unfinished update has sent: the object may have it. */
      tried: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
};

/** Where an object comes from, with what a kind records of that. */
export function originWith<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return marks.origin.unwrap().extend(shape).optional();
}

/** What is uncertain of an object, with what a kind records of that. */
export function doubtWith<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return marks.doubt.unwrap().extend(shape).optional();
}

type Marked = Readonly<Record<string, unknown>>;

/** Whether outputs say that the object was adopted. */
export function isAdopted(outputs: Marked): boolean {
  return markIn(outputs, "origin")["adopted"] === true;
}

/** Outputs of an object that was adopted. */
export function asAdopted<Outputs extends object>(outputs: Outputs): Outputs & { origin: { adopted: true } } {
  return { ...outputs, origin: { ...markIn(outputs as Marked, "origin"), adopted: true } };
}

/**
 * What the state gets of an object: inputs as the user wrote them, overlaid with the actual values if those differ, and
 * the computed outputs with their marks. `named`: what others call it, if they refer to it by name.
 */
export function stateOutputs(
  { inputs, olds = {} }: { readonly inputs: Values; readonly olds?: Values },
  named: string | undefined,
  live: { readonly inputs?: Values; readonly outputs: Values },
  appliance: string,
): Values {
  const outputs = isAdopted(olds) ? asAdopted(live.outputs) : live.outputs;
  const values = withoutUndefined({ ...inputs, ...live.inputs, ...outputs, appliance });
  const former = new Set<unknown>([markIn(olds, "origin")["renamedFrom"] ?? [], olds["name"] ?? []].flat());
  former.delete(values["name"]);
  if (named === undefined || former.size === 0) return values;
  return { ...values, origin: { ...markIn(values, "origin"), renamedFrom: [...former] } };
}

/** What outputs say of an unknown outcome: the next `up` has something to do, even if no input differs. */
export function doubtOf<Want>(outputs: Marked): { tried?: Partial<Want> } | undefined {
  const { outcome, tried } = markIn(outputs, "doubt");
  return outcome === true ? { ...(tried !== undefined && { tried: tried as Partial<Want> }) } : undefined;
}

/** Whether parts are in doubt, or existed before and are taken over now: an update is due, even if no input differs. */
export function needsRepair(outputs: Marked, want: { readonly onExisting?: unknown }): boolean {
  const { items = [], gone = [] } = markIn(outputs, "doubt") as { items?: unknown[]; gone?: unknown[] };
  return items.length + gone.length > 0 || (markIn(outputs, "origin")["existed"] !== undefined && takesOver(want));
}

/** Outputs that the next `up` has to confirm. `tried`: what the object may have by now. */
export function asDoubtful<Outputs extends object>(outputs: Outputs, tried?: Marked) {
  const doubt = { ...markIn(outputs as Marked, "doubt"), outcome: true as const };
  return { ...outputs, doubt: tried === undefined ? doubt : { ...doubt, tried } };
}

/** Outputs without these parts of the doubt. */
export function withoutDoubt({ doubt, ...outputs }: Marked, ...keys: readonly string[]): Marked {
  const left = Object.entries(markIn({ doubt }, "doubt")).filter(([key]) => !keys.includes(key));
  return left.length === 0 ? outputs : { ...outputs, doubt: Object.fromEntries(left) };
}

function markIn(outputs: Marked | undefined, mark: "origin" | "doubt"): Marked {
  return (outputs?.[mark] ?? {}) as Marked;
}

/** What to do at creation with an existing object of the declared name. */
export const onExisting = oneOf(["fail", "adopt", "adoptIfEqual"]);

/** Whether an existing object that has no content of its own, or an equal one, belongs to the program. */
export function takesOver({ onExisting: mode }: { readonly onExisting?: unknown }): boolean {
  return mode === "adopt" || mode === "adoptIfEqual";
}
