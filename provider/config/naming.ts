import { shellWord } from "../shell";
import { credentialKeys, nameOfVariable } from "./environment";

/** How messages call the keys of a configuration, and how a person sets one. */
export interface Naming {
  /** A key in a list, by its path, e.g. `gateway.url`. */
  key(path: string): string;
  /** The same where a sentence begins; the whole configuration, with a colon, for an empty path. */
  place(path: string): string;
  /** What sets a key to a value. */
  toSet(path: string, value: string, options?: { secret?: boolean }): string;
}

/** Keys of the stack configuration, in the namespace of this package. */
export const ofStack: Naming = {
  key: (path) => `flowgate:${path}`,
  place: (path) => `configuration flowgate:${path}`,
  toSet: (path, value, { secret = false } = {}) =>
    `pulumi config set --path ${secret ? "--secret " : ""}${shellWord(`flowgate:${path}`)} ${valueWord(value)}`,
};

/** A value as it can be pasted into a shell; a place for one, in angle brackets, is left as it is. */
function valueWord(value: string): string {
  return /^<\w+>$/u.test(value) ? value : shellWord(value);
}

/** Arguments of a provider that a program declares. */
export function ofProvider(name: string): Naming {
  const key = (path: string): string => `argument ${path} of provider "${name}"`;
  return {
    key,
    place: (path) => (path === "" ? `provider "${name}":` : key(path)),
    toSet: (path, value) => `${path}: ${value} in the arguments of provider "${name}"`,
  };
}

/** The path of an appliance's key in the configuration. */
export function pathOf(appliance: string, site: string | undefined, key: string): string {
  return `${site === undefined ? "" : `sites.${site}.`}${appliance}.${key}`;
}

/** A key, what sets it, and its variable. */
export function wayToSet(
  naming: Naming,
  appliance: "gateway" | "replicator",
  site: string | undefined,
  key: string,
): string {
  const path = pathOf(appliance, site, key);
  const secret = credentialKeys.includes(key) && key !== "user";
  const way = naming.toSet(path, "<value>", { secret });
  return `${naming.key(path)} (${way}, or ${String(nameOfVariable(appliance, site, key))})`;
}
