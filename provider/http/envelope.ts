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
  const structured = Object.entries(value).filter(
    ([key, member]) => typeof member === "object" && member !== null && !companions.has(plain(key)),
  );
  const [only, ...others] = structured;
  return only !== undefined && others.length === 0 && envelopes.has(plain(only[0])) ? only[1] : undefined;
}

/** A key without case, underscores and hyphens: `FC_ID` and `fcId` are `fc_id`. */
export function plain(key: string): string {
  return key.toLowerCase().replace(/[_-]/gu, "");
}

/** The member of an object under a key in any case. */
export function memberOf(object: JsonObject, key: string): unknown {
  if (Object.hasOwn(object, key)) return object[key];
  const wanted = plain(key);
  const other = Object.keys(object).find((one) => one.length >= wanted.length && plain(one) === wanted);
  return other === undefined ? undefined : object[other];
}

/** A failure that an answer reports, wherever it does so. */
export interface ReportedFailure {
  /** Each text about it, in the appliance's words. */
  readonly texts: readonly string[];
  readonly details: unknown;
}

/**
 * The failure that any layer reports: an `error` with content, or a `success` that is false. Undefined if there is
 * none.
 */
export function failureIn(layers: readonly unknown[]): ReportedFailure | undefined {
  return layers
    .filter(isJsonObject)
    .map(failureOf)
    .find((failure) => failure !== undefined);
}

function failureOf(layer: JsonObject): ReportedFailure | undefined {
  const errors = [memberOf(layer, "err"), memberOf(layer, "error")].filter(isError);
  const success = memberOf(layer, "success");
  const isUndone = flagOf(success) === false;
  if (errors.length === 0 && !isUndone) return undefined;
  const details = memberOf(layer, "details");
  const more = isUndone ? [memberOf(layer, "message"), memberOf(layer, "description"), memberOf(layer, "errors")] : [];
  const said = [...errors, details, ...more].filter(isError).map(shown);
  const texts = [...new Set(said)].filter((text) => text !== "");
  return { texts: texts.length > 0 || !isUndone ? texts : [`success is ${shown(success)}`], details };
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
  if (typeof value === "string") return value.trim();
  return value === undefined ? "" : JSON.stringify(value);
}

/** An answer without members that mean "no error": among records, they would count as a record. */
export function withoutNoError(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const isNoError = ([key, member]: [string, unknown]): boolean =>
    ["err", "error"].includes(plain(key)) && !isError(member);
  const entries = Object.entries(value);
  return entries.some(isNoError) ? Object.fromEntries(entries.filter((entry) => !isNoError(entry))) : value;
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
  if (Array.isArray(value)) return value.map((item) => respelled(item, by));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([given, member]): [string, unknown] => {
    const documented = by.keys.get(plain(given));
    const key = documented === undefined || Object.hasOwn(value, documented) ? given : documented;
    return [key, by.opaque.has(key) ? member : by.maps.has(key) ? named(member, by) : respelled(member, by)];
  });
  // fromEntries defines each key as data, even one like `__proto__`.
  return Object.fromEntries(members);
}

/** A map of things by name, each of them a record. A map with figures only is itself a record. */
function named(value: unknown, by: Spelling): unknown {
  if (!isJsonObject(value) || !Object.values(value).some(isJsonObject)) return respelled(value, by);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, respelled(member, by)]));
}
