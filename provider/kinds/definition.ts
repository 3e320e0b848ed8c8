import { z } from "#zod";
import type { ApplianceKind } from "../errors/errors";
import type { Gateway } from "../gateway/gateway";
import type { Replicator } from "../replicator/replicator";
import type { Values } from "../values/inputs";
import { marks, onExisting } from "../values/origin";
import { strict } from "../values/schema";

/** What a kind can use of its appliance. */
export interface Boxes {
  gateway: Gateway;
  replicator: Replicator;
}

/** What the state knows of an object. `inputs` are in canonical form. While it is imported, both are empty. */
export interface State<Want, Out> {
  readonly id: string;
  readonly inputs: Want;
  readonly outputs: Out;
  /**
   * Set if nothing is known to be as the state says: the outcome of the last change is unknown, or what contains the
   * object was made or removed in this run.
   */
  readonly doubt?: Doubt<Want> | undefined;
}

/** What may be instead of what the state says. */
export interface Doubt<Want> {
  /** What an unfinished update has sent of {@link Definition.tries}: the object may have it in place of the state's. */
  readonly tried?: Partial<Want> | undefined;
}

/** An object on the appliance. `inputs` holds the actual values where they differ from what was declared. */
export interface Live<Want, Out> {
  readonly id: string;
  readonly inputs?: Partial<Want>;
  readonly outputs: Out;
}

/** How a call reports while it runs. */
export interface Progress<Want, Out> {
  /** This is so: what the state gets if a later step fails. The next `up` then calls `update` to finish. */
  keep(soFar: Live<Want, Out>): void;
  /** What the state gets if the outcome of the step that begins now stays unknown. */
  begin(perhaps: Live<Want, Out>): void;
  /** Shows the user an info line that names the resource. Not an error. */
  info(message: string): void;
  /**
   * Whether another resource of this run declares the thing of a key. Refuses if that one could not be created. If none
   * does, what declares it from now on waits for the end of this call, which may take it away.
   */
  isOfOther(key: string): boolean;
  /** Whether a thing that was found is of the program: another resource declares it, or has it in the state. */
  isHeld(key: string): boolean;
}

/** The objects that others refer to by name. */
export type Named = "profile" | "user" | "user group";

type KeyOf<T> = keyof T & string;

/**
 * The contract of a kind: everything specific to it, and nothing else. An *entity* has `find`, `create`, `update` and
 * `remove`. A *link* either exists or not: it has no `find`, and its `create` treats "already there" as success. A
 * *singleton* always exists: `create` sets it and `remove` restores it.
 */
export interface Definition<
  Kind extends string,
  Box extends ApplianceKind,
  Inputs extends z.ZodType,
  Outputs extends z.ZodType,
  Want = z.output<Inputs>,
  Out = z.output<Outputs>,
