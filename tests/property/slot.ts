import type { Properties } from "../support/provider-calls";

/**
 * The resources that a random program may declare. A program selects one variant per slot; 0 means that the slot is not
 * declared. If a variant refers to a slot that is not declared, the reference is omitted from its inputs, or the whole
 * slot is omitted.
 */
export interface Slot {
  readonly kind: string;
  /** The number of variants, without 0. */
  readonly variants: number;
  /** Slots without which this slot is not declared. */
  readonly needs?: readonly string[];
  /** Inputs that use a value of another slot, with the slots that they may refer to. */
  readonly refers?: Readonly<Record<string, readonly string[]>>;
  /** What others have made, by kind and name: the slot refers to it and is not declared without it. */
  readonly theirs?: readonly [kind: "user" | "profile", name: string];
  inputs(variant: number, others: Others): Properties;
}

/** What a slot may ask about the others. */
export interface Others {
  /** Whether a slot is declared in this program. */
  has(slot: string): boolean;
  /** Its id in the state. */
  idOf(slot: string): string;
  /** The name that the program declares for the slot. */
  nameOf(slot: string): string;
}

/** A name, if the slot that had it has another one now or is not declared; else the other name. */
export function freed(slot: string, name: string, other: string, { nameOf }: Others): string {
  return nameOf(slot) === name ? other : name;
}

/** A variant, from 1. */
export function pick<T>(variant: number, values: readonly T[]): T {
  const value = values[variant - 1];
  if (value === undefined) throw new Error(`there is no variant ${String(variant)}`);
  return value;
}
