import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";

/** What tests need to know of one kind. Every test that goes through all kinds takes its inputs from here. */
export interface Sample {
  /** The required inputs alone. They suit an appliance as it is delivered, so that the object can be created there. */
  readonly minimal: Properties;
  /** What check adds to the minimal inputs. */
  readonly defaults: Properties;
  /** Every input, none with its default. What they refer to need not exist. */
  readonly full: Properties;
  /** Changes of the full inputs that are made in place: an input, and its new value. */
  readonly inPlace: readonly Change[];
  /** Changes of the full inputs that replace the object. */
  readonly replacing: readonly Change[];
  /** Values on top of the minimal inputs that check passes because they are not known yet. */
  readonly unknown: readonly Properties[];
  /** Values on top of the minimal inputs that check refuses with one sentence. */
  readonly bad: readonly Bad[];
  /** Inputs with several mistakes, and the sentences about them. */
  readonly faulty: readonly [inputs: Properties, says: readonly string[]];
  /** The id and the computed outputs that an object with these inputs has in the state. */
  readonly entry: (inputs: Properties) => Entry;
  /** Entries of the state that belong to another object: an id, changes of the full inputs and outputs, and the reason. */
  readonly misfits: readonly (readonly [id: string, change: Properties, because: string])[];
  /** How it is interrupted; undefined where a test of its own does so (tests/crash/bulk.ts). */
  readonly crash: ((around: Surroundings) => Crash) | undefined;
}

export type Change = readonly [input: string, to: unknown];

/** What is wrong, the values, and the sentence: how it begins, and what else it holds. */
export type Bad = readonly [title: string, inputs: Properties, begins: string, ...holds: string[]];

/** What a state holds of an object beside its inputs. */
export interface Entry {
  readonly id: string;
  readonly outputs: Properties;
}

/** The operations of a resource, in the order of its life: the second `up` updates, and replaces what cannot change. */
export const operations = ["create", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

/** An object that does not depend on others of the program, so that all of them can be under way at once. */
export interface Crash {
  /** Inputs of the first program and of the second. */
  readonly first: Properties;
  readonly second: Properties;
  /** Every change that each operation sends, in order: found in "action verb detail". */
  readonly changes: Readonly<Record<Operation, readonly RegExp[]>>;
  /**
   * How many objects the appliance has of it, by either name. Only of a kind whose creation fails where there is one: a
   * link or singleton that is there already is success.
   */
  readonly count?: (sim: Simulator) => number;
}

/** Numbers that the appliance gave to what others made. */
export interface Surroundings {
  readonly sharedGroupId: number;
  readonly readersId: number;
  readonly writersId: number;
}

/** The number of an object that the gateway numbers. */
export const NUMBER = 104;

/** A kind that no action reads. */
export function cannotBeRead(kind: string): Bad {
  return [
    "adoptIfEqual for a kind that cannot be read",
    { onExisting: "adoptIfEqual" },
    'onExisting: "adoptIfEqual" cannot be decided: the API has no action that reads a',
    `reads a ${kind}`,
  ];
}

export function userOf({ userId, userName }: Properties): string {
  return userId === undefined ? `name:${userName}` : textOf(userId);
}

export function userGroupOf({ userGroupId, userGroupName }: Properties): string {
  return userGroupId === undefined ? `name:${userGroupName}` : textOf(userGroupId);
}

/** The id of a link: its parts. */
export function linkId(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join("/");
}

/** An id as text, given as such or as a number. */
function textOf(id: unknown): string {
  return typeof id === "string" ? id : JSON.stringify(id);
}

export function countOf<T>(held: ReadonlyMap<unknown, T> | undefined, isOurs: (one: T) => boolean): number {
  return [...(held?.values() ?? [])].filter(isOurs).length;
}