> {
  readonly kind: Kind;
  readonly appliance: Box;
  /** Allowed values, defaults and canonical forms. Parsing returns the canonical form, which decides equality. */
  readonly inputs: Inputs;
  readonly outputs: Outputs;
  /** Inputs whose change replaces the object; `input.part` names a part. `site` is one for every kind. */
  readonly replaceOn: readonly (KeyOf<Want> | `${KeyOf<Want>}.${string}`)[];
  /** Further inputs whose change replaces an object, depending on its outputs. */
  replaceAlsoOn?(outputs: Partial<Out>): readonly KeyOf<Want>[];
  /** Inputs that are secret: no message contains their values. */
  readonly secrets?: readonly KeyOf<Want>[];
  /** Inputs whose values stay on the appliance when the program no longer sets them: the lifecycle says so. */
  readonly keepsWhenUnset?: readonly KeyOf<Want>[];
  /** Inputs by which an object is found, or known as ours, after an unfinished update. The state has them in clear. */
  readonly tries?: readonly KeyOf<Want>[];
  /** What others call such an object, if they refer to it by name. */
  readonly named?: Named;
  /** Inputs that name other objects, or hold their ids. A rename of such an object in this run is no change of these. */
  readonly refersTo?: Partial<Record<Named, readonly KeyOf<Want>[]>>;
  /** Outputs that an update may change: a preview shows them as unknown. */
  readonly mayChange?: readonly KeyOf<Out>[];
  /** How messages name the object: by its name or address. */
  label(want: Want): string;
  /** The id that belongs to inputs and outputs of the state; undefined if they do not say. An edited state differs. */
  idOf?(inputs: Want, outputs: Partial<Out>): string | undefined;
  /**
   * Keys of what the object is on its appliance, e.g. `group|12` or `membership|alice|operators`. `object` is undefined
   * before it exists. A resource whose keys of either form all belong to other resources of the run is deleted without a
   * request.
   */
  keys?(want: Want, object?: { readonly id: string; readonly outputs: Partial<Out> }): readonly string[];
  /** What only one resource of a program may declare. Default: its kind and its label. */
  identity?(want: Want): readonly string[];
  /** Values that two resources may declare only if they are equal, by key. */
  values?(want: Want): Readonly<Record<string, unknown>>;
  /** Whether destroy leaves the object as it is, and sends nothing. Default: it does not. */
  stays?(state: State<Want, Partial<Out>>): boolean;
  /** The names of what a change takes away, for the limit of deletions. Default: the object, if it is deleted. */
  losses?(state: State<Want, Partial<Out>>, want: Want | undefined): readonly string[];
  /** Looks first, and throws {@link AlreadyExists} for what it did not make. Sends a creation once. */
  create(box: Boxes[Box], want: Want, progress: Progress<Want, Out>): Promise<Live<Want, Out>>;
  /**
   * The existing object that a creation would collide with, with all inputs that can be read. One that is left out is not
   * known: `adoptIfEqual` then refuses what declares it. One that is undefined is known not to be set.
   */
  find?(box: Boxes[Box], want: Want): Promise<Live<Want, Out> | undefined>;
  /**
   * The live object, or undefined if it is certainly gone. Absent if no action reads the kind. For an import the state
   * has nothing but an id as the user wrote it.
   */
  read?(
    box: Boxes[Box],
    state: State<Want, Out>,
    progress: Pick<Progress<Want, Out>, "info">,
  ): Promise<Live<Want, Out> | undefined>;
  /** Sends what differs between state and program, applied to the live object; of a link, settles a doubt. */
  update(box: Boxes[Box], state: State<Want, Out>, want: Want, progress: Progress<Want, Out>): Promise<Live<Want, Out>>;
  /** Removes the object; "gone" if it was not there. Refuses if its id now means another object. */
  remove(
    box: Boxes[Box],
    state: State<Want, Out>,
    progress: Omit<Progress<Want, Out>, "begin" | "keep">,
  ): Promise<"gone" | undefined>;
}

/** What every kind can declare. */
export const common = {
  /**
   * Site whose appliance holds the object. Default: the appliance configured at top level. A change replaces, unless it
   * leads to the same appliance.
   */
  site: z.string().min(1).optional(),
  /**
   * What to do if the object already exists at creation: `fail` (default), `adopt`, `adoptIfEqual`. Changing only this
   * input is never a difference.
   */
  onExisting: onExisting.optional(),
};

/** The inputs that {@link inputsOf} adds to every kind. */
export type CommonInputs = z.output<z.ZodObject<typeof common>>;

/** The input schema of a kind: its own inputs, those that every kind has, and nothing else. */
export function inputsOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return strict({ ...shape, ...common });
}

/** The outputs of a kind: its own, and the marks that every kind has. */
export function outputsOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const all: Omit<typeof marks, keyof Shape> & Shape = { ...marks, ...shape };
  return z.object(all);
}

/** Declares a kind. It exists to infer the types of its calls from its schemas. */
export function defineKind<
  Kind extends string,
  Box extends ApplianceKind,
  Inputs extends z.ZodType,
  Outputs extends z.ZodType,
>(definition: Definition<Kind, Box, Inputs, Outputs>): Definition<Kind, Box, Inputs, Outputs> {
  return definition;
}

/** A definition without its specific types, for the lifecycle, which treats all kinds in the same way. */
export type AnyDefinition = Definition<string, ApplianceKind, z.ZodType, z.ZodType, Values, Values>;
