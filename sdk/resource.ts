import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { isOfKind, isRunByEngine, refuseGet, refuseNoArguments, refuseOptions, refuseUnreachable } from "./accepted";
import type { ObjectArgs } from "./inputs";
import { withoutStack } from "./errors";
import { claim, claimNames, type IdentityInputs } from "./ownership";
import { aliasesOf, givenProvider, isPluginStack, pluginOptions, typesOf } from "./plugin";
import { previewsOnly } from "./snapshot";
import { suppressPromiseStacks } from "./stacks";

/** What the types of a resource class are made from: the schemas of a kind. Types only; nothing of it is loaded. */
interface Definition {
  readonly kind: string;
  readonly inputs: z.ZodType;
  readonly outputs: z.ZodType;
}

type InputsOf<D extends Definition> = z.input<D["inputs"]>;
type WithOptionalName<T> = T extends { name: unknown } ? Omit<T, "name"> & Partial<Pick<T, "name">> : T;

/** The arguments of a resource class. `name` may be left out: it is then the Pulumi name of the resource. */
export type ArgsOf<D extends Definition> = WithOptionalName<ObjectArgs<InputsOf<D>>>;

type AllKeys<T> = T extends unknown ? keyof T : never;
type ValueAt<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : undefined) : never;
/** What the state holds of an input: as it was written, and never nothing where there is a default. */
type Kept<Given, Parsed, Key> = Key extends keyof Parsed
  ? undefined extends Parsed[Key]
    ? ValueAt<Given, Key>
    : Exclude<ValueAt<Given, Key>, undefined>
  : ValueAt<Given, Key>;

/** The output properties of a resource class: its inputs, its computed outputs, and the appliance it was made on. */
export type OutputsOf<D extends Definition> = {
  readonly [Key in Exclude<AllKeys<InputsOf<D>>, "onExisting">]: pulumi.Output<
    Kept<InputsOf<D>, z.output<D["inputs"]>, Key>
  >;
} & {
  readonly [Key in keyof z.output<D["outputs"]>]-?: pulumi.Output<z.output<D["outputs"]>[Key]>;
} & {
  /** Origin (URL) of the appliance that the object was made on. */
  readonly appliance: pulumi.Output<string>;
  /** True where the object existed before and was taken over with `onExisting`, otherwise not set. */
  readonly adopted: pulumi.Output<boolean | undefined>;
};

/** A resource class of one kind. */
export interface ResourceClass<D extends Definition> {
  new (name: string, args: ArgsOf<D>, options?: pulumi.CustomResourceOptions): pulumi.CustomResource & OutputsOf<D>;
  /** Type of the resources of this class, as the engine and policies know it. */
  readonly __pulumiType: string;
  /** Whether a value is a resource of this class, also one of another copy of the package. */
  isInstance(value: unknown): value is pulumi.CustomResource & OutputsOf<D>;
  /** Not there: it throws and says what to use instead. The engine reads a dynamic resource by its state alone. */
  get(name: string, id: pulumi.Input<pulumi.ID>): never;
}

/** What a class says of its kind that its types cannot say at run time. */
export interface ClassFacts<D extends Definition> {
  /** Every input, so that all of them become output properties, given or not. */
  inputs: Readonly<Record<Exclude<AllKeys<InputsOf<D>>, "site" | "onExisting">, true>>;
  /** The computed outputs, and whether a resource of a program has each as a property: some are for the provider alone. */
  outputs: Readonly<Record<keyof z.output<D["outputs"]> & string, boolean>>;
  /** The inputs that name the object: two resources that agree on them in one program are a mistake. */
  identity: readonly AllKeys<InputsOf<D>>[];
  /** One spelling for identities that mean the same. Default: the values as they are. */
  spell?(identity: IdentityInputs): readonly unknown[];
  /** The objects of another kind that it declares: the input whose keys are their names. They are claimed in its place. */
  claims?: { kind: string; names: AllKeys<InputsOf<D>> };
  /** Whether `description` is the note of an address, which a collector and an exporter there share. */
  sharesNote?: boolean;
  /** Inputs that become secrets, also where the program gives plain values. */
  secrets?: readonly AllKeys<InputsOf<D>>[];
}

/**
 * Makes the base class of a kind. It registers the same wire form as `pulumi.dynamic.Resource`, with a provider text of
 * its own that is short, constant, and leads to the installed package instead of holding a copy of it
 * (internals/decisions/0001-provider-text.md).
 */
