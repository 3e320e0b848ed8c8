import { z } from "zod";
import type { ApplianceKind } from "./errors/errors";
import type { Facades } from "./appliance/appliances";
import type { Thing } from "./values/things";
import type { DifferencesIn } from "./values/differences";
import type { Values } from "./values/inputs";
import { onExisting, marks } from "./values/origin";
import { strict } from "./values/schema";

/** A live object on the appliance. `inputs` is in canonical form and holds only what can be read. */
export interface Live<Want, Outputs> {
  id: string;
  inputs: Partial<Want>;
  /** {@link asDoubtful} if the object was not found where the state has it, but another one may be it. */
  outputs: Outputs;
}

/** What the state knows of an existing object. */
export interface State<Want, Outputs> {
  id: string;
  inputs: Want;
  outputs: Outputs;
}

/** The result of a create or update. `inputs` holds the actual values of inputs that are not (yet) as declared. */
export interface Result<Want, Outputs> {
  id: string;
  outputs: Outputs;
  inputs?: Partial<Want>;
}

/** How a call reports to the lifecycle while it runs. */
export interface Progress<Want, Outputs> {
  /**
   * Reports what exists so far. Call it after each step that a later failure must not lose: if the call then throws,
   * the state keeps this result, and the next `up` runs `update` to finish.
   */
  recordPartial(soFar: Result<Want, Outputs>): void;
  /** Shows the user an info line that names the resource. Not an error. */
  info(message: string): void;
  /**
   * Reports an existing object before it is taken over. Throws if another resource of the program holds it. Returns
   * false if this run removes it, and "dropped" if it belongs to a resource of this program that no longer declares it.
   * The outputs are complete as far as they are known.
   */
  meets(found: { id: string; outputs: Partial<Outputs> }): boolean | "dropped";
  /** Resolves when the engine has registered all resources that wait for no result. Absent if nothing depends on it. */
  registered?(): Promise<void>;
}

/** How a removal reports. It records nothing: the next run treats an object that is missing as removed. */
export type RemovalProgress<Want, Outputs> = Omit<Progress<Want, Outputs>, "recordPartial">;

/** Outputs that are certain. An uncertain one is undefined or left out. */
type Foreseen<Outputs> = { readonly [Key in keyof Outputs]?: Outputs[Key] | undefined };

type InputKey<Want> = keyof Want & string;

