import { isJsonObject } from "./json";
import { flagOf } from "../values/names";

type JsonObject = Readonly<Record<string, unknown>>;

/** Keys, in any case, of objects that contain nothing but the answer. */
const envelopes = new Set(["data", "result", "response", "payload", "reply", "answer", "body", "output"]);
/** Keys of objects and lists that may occur beside the answer. */
const companions = new Set(["meta", "metadata", "info", "debug", "links", "warnings", "errors", "messages"]);
const MOST_LAYERS = 4;

/**
 * An answer, followed by its contents if it is an envelope such as `{data: ...}`; the outermost comes first. An object
 * is an envelope if exactly one member has such a key and is an object or a list, and nothing else in it could be the
 * answer.
 */
export function layersOf(answer: unknown): readonly unknown[] {
  const layers = [answer];
  for (let inner = contentOf(answer); inner !== undefined && layers.length <= MOST_LAYERS; inner = contentOf(inner)) {
    layers.push(inner);
  }
  return layers;
}

function contentOf(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined;
  let only: { key: string; member: object } | undefined;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null || companions.has(plain(key))) continue;
    if (only !== undefined) return undefined;
    only = { key, member };
  }
  return only !== undefined && envelopes.has(plain(only.key)) ? only.member : undefined;
}

/** A key without case, underscores and hyphens: `FC_ID` and `fcId` are `fc_id`. */
export function plain(key: string): string {
  return key.toLowerCase().replace(/[_-]/gu, "");
}

/** The members of an object under these keys, in any case, by the key in lower case; the exact key wins. */
export function membersOf(object: JsonObject, keys: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(object)) {
    const name = plain(key);
    if (keys.has(name) && (key === name || !members.has(name))) members.set(name, member);
  }
  return members;
}

/** A failure that an answer reports, wherever it does so. */
export interface ReportedFailure {
  /** Each text about it, in the appliance's words; at least one. */
  readonly texts: readonly string[];
  readonly details: unknown;
}

/** What an answer says about a failure: that there is one, and more. */
const aboutFailure = new Set(["err", "error", "success", "details", "message", "description", "errors"]);

/**
 * The failure that any layer reports: an `error` with content, or a `success` that is false. Undefined if there is
 * none.
 */
export function failureIn(layers: readonly unknown[]): ReportedFailure | undefined {
  for (const layer of layers) {
    const said = isJsonObject(layer) ? membersOf(layer, aboutFailure) : new Map<string, unknown>();
    const isUndone = flagOf(said.get("success")) === false;
    const errors = [said.get("err"), said.get("error")].filter(isError);
    if (errors.length === 0 && !isUndone) continue;
    const more = isUndone ? ["message", "description", "errors"].map((key) => said.get(key)) : [];
    const details = said.get("details");
    const texts = [...new Set([...errors, details, ...more].filter(isError).map(shown))];
    return { texts: texts.length > 0 ? texts : [`success is ${shown(said.get("success"))}`], details };
  }
  return undefined;
}

/**
 * Whether the value of `err` or `error` is an error. Null, false, zero and an empty value are not, as JSON or as text:
 * answers spell numbers as text, and null as "". Their absence proves nothing; the rest of the answer must.
 */
export function isError(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === "string") return !/^\s*(?:|null|false|0)\s*$/iu.test(value);
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

/** An answer without members that mean "no error": among records, they would count as a record. */
export function withoutNoError(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const empty = ["err", "error"].filter((key) => Object.hasOwn(value, key) && !isError(value[key]));
  if (empty.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !empty.includes(key)));
}

/** How the answers of an appliance spell keys. */
export interface Spelling {
  /** Field keys of the documents, by their form without case. */
  readonly keys: ReadonlyMap<string, string>;
  /** Keys of objects that are keyed by names of things; these names stay as they are. */
  readonly maps: ReadonlySet<string>;
  /** Keys whose value is passed on unchanged. */
  readonly opaque: ReadonlySet<string>;
}

/** Builds the spelling from lists of keys as the documents write them. */
export function spelling(keys: string, maps = "", opaque = ""): Spelling {
  const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");
  return {
    keys: new Map(words(`${keys} ${maps} ${opaque}`).map((key) => [plain(key), key])),
    maps: new Set(words(maps)),
    opaque: new Set(words(opaque)),
  };
}

/** The value with the documented spelling of each key that it has in another case. */
export function respelled(value: unknown, by: Spelling): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => respelled(item, by));
  const members: [string, unknown][] = [];
  for (const [given, member] of Object.entries(value)) {
    const documented = by.keys.get(plain(given)) ?? given;
    const key = documented !== given && Object.hasOwn(value, documented) ? given : documented;
    const isNamed = by.maps.has(key);
    members.push([key, by.opaque.has(key) ? member : isNamed ? named(member, by) : respelled(member, by)]);
  }
  // fromEntries defines each key as data, even one like `__proto__`.
  return Object.fromEntries(members);
}

/** A map of things by name, each of them a record. A map with figures only is itself a record. */
function named(value: unknown, by: Spelling): unknown {
  if (!isJsonObject(value) || !Object.values(value).some(isJsonObject)) return respelled(value, by);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, respelled(member, by)]));
}