export function applianceResource<D extends Definition>(kind: D["kind"], facts: ClassFacts<D>): ResourceClass<D> {
  const known = { ...facts.inputs, site: true, ...facts.outputs, appliance: true, adopted: true };
  const shown = Object.entries(known).filter(([, isShown]) => isShown);
  const undeclared = Object.fromEntries(shown.map(([key]) => [key, undefined]));
  class ApplianceResource extends pulumi.CustomResource {
    static readonly __pulumiType = typesOf(kind).dynamic;

    static override isInstance(value: unknown): value is pulumi.CustomResource {
      return isOfKind(kind, value);
    }

    static get(): never {
      return refuseGet(kind);
    }

    constructor(name: string, args: object, options?: pulumi.CustomResourceOptions) {
      refuseNoArguments(`${kind} "${name}"`, args);
      const given = withReferences(args);
      if ("name" in facts.inputs) given["name"] ??= name;
      refuseLoneSurrogates(`${kind} "${name}"`, given, "");
      const secrets = facts.secrets?.map(String) ?? [];
      for (const key of secrets) given[key] = pulumi.secret(given[key]);
      const types = typesOf(kind);
      const provider = givenProvider(options);
      const isOfPlugin = provider !== undefined || isPluginStack();
      if (provider === undefined) previewsOnly();
      refuseOptions(`${kind} "${name}"`, options, isOfPlugin);
      if (!isOfPlugin && isRunByEngine()) refuseUnreachable(process.cwd());
      const ofDynamic = {
        __provider: providerText(kind),
        // For messages of others that meet this resource. The provider drops it, so that no state holds it.
        __declaredAs: name,
      };
      const properties = {
        ...undeclared,
        ...given,
        ...(isOfPlugin ? {} : ofDynamic),
      } as pulumi.Inputs;
      const [own, other] = isOfPlugin ? [types.plugin, types.dynamic] : [types.dynamic, types.plugin];
      const aliases = aliasesOf(options?.aliases, own, other);
      const all = { ...resourceOptions(options, secrets), aliases };
      const restorePromiseStacks = suppressPromiseStacks();
      try {
        super(own, name, properties, isOfPlugin ? pluginOptions(all) : all);
      } finally {
        restorePromiseStacks();
      }
      // Equal objects of two providers are at two sites.
      const site = provider === undefined ? given["site"] : { provider: provider.urn, site: given["site"] };
      claimObject(this, `${kind} "${name}"`, { kind, ...facts }, { ...given, site });
    }
  }
  return ApplianceResource as unknown as ResourceClass<D>;
}

/**
 * A replacement that the user asks for (`--replace`) never reaches the provider's diff, so "delete first" is said here
 * too: a name or link that is created first is there already, and the deletion then removes the only one.
 */
function resourceOptions(
  options: pulumi.CustomResourceOptions | undefined,
  secrets: readonly string[],
): pulumi.CustomResourceOptions {
  const merged = { deleteBeforeReplace: true, ...options };
  if (secrets.length === 0) return merged;
  return { ...merged, additionalSecretOutputs: [...(options?.additionalSecretOutputs ?? []), ...secrets] };
}

/** Refuses a second resource for what this one has in the program: the object, and the note of an address. */
function claimObject<D extends Definition>(
  resource: pulumi.Resource,
  title: string,
  { kind, identity, claims, spell = Object.values, sharesNote = false }: ClassFacts<D> & { kind: string },
  given: Readonly<Record<string, unknown>>,
): void {
  const picked = (keys: readonly string[]): IdentityInputs => Object.fromEntries(keys.map((key) => [key, given[key]]));
  if (claims !== undefined) {
    claimNames(resource, title, { thing: claims.kind, site: given["site"], names: given[String(claims.names)] });
    return;
  }
  claim(resource, title, {
    thing: kind,
    identity: picked(["site", ...identity.map(String)]),
    spell: ({ site, ...values }) => [site, ...spell(values)],
    conflict: (owner) => `${title} declares the same object as ${owner} in this program. Remove one of them.`,
  });
  if (!sharesNote) return;
  claim(resource, title, {
    thing: "note of an address",
    identity: picked(["site", "address", "description"]),
    spell: ({ site, address, description }) => (description === undefined ? undefined : [site, address]),
    conflict: (owner) =>
      `${title} has a description, and so has ${owner}: a collector and an exporter on one address share one note. ` +
      "Leave the description out of one of them.",
  });
}

/** The text that the state keeps of the provider. Constant for ever: old states run today's code through it. */
function providerText(kind: string): string {
  return `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
}

/** The arguments with each profile resource replaced by its name. */
function withReferences(args: object): Record<string, unknown> {
  const entries = Object.entries(args as Record<string, unknown>).map(([key, value]) => {
    if (key !== "profile" && key !== "profiles") return [key, value] as const;
    return [key, namesOf(value)] as const;
  });
  return Object.fromEntries(entries);
}

function namesOf(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply(namesOf);
  return Array.isArray(value) ? value.map(nameOf) : nameOf(value);
}

function nameOf(value: unknown): unknown {
  return pulumi.Resource.isInstance(value) && "name" in value ? value.name : value;
}

/** The wire form drops half a surrogate pair silently, so it has to be refused before anything is sent to the engine. */
function refuseLoneSurrogates(title: string, value: unknown, path: string): void {
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    const words = `${title}: ${path} holds half of a surrogate pair, which cannot be sent as UTF-8.`;
    throw withoutStack(new pulumi.RunError(words));
  }
  if (
    typeof value !== "object" ||
    value === null ||
    pulumi.Output.isInstance(value) ||
    pulumi.Resource.isInstance(value)
  )
    return;
  for (const [key, item] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
    refuseLoneSurrogates(title, item, path + step);
  }
}