const common = {
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

/** One of several objects that a resource creates. */
export interface Part {
  readonly definition: AnyDefinition;
  readonly label: string;
  readonly want: Values;
  /** Whether part of it is known only during an up. */
  readonly isPartial: boolean;
}

/**
 * The contract of a kind: everything specific to it, and nothing else. It has three shapes. An *entity* has `find` (or
 * a create that reports {@link AlreadyExistsError}), `create`, `update`, `remove`. A *link* either exists or not: it
 * has no `find`, and its `create` treats "already there" as success. A *singleton* always exists: `create` sets it and
 * `remove` restores it. If `read` is absent, the API has no read action: the state is the only record.
 */
export interface ResourceDefinition<
  Kind extends string,
  Appliance extends ApplianceKind,
  Inputs extends z.ZodType,
  Outputs extends z.ZodType,
  Want = z.output<Inputs>,
  Out = z.output<Outputs>,
> {
  readonly kind: Kind;
  readonly appliance: Appliance;
  /** Allowed values, defaults and canonical forms. Parsing returns the canonical form, which decides equality. */
  readonly inputs: Inputs;
  readonly outputs: Outputs;
  /**
   * Inputs whose change replaces the object (always delete first); `input.part` names a part of an input. `site` is one
   * for every kind, if it leads to another appliance.
   */
  readonly replaceOn: readonly (InputKey<Want> | `${InputKey<Want>}.${string}`)[];
  /**
   * Further inputs whose change replaces an object, depending on its outputs. Example: the name of a user whose number
   * is not known.
   */
  replaceAlsoOn?(outputs: Partial<Out>): readonly InputKey<Want>[];
  /** The inputs without the parts that are never a difference. Default: all. */
  comparable?(want: Want): Partial<Want>;
  /** How to compare inputs that hold several objects, object by object; for messages. */
  readonly differencesIn?: Partial<Record<InputKey<Want>, DifferencesIn>>;
  /** Why a change of an input replaces the object, if that may surprise; shown in the preview. */
  readonly explain?: Partial<Record<InputKey<Want>, string>>;
  /** Inputs that are secret: no message contains their values. */
  readonly secrets?: readonly InputKey<Want>[];
  /**
   * Inputs whose values stay on the appliance when the program no longer sets them: the lifecycle says so. Of a record,
   * each name.
   */
  readonly keepsWhenUnset?: readonly InputKey<Want>[];
  /** How messages name the object: by its name or address. */
  label(want: Want): string;
  /**
   * What the object holds on its appliance, so that the deletion of another resource must leave it. `object` is
   * undefined before it exists; its inputs are given if they may differ. Absent if nothing is ever removed.
   */
  holds?(inputs: Want, object: { id: string; outputs: Out; inputs?: Want } | undefined): readonly Thing[];
  /**
   * Why an entry of the state is inconsistent: its id does not match its inputs and outputs. Undefined if it is
   * consistent. An imported entry has no outputs.
   */
  misfit?(state: State<Want, Partial<Out>>): string | undefined;
  /** The existing object that a create would collide with. */
  find?(appliance: Facades[Appliance], want: Want): Promise<Live<Want, Out> | undefined>;
  /**
   * The id of an object before it exists, if its inputs determine it: a `read` with this id then shows whether it
   * exists.
   */
  idOf?(want: Want): string;
  /** An object of another id that a creation is refused for, or takes the place of with `onExisting: "adopt"`. */
  rival?(appliance: Facades[Appliance], want: Want): Promise<{ id: string; inputs: Want } | undefined>;
  /** The separate objects that one resource creates, if there are several, each as far as it is known. */
  parts?(want: Want): readonly Part[];
  /** Names of the numbered objects that it declares, if another resource may declare them next. Parts may be unknown. */
  declares?(want: Partial<Want>): readonly string[];
  /** Objects of the state that an update deletes, because the program no longer declares them. Pure. */
  drops?(state: Omit<State<Want, Partial<Out>>, "id">, want: Want): readonly { name: string; thing: Thing }[];
  create(appliance: Facades[Appliance], want: Want, progress: Progress<Want, Out>): Promise<Result<Want, Out>>;
  /** The live object, or undefined if there is positive evidence that it is gone. */
  read?(
    appliance: Facades[Appliance],
    state: State<Want, Out>,
    progress: Pick<Progress<Want, Out>, "info">,
  ): Promise<Live<Want, Out> | undefined>;
  /**
   * An object that no state has, by its id or by its name, with all inputs that can be read. Undefined if there is
   * none. Absent if the API cannot read the kind.
   */
  lookUp?(
    appliance: Facades[Appliance],
    reference: string,
    progress: Pick<Progress<Want, Out>, "info">,
  ): Promise<Live<Want, Out> | undefined>;
  /**
   * Outputs that are certain before a create, or before an update of `state`. Gets the inputs that are known. Pure:
   * returns only what no response of the appliance can change.
   */
  foresee?(want: Partial<Want>, state: State<Want, Out> | undefined): Foreseen<Out>;
  /** Whether the state shows something to repair that is no difference of inputs; it then counts as a change. Pure. */
  needsRepair?(state: Omit<State<Want, Out>, "id">, want: Want): boolean;
  /** Absent if every change replaces. Observes first if it can, and sends the fewest calls. */
  update?(
    appliance: Facades[Appliance],
    state: State<Want, Out>,
    want: Want,
    progress: Progress<Want, Out>,
  ): Promise<Result<Want, Out>>;
  /** Removes the object, or returns that it was gone already. Refuses if its id now names another object. */
  remove(
    appliance: Facades[Appliance],
    state: State<Want, Out>,
    progress: RemovalProgress<Want, Out>,
  ): Promise<void> | Promise<"gone" | undefined>;
}

/** Declares a kind. It exists to infer the types of its calls from its schemas. */
export function defineResource<
  Kind extends string,
  Appliance extends ApplianceKind,
  Inputs extends z.ZodType,
  Outputs extends z.ZodType,
>(
  definition: ResourceDefinition<Kind, Appliance, Inputs, Outputs>,
): ResourceDefinition<Kind, Appliance, Inputs, Outputs> {
  return definition;
}

/** A definition without its specific types, for the lifecycle, which treats all kinds in the same way. */
export type AnyDefinition = ResourceDefinition<string, ApplianceKind, z.ZodType, z.ZodType, Values, Values>;
