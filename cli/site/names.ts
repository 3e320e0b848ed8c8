import { createHash } from "node:crypto";
import type { SiteObject } from "./object";
import { byLabel } from "./order";

/** Names of an object in a program. */
export interface ProgramNames {
  /** Name of its resource. */
  readonly resource: string;
  /** Name of the constant for it. */
  readonly constant: string;
}

/** Reserved words, and names that the written programs use; no constant may have them. */
const taken = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static " +
    "super switch this throw true try typeof var void while with yield arguments eval undefined exports require module " +
    "rule options pulumi flowgate async of"
  ).split(" "),
);

const LONGEST = 60;

/**
 * ASCII names for the objects of a site, derived from their names on the appliance. They are unique and do not depend
 * on other objects, with one exception: if several objects get the same name, all except the first get a suffix.
 *
 * @param knownAs the name that an object has in a state, and keeps
 */
export function namesOf(
  objects: readonly SiteObject[],
  knownAs: (object: SiteObject) => string | undefined,
): ReadonlyMap<SiteObject, ProgramNames> {
  const resources = new Set<string>();
  const constants = new Set(taken);
  const names = new Map<SiteObject, ProgramNames>();
  for (const object of objects) {
    const known = knownAs(object);
    if (known !== undefined) resources.add(`${object.kind} ${known}`);
  }
  for (const object of objects.toSorted(byLabel)) {
    const { kind } = object;
    const mark = markOf(object.label);
    const slug = slugOf(object);
    const resource = knownAs(object) ?? unused(slug, `${slug}-${mark}`, (name) => resources.has(`${kind} ${name}`));
    resources.add(`${kind} ${resource}`);
    const isTaken = (name: string): boolean => constants.has(camelCase(name));
    const constant = camelCase(unused(resource, `${resource}-${kind}-${mark}`, isTaken));
    constants.add(constant);
    names.set(object, { resource, constant });
  }
  return names;
}

function slugOf({ kind, label }: SiteObject): string {
  const ascii = label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = ascii
    .replace(/[^a-z0-9.]+/gu, "-")
    .slice(0, LONGEST)
    .replace(/^[-.]+|[-.]+$/gu, "");
  return words === "" ? `${kind.toLowerCase()}-${markOf(label)}` : words;
}

function unused(name: string, marked: string, isUsed: (name: string) => boolean): string {
  if (!isUsed(name)) return name;
  let unique = marked;
  for (let number = 2; isUsed(unique); number += 1) unique = `${marked}-${String(number)}`;
  return unique;
}

/** Some digits of the hash of a name: the same on every machine. */
function markOf(label: string): string {
  return createHash("sha256").update(label).digest("hex").slice(0, 6);
}

function camelCase(name: string): string {
  const [first = "", ...rest] = name.split(/[^A-Za-z0-9]+/u).filter((word) => word !== "");
  const joined = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/u.test(joined) ? `_${joined}` : joined;
}
