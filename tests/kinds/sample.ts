import type { Simulator } from "../../simulator";
import type { z } from "#zod";
import type { Properties } from "../support/provider-calls";

/** The inputs of a kind without those that every kind has. */
type InputNames<Definition> = Definition extends { inputs: z.ZodType }
  ? Exclude<keyof z.input<Definition["inputs"]>, "site" | "onExisting">
  : never;

/**
 * What tests need to know of one kind. Every test that goes through all kinds takes its inputs from here.
 *
 * @typeParam Other inputs that cannot be given together with the others
 */
export interface Sample<Definition = unknown, Other = never> {
  /** Only the required inputs. They suit an appliance as delivered, so the object can be created there. */
  readonly minimal: Properties;
  /** The inputs that check adds to the minimal ones. */
  readonly defaults: Properties;
  /** Every input, none with its default value. The objects that they refer to need not exist. */
  readonly full: Properties & Readonly<Record<Exclude<InputNames<Definition>, Other>, unknown>>;
  /** Inputs with several mistakes, and the error sentences for them. */
  readonly faulty: readonly [inputs: Properties, says: readonly string[]];
  /** The id and the computed outputs in the state of an object with these inputs. */
  readonly entry: (inputs: Properties) => Entry;
  /** What an object with these inputs makes the appliances hold, by the API documents: lines as those of `linesOf`. */
  readonly holds: (inputs: Properties, before: Before) => readonly string[];
  /** State entries that belong to another object: an id, changes of the full inputs and outputs, and the reason. */
  readonly misfits: readonly (readonly [id: string, change: Properties, because: string])[];
  /** An object of this kind to which everything happens that can happen to a resource. */
  readonly life: (around: Surroundings) => Life;
}

/** The appliances to which a program adds an object. */
export interface Before {
  /** What they hold, as lines. */
  readonly lines: readonly string[];
  /** The name of the object to which an input refers: by a number, by `name:<name>`, or by its name. */
  nameOf(kind: "IpGroup" | "User" | "UserGroup", reference: unknown): string;
}

/** What a state holds about an object besides its inputs. */
export interface Entry {
  readonly id: string;
  readonly outputs: Properties;
}

/**
 * The operations of a resource in the order of its life. The second `up` updates it, or replaces it if it cannot be
 * updated.
 */
export const operations = ["create", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

/**
 * An object that does not depend on others of the program, so that all such objects can be in progress at the same
 * time.
 */
export interface Life {
  /** The inputs in the first program and in the second. */
  readonly first: Properties;
  readonly second: Properties;
  /** Inputs of the same object with another content, which others give to it. Undefined for a link, which has none. */
  readonly theirs?: Properties;
  /** Every change that each operation sends, in order. Each pattern must match "action verb detail". */
  readonly changes: Readonly<Record<Operation, readonly RegExp[]>>;
  /**
   * How many objects of it the appliance has, by either name. Set it only for a kind whose creation fails if the object
   * exists. For a link or singleton that already exists, creation succeeds.
   */
  readonly count?: (sim: Simulator) => number;
}

/** The numbers of objects that others created on the appliance. */
export interface Surroundings {
  readonly sharedGroupId: number;
  readonly readersId: number;
  readonly writersId: number;
}

/** The number of an object of a kind that the gateway numbers. */
export const NUMBER = 104;

/** The id of a link, built from its parts. */
export function linkId(...parts: readonly unknown[]): string {
  return parts.map((part) => encodeURIComponent(textOf(part))).join("|");
}

/** Returns an id as text; it may be a text or a number. */
function textOf(id: unknown): string {
  return typeof id === "string" ? id : JSON.stringify(id);
}

/** The line of a description, if there is one. */
export function noteOf(subject: string, description: unknown): string[] {
  return description === undefined ? [] : [`note of ${subject}: ${textOf(description)}`];
}

export function countOf<T>(held: ReadonlyMap<unknown, T> | undefined, isOurs: (one: T) => boolean): number {
  return [...(held?.values() ?? [])].filter(isOurs).length;
}
