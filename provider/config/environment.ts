import { MAX_DELETES_VARIABLE } from "../errors/message";
import { problemsOf } from "../values/schema";
import { shellWord } from "../values/quoted";
import { proxyPassword } from "./connection";
import { gatewaySchema, replicatorSchema, type ConfigurationKeys } from "./schema";

export type Environment = Readonly<Record<string, string | undefined>>;

type Appliance = "gateway" | "replicator";

/** The variables that are read: by key, the part of the name after `FLOWGATE_` or `FLOWGATE_SITE_<NAME>_`. */
export const environmentKeys = {
  gateway: endsOf("gateway", "token"),
  replicator: endsOf("replicator", "user", "password"),
};

function endsOf(appliance: Appliance, ...own: readonly string[]): Readonly<Record<string, string>> {
  const keys = ["url", ...own, "allowHttp", "caCert", "certFingerprints", "proxy"];
  return Object.fromEntries(keys.map((key) => [key, `${appliance}_${key.replace(/[A-Z]/gu, "_$&")}`.toUpperCase()]));
}

/** Keys for which the environment wins over the configuration: a saved value may be older than a rotation. */
export const credentialKeys: readonly string[] = ["token", "user", "password"];

/** Name of the variable for a key of an appliance, of one site or for all sites. */
export function variableName(suffix: string, site: string | undefined): string {
  return site === undefined
    ? `FLOWGATE_${suffix}`
    : `FLOWGATE_SITE_${site.toUpperCase().replace(/[^A-Z0-9]/gu, "_")}_${suffix}`;
}

export function variableFor(appliance: Appliance, site: string | undefined, key: string): string | undefined {
  const suffix = environmentKeys[appliance][key];
  return suffix === undefined ? undefined : variableName(suffix, site);
}

const secretVariable = /^FLOWGATE_(?:SITE_.+_)?(?:GATEWAY_TOKEN|REPLICATOR_PASSWORD)$/u;
const proxyVariable = /^FLOWGATE_(?:SITE_.+_)?(?:GATEWAY|REPLICATOR)_PROXY$/u;

/** Every secret in the variables, of any site. */
export function secretsOf(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    if (value !== "" && secretVariable.test(name)) return [value];
    return proxyVariable.test(name) ? proxyPassword(value) : [];
  });
}

const suffixes: readonly string[] = Object.values(environmentKeys).flatMap((keys) => Object.values(keys));
const schemas = { gateway: gatewaySchema, replicator: replicatorSchema };

/** The variables that are set for a site. An empty one does not count. */
export function variablesSetFor(site: string, environment: Environment): string[] {
  return suffixes.map((suffix) => variableName(suffix, site)).filter((name) => (environment[name] ?? "") !== "");
}

/** The names of sites that variables contain, as far as they can be read back. */
export function sitesNamedIn(environment: Environment): string[] {
  const set = Object.keys(environment).filter((name) => (environment[name] ?? "") !== "");
  const names = set.flatMap((name) => /^FLOWGATE_SITE_(.+)_(?:GATEWAY|REPLICATOR)_/u.exec(name)?.[1] ?? []);
  return names.map((name) => name.toLowerCase().replaceAll("_", "-"));
}

/** Whether two sites have the same variables, so that no variable can say which one it is for. */
export function haveSameVariables(one: string, other: string): boolean {
  return variableName("", one) === variableName("", other);
}

/** The keys of an appliance that variables set, in the form of the configuration. */
export function keysFrom(environment: Environment, appliance: Appliance, site: string | undefined) {
  const keys: Record<string, unknown> = {};
  for (const [key, suffix] of Object.entries(environmentKeys[appliance])) {
    const text = environment[variableName(suffix, site)] ?? "";
    if (text !== "") keys[key] = valueOf(key, text);
  }
  return keys;
}

/** The value of a variable. A list is split at commas or blanks. */
function valueOf(key: string, text: string): unknown {
  if (key === "certFingerprints") return text.split(/[\s,]+/u).filter((part) => part !== "");
  return key === "allowHttp" && /^(?:true|false)$/u.test(text) ? text === "true" : text;
}

/** The faults of variables whose value would not be used, or would be used for the wrong site. */
export function variableFaults(environment: Environment, sites: readonly string[]): string[] {
  return [
    ...limitFaults(environment),
    ...Object.entries(environment).flatMap(([name, value = ""]) =>
      value !== "" && name.startsWith("FLOWGATE_") ? valueFaults(name, value) : [],
    ),
    ...ambiguous(environment, sites),
  ];
}

