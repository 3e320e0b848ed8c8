import type { Simulator } from "../../simulator";
import type { Declaration } from "../kinds/holds";
import type { Before } from "../kinds/sample";
import { sampleOf } from "../kinds/samples";
import type { Resource } from "../lifecycle/resource";
import type { Lines } from "../support/held";
import type { Others, Slot } from "./slot";
import { sharedGroup } from "./slots";

/** The slots that a program declares, each with its variant. */
export type Declared = ReadonlyMap<string, { readonly slot: Slot; readonly variant: number }>;

/**
 * The program that declares a variant of each slot, without those that lack a slot which they need, or an object of
 * others that has a name.
 */
export function programOf(
  slots: Readonly<Record<string, Slot>>,
  variantOf: (name: string, index: number) => number,
  isTheirs: (kind: string, name: string) => boolean = () => false,
): Declared {
  const declared = new Map<string, { slot: Slot; variant: number }>();
  for (const [index, [name, slot]] of Object.entries(slots).entries()) {
    const variant = variantOf(name, index);
    if (variant > 0 && (slot.needs ?? []).every((one) => declared.has(one))) declared.set(name, { slot, variant });
  }
  for (const [name, { slot }] of declared) {
    const { theirs } = slot;
    if (theirs === undefined) continue;
    const isOurs = [...declared.keys()].some((one) => nameIn(declared, one) === theirs[1]);
    if (isOurs || !isTheirs(...theirs)) declared.delete(name);
  }
  return declared;
}

/** What programs refer to by number and do not declare. Every IP group with a number is {@link sharedGroup}. */
const foreign: Readonly<Record<string, string>> = {
  "User 1": "admin",
  "UserGroup 1": "Administrators",
  "UserGroup 2": "Guests",
};

/** What a program, or some of its slots, declare, as lines. `base` is what the appliances hold. */
export function linesIn(declared: Declared, base: Lines, slots: Iterable<string> = declared.keys()): string[] {
  const nameOf = (slot: string): string => nameIn(declared, slot);
  const others: Others = { has: (slot) => declared.has(slot), idOf: (slot) => `@${slot}`, nameOf };
  const chosen = [...slots].flatMap((name) => declared.get(name) ?? []);
  const program = chosen.map(({ slot, variant }) => [slot.kind, slot.inputs(variant, others)] as const);
  return linesOfAll(program, base, (kind, reference) => {
    const text = String(reference).replace(/^name:/u, "");
    if (text.startsWith("@")) return nameOf(text.slice(1));
    if (kind === "IpGroup" && /^\d+$/u.test(text)) return sharedGroup;
    return foreign[`${kind} ${text}`] ?? text;
  });
}

/** What a resource in the state holds, as lines, by the names that numbers have now. */
export function linesInState(
  { kind, outputs }: Pick<Resource, "kind" | "outputs">,
  base: Lines,
  sim: Simulator,
): string[] {
  const { ipGroups, users, userGroups } = sim.gateway.store;
  const named = { IpGroup: ipGroups, User: users, UserGroup: userGroups };
  return linesOfAll([[kind, outputs]], base, (what, reference) => {
    const text = String(reference).replace(/^name:/u, "");
    return (/^\d+$/u.test(text) ? named[what].get(Number(text))?.name : undefined) ?? text;
  });
}

function linesOfAll(program: readonly Declaration[], base: Lines, nameOf: Before["nameOf"]): string[] {
  return program.flatMap(([kind, inputs]) => sampleOf(kind).holds(inputs, { lines: base.exact, nameOf }));
}

/**
 * The name that a program declares for a slot. A slot that is not declared stands for a foreign object with the slot's
 * name.
 */
export function nameIn(declared: Declared, slot: string): string {
  const known = declared.get(slot);
  if (known === undefined) return slot;
  const others: Others = {
    has: (name) => declared.has(name),
    idOf: () => "1",
    nameOf: (name) => nameIn(declared, name),
  };
  return String(known.slot.inputs(known.variant, others)["name"]);
}
