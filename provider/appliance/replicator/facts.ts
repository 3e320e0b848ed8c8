import { types } from "node:util";

/** The values of a state, each by its path: two states differ if one of these differs. */
export type Facts = ReadonlyMap<string, unknown>;

/** The facts of a state of maps, sets and records. An element of a set or list is a fact regardless of its position. */
export function factsOf(state: unknown): Facts {
  const facts = new Map<string, unknown>();
  collect(state, "", facts);
  return facts;
}

function collect(value: unknown, way: string, facts: Map<string, unknown>): void {
  if (value === undefined) return;
  if (types.isSet(value) || Array.isArray(value)) {
    for (const element of value as Iterable<unknown>) facts.set(`${way}/${JSON.stringify(element)}`, true);
  } else if (typeof value === "object" && value !== null) {
    const entries = types.isMap(value) ? value : Object.entries(value);
    for (const [key, part] of entries) collect(part, `${way}/${JSON.stringify(key)}`, facts);
  } else {
    facts.set(way, value);
  }
}
