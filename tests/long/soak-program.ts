import type { Declared } from "../property/model";
import { slotsWith } from "../property/slots";

/**
 * The highest variant of each slot in a soak. None of these variants renames the object, so that an object with an
 * unknown outcome is always declared again.
 */
const most: Readonly<Record<string, number>> = {
  leaf: 3,
  branch: 2,
  lone: 2,
  staff: 2,
  ops: 1,
  alice: 1,
  bob: 1,
  preferences: 2,
  duty: 1,
  guest: 1,
  grant: 1,
  grants: 2,
  rule: 2,
  otherRule: 1,
  north: 3,
  south: 3,
  collector: 2,
  exporter: 2,
  include: 2,
  exclude: 1,
  alarm: 2,
  ping: 1,
};
/**
 * Slots that are always declared. A lost answer may leave such an object; the next run finds it when it creates it
 * again.
 */
const always = new Set(["staff", "ops", "alice", "bob", "lone", "leaf", "branch", "rule", "otherRule", "north"]);

/** A program of random variants. */
export function randomProgram(random: () => number, sharedId: number): Declared {
  const declared = new Map<string, { slot: ReturnType<typeof slotsWith>[string]; variant: number }>();
  for (const [name, slot] of Object.entries(slotsWith(sharedId))) {
    const variant = Math.floor(random() * ((most[name] ?? 0) + 1));
    const chosen = variant === 0 && always.has(name) ? 1 : variant;
    if (chosen > 0 && (slot.needs ?? []).every((one) => declared.has(one))) {
      declared.set(name, { slot, variant: chosen });
    }
  }
  return declared;
}

/** Preferences belong to the factory user. For a user whose creation lost its answer, the number is unknown. */
export function literalId(_slot: string, forSlot: string): string | undefined {
  return forSlot === "preferences" ? "1" : undefined;
}
