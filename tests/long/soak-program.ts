import { definitionOf } from "../../provider/registry";
import { type Declared, programOf } from "../property/model";
import { type Others, type Slot, slotsWith } from "../property/slots";

/**
 * Slots that are always declared. A lost answer may leave such an object; the next run finds it when it creates it
 * again.
 */
const always = new Set(["staff", "ops", "alice", "bob", "lone", "leaf", "branch", "rule", "otherRule", "north"]);

/** The variants by slot that a soak may declare: 0 is none. */
const variants = new Map(
  Object.entries(slotsWith(1)).map(([name, slot]) => {
    const own = slot.kind === "IpGroups" ? [] : sameObject(slot);
    return [name, always.has(name) ? [1, ...own] : [0, ...own]] as const;
  }),
);

/** The variants that declare the same object as the first one, so that one with an unknown outcome is declared again. */
function sameObject({ kind, variants: count, inputs }: Slot): number[] {
  const others: Others = { has: () => true, idOf: (slot) => slot, nameOf: (slot) => slot };
  const identity = (variant: number): string => {
    const declared = inputs(variant, others);
    const { type } = (declared["rule"] ?? {}) as { type?: string };
    const keys = ["name", "address", ...definitionOf(kind).replaceOn];
    return JSON.stringify([type, keys.map((key) => declared[key])]);
  };
  return Array.from({ length: count }, (_, index) => index + 1).filter((one) => identity(one) === identity(1));
}

/** A program of random variants. */
export function randomProgram(random: () => number, sharedId: number): Declared {
  return programOf(slotsWith(sharedId), (name) => {
    const own = variants.get(name) ?? [0];
    return own[Math.floor(random() * own.length)] ?? 0;
  });
}

/** Preferences belong to the factory user. For a user whose creation lost its answer, the number is unknown. */
export function literalId(_slot: string, forSlot: string): string | undefined {
  return forSlot === "preferences" ? "1" : undefined;
}
