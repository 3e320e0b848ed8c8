import { unknownWord } from "../values/unknown-word";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are read: part of a name after `FLOWGATE_` or `FLOWGATE_SITE_<NAME>_`, and the key that it sets. */
export const environmentKeys = {
  gateway: { url: "GATEWAY_URL", token: "GATEWAY_TOKEN" },
  replicator: { url: "REPLICATOR_URL", user: "REPLICATOR_USER", password: "REPLICATOR_PASSWORD" },
} as const;

/** Keys whose value in the environment wins over the configuration: the saved one may be older than a rotation. */
export const credentialKeys: readonly string[] = ["token", "user", "password"];

/** Name of the variable for a key of an appliance, at a site or for all. */
export function variableName(suffix: string, site: string | undefined): string {
  return site === undefined
    ? `FLOWGATE_${suffix}`
    : `FLOWGATE_SITE_${site.toUpperCase().replace(/[^A-Z0-9]/gu, "_")}_${suffix}`;
}

/** The variable of a key, where it has one. */
export function nameOfVariable(
  appliance: keyof typeof environmentKeys,
  site: string | undefined,
  key: string,
): string | undefined {
  const suffixes: Readonly<Record<string, string>> = environmentKeys[appliance];
  const suffix = suffixes[key];
  return suffix === undefined ? undefined : variableName(suffix, site);
}

/** Names of the variables that hold secrets, at any site. */
export const secretVariable = /^FLOWGATE_(?:SITE_.+_)?(?:GATEWAY_TOKEN|REPLICATOR_PASSWORD)$/u;

const suffixes: readonly string[] = Object.values(environmentKeys).flatMap((keys) => Object.values(keys));
const general = suffixes.map((suffix) => variableName(suffix, undefined));

/** Begins a name that can only be meant for this package. */
const ours = /^FLOWGATE_(?:SITE|GATEWAY|REPLICATOR)_/u;
const ofSomeSite = new RegExp(`^FLOWGATE_SITE_[A-Z0-9_]+_(?:${suffixes.join("|")})$`, "u");
/** Jenkins sets these beside a variable that it fills from a user name with password. */
const ofJenkins = /^FLOWGATE_(?:SITE_.+_)?(?:GATEWAY|REPLICATOR)(?:_USR|_PSW)?$/u;

/** The variables of a site that are set. An empty one is as good as none. */
export function variablesSetFor(site: string, environment: Environment): string[] {
  return suffixes.map((suffix) => variableName(suffix, site)).filter((name) => isSet(environment[name]));
}

/** True where no variable could say which of the two sites it is for. */
export function haveSameVariables(one: string, other: string): boolean {
  return variableName("", one) === variableName("", other);
}

/** Variables whose value would not be used, or be used for a site that it was not meant for. */
export function variableFaults(environment: Environment, sites: readonly string[]): string[] {
  const set = Object.keys(environment).filter((name) => ours.test(name) && isSet(environment[name]));
  const unknown = set.filter(
    (name) => ![general.includes(name), ofSomeSite.test(name), ofJenkins.test(name)].some(Boolean),
  );
  return [
    ...unknown.map((name) => `environment: ${unknownWord("variable", name, meantBy(name, sites))}`),
    ...ambiguous(environment, sites),
  ];
}

function ambiguous(environment: Environment, sites: readonly string[]): string[] {
  return sites.flatMap((site, index) => {
    const other = sites.slice(index + 1).find((one) => haveSameVariables(one, site));
    const [name] = variablesSetFor(site, environment);
    if (other === undefined || name === undefined) return [];
    return [
      `environment ${name}: belongs to the site "${site}" and to the site "${other}". Rename one of them, or set their ` +
        "keys in the configuration.",
    ];
  });
}

/** What a name that is unknown may have been meant to be. */
function meantBy(name: string, sites: readonly string[]): string[] {
  const rest = name.replace("FLOWGATE_SITE_", "").toUpperCase();
  if (rest === name || suffixes.includes(rest)) return general;
  const steps = rest.split("_");
  const heads = steps.map((_, index) => steps.slice(0, index + 1).join("_"));
  return [...sites, ...heads].flatMap((site) => suffixes.map((suffix) => variableName(suffix, site)));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

/** Structured values arrive as JSON text. Text that is none stays text, and the schema says what is expected. */
export function structured(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
