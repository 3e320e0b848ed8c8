import { shellWord } from "../values/quoted";
import { credentialKeys, nameOfVariable } from "./environment";

/** How messages name the keys of a configuration, and how a person sets one. */
export interface Naming {
  /** A key in a list, by its path, e.g. `gateway.url`. */
  key(path: string): string;
  /** A key at the beginning of a sentence; for an empty path, the whole configuration, with a colon. */
  place(path: string): string;
  /** How to set a key to a value. */
  toSet(path: string, value: string, options?: { secret?: boolean }): string;
}

/** Keys of the stack configuration, in the namespace of this package. */
export const ofStack: Naming = {
  key: (path) => `flowgate:${path}`,
  place: (path) => `configuration flowgate:${path}`,
  toSet: (path, value, { secret = false } = {}) =>
    `pulumi config set --path ${secret ? "--secret " : ""}${shellWord(`flowgate:${path}`)} ${valueWord(value)}`,
};

/** A value that can be pasted into a shell. A placeholder in angle brackets stays as it is. */
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

/** A key, how to set it, and its variable. */
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
