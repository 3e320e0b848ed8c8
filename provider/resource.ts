import { z } from "zod";
import type { ApplianceKind } from "./errors";
import type { Facades } from "./appliance/facades";
import type { Thing } from "./values/things";
import type { Values } from "./values/inputs";
import { onExisting } from "./values/on-existing";
import { strict } from "./values/schema";

/** An object as it is on the appliance. `inputs` is in canonical form and holds only what can be read. */
export interface Live<Want, Outputs> {
  id: string;
  inputs: Partial<Want>;
  outputs: Outputs;
  /**
   * It was not found where the state has it, but something there may be it. The state is kept as it is, and the next `up`
   * runs `update`, which then knows more.
   */
  unsure?: boolean;
}

/** What the state knows of an object that exists. */
export interface State<Want, Outputs> {
  id: string;
  inputs: Want;
  outputs: Outputs;
}

/** What a create or update has brought about. `inputs` names what is true where it is not (yet) what was wanted. */
export interface Result<Want, Outputs> {
  id: string;
  outputs: Outputs;
  inputs?: Partial<Want>;
}

/** The ways in which a call talks to the lifecycle while it runs. */
export interface Progress<Want, Outputs> {
  /**
   * Says what exists so far. Called after each step that a later failure must not lose: if the call then throws, the
   * state keeps this, and the next `up` runs `update` to finish.
   */
  recordPartial(soFar: Result<Want, Outputs>): void;
  /** An info line to the user that names the resource. Not an error. */
  info(message: string): void;
  /**
   * Says that an object exists already, before it is taken over. Throws where another resource of the program has it,
   * and is false where this run removes it. The outputs are as far as they are known.
   */
  meets(found: { id: string; outputs: Partial<Outputs> }): boolean;
}

/** Outputs that are certain; one that is not is undefined or left out. */
type Foreseen<Outputs> = { readonly [Key in keyof Outputs]?: Outputs[Key] | undefined };

type InputKey<Want> = keyof Want & string;

const common = {
  /** Site whose appliance holds the object. Default: the appliance configured at top level. A change replaces, unless it leads to the same appliance. */
  site: z.string().min(1).optional(),
  /** What to do if the object exists at creation: `fail` (default), `adopt`, `adoptIfEqual`. Never a difference. */
  onExisting: onExisting.optional(),
};

/** The inputs that {@link inputsOf} gives to every kind. */
export type CommonInputs = z.output<z.ZodObject<typeof common>>;

/** The inputs of a kind, with the ones that every kind has, and nothing else accepted. */
export function inputsOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return strict({ ...shape, ...common });
}

/** One of several objects that a resource creates. */
export interface Part {
  readonly definition: AnyDefinition;
  readonly label: string;
  readonly want: Values;
  /** Whether something of it is known only during an up. */
  readonly isPartial: boolean;
}

