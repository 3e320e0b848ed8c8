import ipaddr from "ipaddr.js";
import { isJsonObject } from "../http/json";
import { plainAddress } from "../values/spellings";

/** A part of `show` whose answer is a map or a list of records, and how to recognise its records. */
export interface Entity {
  /**
   * The keys of the answer: the document spells one differently in its path list and in its example; others may vary
   * too.
   */
  readonly keys: readonly string[];
  /** Fields of a record in a list that may contain its name. */
  readonly names: readonly string[];
  /** Whether records are keyed by address: a key that is no address then belongs to something else. */
  readonly byAddress: boolean;
  /** The field that a record consists of if it is not an object, e.g. `{"flowStopAlert": "70"}`. */
  readonly only?: string;
  /** Whether an empty object means that there are no records. Only for parts that decide nothing. */
  readonly mayBeEmpty?: boolean;
}

const address = { names: ["ip", "address", "addr", "host"], byAddress: true };

/**
 * The entities of `show/[entity]/[filter]`. Replication service, "Endpoints"; the document shows the form of only one.
 */
export const entities = {
  alarms: { keys: ["alarms", "alarm"], names: ["key", "id", "name"], byAddress: false, mayBeEmpty: true },
  assets: { keys: ["assets", "asset"], names: ["ip", "address", "key", "name"], byAddress: false, mayBeEmpty: true },
  collectors: { keys: ["collectors", "collector"], ...address },
  exporters: { keys: ["exporters", "exporter"], ...address, only: "in_profiles" },
  profile: { keys: ["profile", "profiles"], names: ["name", "profile", "profile_name"], byAddress: false },
  settings: { keys: ["settings", "setting"], names: ["name", "setting", "key"], byAddress: false, only: "value" },
} as const satisfies Readonly<Record<string, Entity>>;

/** The key under which an answer is passed on that is a list as a whole. */
export const LIST = "list";

/** Keys that are about the answer itself. */
const ofTheAnswer = new Set(["result", "description", "total", "count"]);

/**
 * The records of an answer by name, in any form that an appliance may use: with or without the key of the entity, as a
 * map or as a list of objects that contain their names. Undefined for any other form: an answer that is not understood
 * must not mean that something is "gone".
 */
export function entriesOf(
  entity: Entity,
  json: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const key = entity.keys.find((one) => Object.hasOwn(json, one) && isContainer(json[one]));
  if (key !== undefined) return named(entity, json[key]);
  if (Array.isArray(json[LIST])) return named(entity, json[LIST]);
  const bare = Object.entries(json).filter(([one]) => !ofTheAnswer.has(one));
  const isMap =
    (bare.length > 0 || entity.mayBeEmpty === true) &&
    bare.every(([one, record]) => isJsonObject(record) && isName(entity, one));
  return isMap ? recordsOf(entity, bare) : undefined;
}

/** Some servers write an empty map or list as null. */
function isContainer(value: unknown): boolean {
  return value === null || typeof value === "object";
}

function named(entity: Entity, held: unknown): Record<string, unknown> | undefined {
  if (held === null) return {};
  if (isJsonObject(held)) {
    const entries = Object.entries(held).filter(([one, record]) => !(ofTheAnswer.has(one) && !isJsonObject(record)));
    return entries.every(([one]) => isName(entity, one)) ? recordsOf(entity, entries) : undefined;
  }
  if (!Array.isArray(held)) return undefined;
  const entries = held.map((record: unknown) => [nameOf(entity, record), record] as const);
  return entries.every((entry): entry is [string, unknown] => entry[0] !== undefined)
    ? recordsOf(entity, entries)
    : undefined;
}

function recordsOf(entity: Entity, entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const { only } = entity;
  const whole = (record: unknown): unknown =>
    isJsonObject(record) || only === undefined ? record : { [only]: record };
  const keyOf = (name: string): string => (entity.byAddress ? (plainAddress(name) ?? name) : name);
  return Object.fromEntries(entries.map(([name, record]) => [keyOf(name), whole(record)]));
}

function isName({ byAddress }: Entity, name: string): boolean {
  return !byAddress || plainAddress(name) !== undefined || ipaddr.isValid(name);
}

function nameOf(entity: Entity, record: unknown): string | undefined {
  if (!isJsonObject(record)) return undefined;
  const values = entity.names.map((field) => record[field]);
  const name = values.find((value) => typeof value === "string" || typeof value === "number");
  return name === undefined || !isName(entity, String(name)) ? undefined : String(name);
}
