/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests */
import { z } from "#zod";
import { Configuration } from "../config/configuration";
import { structured, ofProvider, ofStack } from "../config/environment";
import { configurationSchema } from "../config/schema";
import { Appliances } from "../lifecycle/appliances";
import { Lifecycle } from "../lifecycle/lifecycle";
import { Refusal } from "../errors/refusal";
import { definitionOf } from "../registry";
import { kept } from "../values/collections";
import type { Values } from "../values/inputs";
import { hasUnknown } from "../values/schema";
import { World } from "../lifecycle/world";

const ofEngine = ["version", "pluginDownloadURL"];

/** The configuration of a provider, without the arguments that belong to the engine. */
export function configured(args: Values): Values {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !ofEngine.includes(key)));
}

/** The configuration of a provider instance. The default one gets the stack's; others have arguments in the program. */
export function configurationOf(args: Values, provider: string | undefined): Configuration {
  const naming = provider === undefined || /^default(?:_|$)/u.test(provider) ? ofStack : ofProvider(provider);
  return new Configuration(valuesIn(args), process.env, naming);
}

/** SDKs send structured values as JSON text, YAML programs send them as they are. */
function valuesIn(args: Values): Values {
  const known = Object.entries(configured(args)).filter(([, value]) => !hasUnknown(value));
  const values = Object.fromEntries(known.map(([key, value]) => [key, structured(value)]));
  return spelledAs(configurationSchema, values) as Values;
}

/**
 * A structured argument with its keys as the schema spells them. SDKs of some languages (Python) name the keys of
 * provider arguments in snake case, and send them so: `allow_http` is `allowHttp`. Any other key is left for the check.
 */
function spelledAs(schema: z.ZodType, value: unknown): unknown {
  const known = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries: [string, unknown][] = Object.entries(value);
  if (known instanceof z.ZodRecord) {
    return Object.fromEntries(entries.map(([key, item]) => [key, spelledAs(known.valueType as z.ZodType, item)]));
  }
  if (!(known instanceof z.ZodObject)) return value;
  const shape: Readonly<Record<string, z.ZodType>> = known.shape;
  const renamed = entries.map(([key, item]): [string, unknown] => {
    const name = Object.hasOwn(value, camelCase(key)) ? key : camelCase(key);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field === undefined ? [key, item] : [name, spelledAs(field, item)];
  });
  return Object.fromEntries(renamed);
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

/** A configured provider: the lifecycles of its kinds, its functions, and the appliances that they share. */
export class Instance {
  readonly #lifecycles = new Map<string, Lifecycle>();
  readonly #configuration: Configuration;
  readonly #appliances: Appliances;

  constructor(args: Values, provider: string | undefined, info: (message: string) => void) {
    this.#configuration = configurationOf(args, provider);
    this.#appliances = new Appliances(info);
  }

  lifecycle(kind: string): Lifecycle {
    return kept(this.#lifecycles, kind, () => {
      return new Lifecycle(definitionOf(kind), new World(this.#configuration, this.#appliances));
    });
  }

  /** Calls a function by its name. A list is returned as the field `items`, because a result must be an object. */
  async invoke(name: string, args: Values): Promise<Values> {
    const { functionsOf } = require("../functions/functions") as typeof import("../functions/functions");
    const all = functionsOf((site) => this.#appliances.gateway(this.#configuration, site));
    const call = Object.entries(all).find(([key]) => key === name)?.[1];
    if (call === undefined) throw new Refusal(`pulumi-flowgate has no function "${name}"`);
    const result: object = await call(args);
    return Array.isArray(result) ? { items: result } : { ...result };
  }

  leave(): Promise<void> {
    return this.#appliances.leave();
  }
}
