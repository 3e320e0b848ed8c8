import * as pulumi from "@pulumi/pulumi";
import type { z } from "#zod";
import { isOfKind, isRunByEngine, kindOf, refuseOptions, refuseUnreachable } from "./accepted";
import { inheritedName } from "./inherited-names";
import type { knownSettings } from "../provider/kinds/setting";
import type { ObjectArgs, Suggested } from "./inputs";
import { refuse, withoutStack } from "./errors";
import { givenProvider, isPluginStack, pluginOptions, typesOf } from "./plugin";
import { noteDeclared, references } from "./literal-names";
import { suppressPromiseStacks } from "./stacks";

/**
 * The schemas of a kind, from which the types of its resource class are derived. Used as types only; nothing is loaded.
 */
interface Definition {
  readonly kind: string;
  readonly inputs: z.ZodType;
  readonly outputs: z.ZodType;
}

type InputsOf<D extends Definition> = z.input<D["inputs"]>;
type WithOptionalName<T, Kind> = T extends { name: unknown }
  ? Omit<T, "name"> & {
      [Key in keyof Pick<T, "name">]?: Kind extends "Setting"
        ? pulumi.Input<Suggested<(typeof knownSettings)[number]>>
        : T[Key];
    }
  : T;

/** The arguments of a resource class. `name` is optional and defaults to the Pulumi name of the resource. */
export type ArgsOf<D extends Definition> = WithOptionalName<ObjectArgs<InputsOf<D>>, D["kind"]>;

/** Type of an input in the state: as the program wrote it, but never undefined if the input has a default. */
type Kept<Given, Parsed> = undefined extends Parsed ? Given : Exclude<Given, undefined>;

/**
 * The output properties of a resource class: its inputs, its computed outputs, and the appliance that holds the object.
 */
export type OutputsOf<D extends Definition> = {
  readonly [Key in keyof InputsOf<D> as Exclude<Key, "onExisting">]-?: pulumi.Output<
    Kept<InputsOf<D>[Key], z.output<D["inputs"]>[Key & keyof z.output<D["inputs"]>]>
  >;
} & {
  readonly [Key in keyof z.output<D["outputs"]>]-?: pulumi.Output<z.output<D["outputs"]>[Key]>;
} & {
  /** Base URL of the appliance that the object was created on. */
  readonly appliance: pulumi.Output<string>;
};

/** A resource class of one kind. */
export interface ResourceClass<D extends Definition> {
  new (name: string, args: ArgsOf<D>, options?: pulumi.CustomResourceOptions): pulumi.CustomResource & OutputsOf<D>;
  /** Type of the resources of this class, as the engine and policies know it. */
  readonly __pulumiType: string;
  /**
   * Reads an object that the program does not manage, also in a preview. `destroy` leaves it. Fails if there is none, or
   * if the API cannot read the kind.
   *
   * @param id its id, as `pulumi import` takes it
   * @param state the site that has it, if it is not the appliance that is configured for all
   */
  get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state?: { site?: pulumi.Input<string> },
    options?: pulumi.CustomResourceOptions,
  ): pulumi.CustomResource & OutputsOf<D>;
  /** Whether a value is a resource of this class, including one from another copy of the package. */
  isInstance(value: unknown): value is pulumi.CustomResource & OutputsOf<D>;
}

/** Facts about a kind that its types cannot express at run time. */
export interface ClassFacts<D extends Definition> {
  /** Every input, so that all of them become output properties, whether the program sets them or not. */
  inputs: Readonly<Record<Exclude<keyof InputsOf<D>, "site" | "onExisting">, true>>;
  /** The computed outputs besides the marks, and whether each is a property of the resource. Some are for the provider alone. */
  outputs: Readonly<Record<Exclude<keyof z.output<D["outputs"]>, "origin" | "doubt"> & string, boolean>>;
  /** The input whose keys are the names of objects. */
  names?: keyof InputsOf<D>;
  /** Inputs that become secrets, even if the program passes plain values. */
  secrets?: readonly (keyof InputsOf<D>)[];
}

/**
 * Creates the base class of a kind. It registers resources in the same wire form as `pulumi.dynamic.Resource`, but with
 * its own provider text. That text is short and constant, and loads the installed package instead of holding a copy of
 * it (docs/internals/decisions/0001-provider-text.md).
 */
