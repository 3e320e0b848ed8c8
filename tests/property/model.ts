import { linesWith } from "../kinds/holds";
import type { Lines } from "../support/held";
import { type Others, type Slot, sharedGroup } from "./slots";

/** The slots that a program declares, each with its variant. */
export type Declared = ReadonlyMap<string, { readonly slot: Slot; readonly variant: number }>;

/** The program that declares a variant of each slot, without those that lack a slot which they need. */
export function programOf(
  slots: Readonly<Record<string, Slot>>,
  variantOf: (name: string, index: number) => number,
): Declared {
  const declared = new Map<string, { slot: Slot; variant: number }>();
  for (const [index, [name, slot]] of Object.entries(slots).entries()) {
    const variant = variantOf(name, index);
    if (variant > 0 && (slot.needs ?? []).every((one) => declared.has(one))) declared.set(name, { slot, variant });
  }
  return declared;
}

/** What programs refer to by number and do not declare. Every IP group with a number is {@link sharedGroup}. */
const foreign: Readonly<Record<string, string>> = {
  "User 1": "admin",
  "UserGroup 1": "Administrators",
  "UserGroup 2": "Guests",
};

/** What the appliances hold after a program was applied. `base` is what they hold without it. */
export function modelOf(declared: Declared, base: Lines): Lines {
  const nameOf = (slot: string): string => nameIn(declared, slot);
  const others: Others = { has: (slot) => declared.has(slot), idOf: (slot) => `@${slot}`, nameOf };
  const program = [...declared.values()].map(({ slot, variant }) => [slot.kind, slot.inputs(variant, others)] as const);
  return linesWith(base, program, (kind, reference) => {
    const text = String(reference).replace(/^name:/u, "");
    if (text.startsWith("@")) return nameOf(text.slice(1));
    if (kind === "IpGroup" && /^\d+$/u.test(text)) return sharedGroup;
    return foreign[`${kind} ${text}`] ?? text;
  });
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