/**
 * The contract of a kind: everything that is particular to it, and nothing else. Three shapes use it. An *entity* has
 * `find` (or a create that reports {@link AlreadyExistsError}), `create`, `update`, `remove`. A *link* exists or not:
 * no `find`, its `create` treats "already there" as success. A *singleton* is always there: `create` sets it and
 * `remove` puts it back. An absent `read` means that the API has no read action: the state is the only record.
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
  /** Allowed values, defaults and canonical forms: parsing gives the canonical form, which decides equality. */
  readonly inputs: Inputs;
  readonly outputs: Outputs;
  /**
   * Inputs whose change replaces the object (always delete first), or a part of one as `input.part`. `site` is one for
   * every kind, where it leads to another appliance.
   */
  readonly replaceOn: readonly (InputKey<Want> | `${InputKey<Want>}.${string}`)[];
  /** Inputs whose change also replaces an object whose state has only these outputs. */
  replaceAlsoOn?(outputs: Partial<Out>): readonly InputKey<Want>[];
  /** The inputs without the parts of them that are never a difference. Default: all. */
  comparable?(want: Want): Partial<Want>;
  /** Why a change of an input replaces, where that may surprise; shown in the preview. */
  readonly explain?: Partial<Record<InputKey<Want>, string>>;
  /** Inputs that are secret: their values stand in no message. */
  readonly secrets?: readonly InputKey<Want>[];
  /** How messages call the object: its name or address. */
  label(want: Want): string;
  /**
   * What the object holds on its appliance and a deletion of another resource must leave; `object` is undefined before it
   * exists. Absent where nothing is ever removed.
   */
  holds?(inputs: Want, object: { id: string; outputs: Out } | undefined): readonly Thing[];
  /**
   * Why an entry of the state is not one object: its id is not the one of its inputs and outputs. Undefined where nothing
   * speaks against it. An entry that was imported has no outputs.
   */
  misfit?(state: State<Want, Partial<Out>>): string | undefined;
  /** The existing object that a create would collide with. */
  find?(appliance: Facades[Appliance], want: Want): Promise<Live<Want, Out> | undefined>;
  /** The id of an object before it exists, where its inputs say it: a `read` of it then says whether it is there. */
  idOf?(want: Want): string;
  /** The objects that one resource creates each on its own, where they are several: what each is, as far as it is known. */
  parts?(want: Want): readonly Part[];
  create(appliance: Facades[Appliance], want: Want, progress: Progress<Want, Out>): Promise<Result<Want, Out>>;
  /** The live object, or undefined where there is positive evidence that it is gone. */
  read?(
    appliance: Facades[Appliance],
    state: State<Want, Out>,
    progress: Pick<Progress<Want, Out>, "info">,
  ): Promise<Live<Want, Out> | undefined>;
  /**
   * An object that no state has, by its id or by its name, with all inputs that can be read. Undefined where there is
   * none. Absent where the API cannot read the kind.
   */
  lookUp?(
    appliance: Facades[Appliance],
    reference: string,
    progress: Pick<Progress<Want, Out>, "info">,
  ): Promise<Live<Want, Out> | undefined>;
  /**
   * Outputs that are certain before a create, or before an update of `state`. Gets the inputs that are known. Pure, and
   * promises only what no answer changes.
   */
  foresee?(want: Partial<Want>, state: State<Want, Out> | undefined): Foreseen<Out>;
  /** Whether the state shows something to repair that is no difference of inputs: it is a change then. Pure. */
  needsRepair?(state: Omit<State<Want, Out>, "id">, want: Want): boolean;
  /** Absent where every change replaces. Observes first where it can, and sends the fewest calls. */
  update?(
    appliance: Facades[Appliance],
    state: State<Want, Out>,
    want: Want,
    progress: Progress<Want, Out>,
  ): Promise<Result<Want, Out>>;
  /** Removes the object; one that is gone already is done. Refuses if what the id names is another object now. */
  remove(appliance: Facades[Appliance], state: State<Want, Out>, progress: Progress<Want, Out>): Promise<void>;
}

/** Declares a kind; exists to infer the types of its calls from its schemas. */
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

type AnyFacade = Facades[ApplianceKind];
type AnyLive = Live<Values, Values>;
type AnyResult = Result<Values, Values>;
type AnyState = State<Values, Values>;
type AnyProgress = Progress<Values, Values>;

/** A definition whose types are forgotten: what the lifecycle, which treats all kinds alike, works on. */
export interface AnyDefinition {
  readonly kind: string;
  readonly appliance: ApplianceKind;
  readonly inputs: z.ZodType;
  readonly outputs: z.ZodType;
  readonly replaceOn: readonly string[];
  replaceAlsoOn?(outputs: Values): readonly string[];
  comparable?(want: Values): Values;
  readonly explain?: Readonly<Record<string, string | undefined>>;
  readonly secrets?: readonly string[];
  label(want: Values): string;
  holds?(inputs: Values, object: { id: string; outputs: Values } | undefined): readonly Thing[];
  misfit?(state: AnyState): string | undefined;
  find?(appliance: AnyFacade, want: Values): Promise<AnyLive | undefined>;
  idOf?(want: Values): string;
  parts?(want: Values): readonly Part[];
  create(appliance: AnyFacade, want: Values, progress: AnyProgress): Promise<AnyResult>;
  read?(appliance: AnyFacade, state: AnyState, progress: Pick<AnyProgress, "info">): Promise<AnyLive | undefined>;
  lookUp?(appliance: AnyFacade, reference: string, progress: Pick<AnyProgress, "info">): Promise<AnyLive | undefined>;
  foresee?(want: Values, state: AnyState | undefined): Values;
  needsRepair?(state: Omit<AnyState, "id">, want: Values): boolean;
  update?(appliance: AnyFacade, state: AnyState, want: Values, progress: AnyProgress): Promise<AnyResult>;
  remove(appliance: AnyFacade, state: AnyState, progress: AnyProgress): Promise<void>;
}