/** The faults that the schema of the key finds in the value of its variable. */
function valueFaults(name: string, text: string): string[] {
  return (["gateway", "replicator"] as const).flatMap((appliance) => {
    const key = Object.entries(environmentKeys[appliance]).find(([, suffix]) => name.endsWith(`_${suffix}`))?.[0];
    const faults = key === undefined ? [] : problemsOf(schemas[appliance], { [key]: valueOf(key, text) });
    return [...new Set(faults.map(({ message }) => `environment ${name}: ${message}`))];
  });
}

function ambiguous(environment: Environment, sites: readonly string[]): string[] {
  return sites.flatMap((site, index) => {
    // With hundreds of sites, hardly any has variables, and comparing each with each takes long.
    const [name] = variablesSetFor(site, environment);
    const other = name && sites.slice(index + 1).find((one) => haveSameVariables(one, site));
    if (other === undefined || name === undefined) return [];
    return [
      `environment ${name}: belongs to the site "${site}" and to the site "${other}". Rename one of them, or set their ` +
        "keys in the configuration.",
    ];
  });
}

/** Structured values arrive as JSON text. Other text stays text, and the schema says what is expected. */
export function structured(text: unknown): unknown {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** How messages name the keys of a configuration, and how a person sets one. */
export interface Naming {
  /** A key in a list, by its path, e.g. `gateway.url`. */
  key(path: string): string;
  /** A key at the beginning of a sentence; for an empty path, the whole configuration, with a colon. */
  place(path: string): string;
  /** The line that sets a key, which may have a variable. Without a value, Pulumi asks for it. */
  toSet(path: string, value: string, options?: { secret?: boolean; variable?: string | undefined }): string;
}

/** Keys of the stack configuration, in the namespace of this package. */
export const ofStack: Naming = {
  key: (path) => `flowgate:${path}`,
  place: (path) => `configuration flowgate:${path}`,
  toSet: (path, value, { secret = /(?:^|\.)(?:token|password)$/u.test(path) } = {}) =>
    `pulumi config set --path ${secret ? "--secret " : ""}${shellWord(`flowgate:${path}`)}` +
    (value === "" ? "" : ` ${shellWord(value)}`),
};

/** Where no stack was read: Pulumi could set no key of it. */
export const ofEnvironment: Naming = {
  ...ofStack,
  toSet: (path, value, { variable } = {}) =>
    variable === undefined || value === "" ? ofStack.toSet(path, value) : `export ${variable}=${shellWord(value)}`,
};

export function ofProvider(name: string): Naming {
  const key = (path: string): string => `argument ${path} of provider "${name}"`;
  return {
    key,
    place: (path) => (path === "" ? `provider "${name}":` : key(path)),
    toSet: (path, value) => `${path}: ${value === "" ? "<value>" : value} in the arguments of provider "${name}"`,
  };
}

export function pathOf(appliance: string, site: string | undefined, key: string): string {
  const own = site?.includes(".") === true ? `["${site}"]` : `.${site ?? ""}`;
  return `${site === undefined ? "" : `sites${own}.`}${appliance}.${key}`;
}

export function wayToSet(naming: Naming, appliance: Appliance, site: string | undefined, key: string): string {
  const path = pathOf(appliance, site, key);
  return `${naming.key(path)} (or ${String(variableFor(appliance, site, key))}):\n${naming.toSet(path, "")}`;
}

/** What one command may delete. */
export interface DeletionLimit {
  /** Maximum number of objects; undefined if there is none. */
  readonly most?: number | undefined;
  /** The setting that limits the number, for messages. */
  readonly from: string;
  /** Patterns of names that are never deleted. */
  readonly protect: readonly string[];
  /** The setting with the patterns, for messages. */
  readonly protectedBy: string;
}

/** The limit in the configuration. The variable wins: it allows a larger deletion once. */
export function deletionLimit(
  { maxDeletes, protect = [] }: Pick<ConfigurationKeys, "maxDeletes" | "protect">,
  environment: Environment,
  naming: Naming,
): DeletionLimit {
  const once = environment[MAX_DELETES_VARIABLE] ?? "";
  const ofKey = { most: maxDeletes, from: naming.key("maxDeletes") };
  const limit = once === "" ? ofKey : { most: Number(once), from: MAX_DELETES_VARIABLE };
  return { ...limit, protect, protectedBy: naming.key("protect") };
}

function limitFaults(environment: Environment): string[] {
  const isNumber = /^\d{0,9}$/u.test(environment[MAX_DELETES_VARIABLE] ?? "");
  return isNumber ? [] : [`environment ${MAX_DELETES_VARIABLE}: must be a whole number of objects`];
}