export function applianceResource<D extends Definition>(kind: D["kind"], facts: ClassFacts<D>): ResourceClass<D> {
  const known = { ...facts.inputs, site: true, ...facts.outputs, appliance: true, origin: true };
  const shown = Object.entries(known).filter(([, isShown]) => isShown);
  const undeclared = Object.fromEntries(shown.map(([key]) => [key, undefined]));
  class ApplianceResource extends pulumi.CustomResource {
    static readonly __pulumiType = typesOf(kind).dynamic;

    static override isInstance(value: unknown): value is pulumi.CustomResource {
      return isOfKind(kind, value);
    }

    static get(name: string, id: unknown, state?: { site?: unknown }, options?: pulumi.CustomResourceOptions) {
      return new this(name, {}, { ...options, id: referenceTo(id, state?.site) });
    }

    constructor(name: string, args?: object, options?: pulumi.CustomResourceOptions) {
      const isRead = options?.id !== undefined;
      const given: Record<string, unknown> = isRead ? {} : givenInputs(kind, facts, name, args);
      const provider = givenProvider(options);
      const isOfPlugin = provider !== undefined || isPluginStack();
      refuseOptions(`${kind} "${name}"`, options, isOfPlugin);
      if (!isOfPlugin && isRunByEngine()) refuseUnreachable(process.cwd());
      // For the error of another resource that declares the same object. The provider drops it: no state holds it.
      const ofDynamic = isOfPlugin ? {} : { __provider: providerText(kind), __declaredAs: name };
      const types = typesOf(kind);
      const [own, other] = isOfPlugin ? [types.plugin, types.dynamic] : [types.dynamic, types.plugin];
      const all = pulumi.mergeOptions(resourceOptions(kind, options, facts.secrets?.map(String) ?? []), {
        aliases: aliasesOfOther(options, own, other),
      });
      const restorePromiseStacks = suppressPromiseStacks();
      try {
        const properties = { ...undeclared, ...given, ...ofDynamic } as pulumi.Inputs;
        super(own, name, properties, isOfPlugin ? pluginOptions(all) : all);
      } finally {
        restorePromiseStacks();
      }
      if (isRead) return;
      // The same object under two providers counts as two objects at two sites.
      const site = provider === undefined ? given["site"] : { provider: provider.urn, site: given["site"] };
      const isOrdered = options?.dependsOn !== undefined;
      noteDeclared(this, kind, { given: args ?? {}, name: given["name"], site, isOrdered });
    }
  }
  return ApplianceResource as unknown as ResourceClass<D>;
}

/** A resource that the other host handled before is the same one, under each of its former names too; unless it is read. */
function aliasesOfOther(options: pulumi.CustomResourceOptions | undefined, own: string, other: string) {
  if (options?.id !== undefined) return [];
  const former = (options?.aliases ?? []).map((alias) =>
    pulumi
      .output(alias)
      .apply((one) => (typeof one === "string" ? one.replace(`${own}::`, `${other}::`) : { type: other, ...one })),
  );
  return [{ type: other }, ...former];
}

/** How the provider looks up an object that no state has. */
function referenceTo(id: unknown, site: unknown): pulumi.Input<pulumi.ID> {
  return site === undefined ? (id as pulumi.Input<pulumi.ID>) : pulumi.interpolate`site=${site}/${id}`;
}

/**
 * Kinds that are only replaced on request (`--replace`), by an object of the same name. Such a replacement never reaches
 * the provider's diff, which decides for all others whether both objects can stand side by side.
 */
const sameWhenReplaced: readonly string[] = ["IpGroup", "IpGroups", "ReplicatorProfile", "User"];

/** Adds "delete before replace" to the kinds whose new object cannot stand beside the old one. */
function resourceOptions(
  kind: string,
  options: pulumi.CustomResourceOptions | undefined,
  secrets: readonly string[],
): pulumi.CustomResourceOptions {
  const merged = sameWhenReplaced.includes(kind) ? { deleteBeforeReplace: true, ...options } : { ...options };
  if (secrets.length === 0) return merged;
  return { ...merged, additionalSecretOutputs: [...(options?.additionalSecretOutputs ?? []), ...secrets] };
}

/** The provider text that the state stores. It must never change: old states run today's code through it. */
function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
}

/** The inputs as the engine gets them: with the name of the resource, and what is secret as a secret. */
function givenInputs<D extends Definition>(
  kind: string,
  { inputs, names, secrets = [] }: ClassFacts<D>,
  name: string,
  args: object | undefined,
): Record<string, unknown> {
  const title = `${kind} "${name}"`;
  const given = withReferences(title, args);
  if ("name" in inputs) given["name"] ??= name;
  if (names !== undefined) refuseInheritedNames(title, String(names), given[String(names)]);
  // A secret without a value would arrive as null.
  for (const key of secrets.map(String)) if (given[key] !== undefined) given[key] = pulumi.secret(given[key]);
  return given;
}

/** The arguments with each resource that an input refers to replaced by its name. */
function withReferences(title: string, args: object | undefined): Record<string, unknown> {
  const entries = Object.entries(args ?? {}).map(([key, value]) => {
    const wanted = Object.hasOwn(references, key) ? references[key] : undefined;
    return [key, wanted === undefined ? value : namesOf(value, wanted, `${title}: ${key}`)] as const;
  });
  return Object.fromEntries(entries);
}

function namesOf(value: unknown, wanted: string, place: string): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply((known: unknown) => namesOf(known, wanted, place));
  const nameOf = (one: unknown): unknown => {
    if (!pulumi.Resource.isInstance(one)) return one;
    const { __pulumiType: type = "", name } = one as { __pulumiType?: string; name?: unknown };
    const kind = kindOf(type);
    const isOther = kind !== undefined && kind !== wanted;
    if (isOther) refuse(`${place}: must be a ${wanted}, not a resource of ${kind}.`);
    return name ?? one;
  };
  return Array.isArray(value) ? value.map(nameOf) : nameOf(value);
}

/** Throws if an object has a name that every JavaScript object has: Pulumi's SDK takes minutes and all memory for it. */
function refuseInheritedNames(title: string, input: string, names: unknown): void {
  if (pulumi.Output.isInstance(names)) return;
  const found = inheritedName(names);
  if (found === undefined) return;
  throw withoutStack(new pulumi.RunError(`${title}: ${input}.${found.name}: ${found.message}.`));
}
