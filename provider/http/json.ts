import { limits } from "./limits";

/** A text that is not JSON, or JSON that must not be used. The message is a fragment: "is empty", "is cut off". */
export class JsonError extends Error {}

/**
 * Parses JSON from a foreign peer. A byte order mark is accepted. Nesting is limited before any recursive code sees it.
 * A key that appears twice in one object is refused, because two readers may use different ones.
 */
export function parseJson(text: string, depth: number = limits.jsonDepth): unknown {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (body.trim() === "") throw new JsonError("is empty");
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // The engine's message quotes the text, which may hold anything, so it is left out.
    throw new JsonError("is not JSON");
  }
  inspectShape(body, depth);
  return parsed;
}

/** Walks valid JSON once, without recursion. Each open object has a set of its keys; an open array has none. */
function inspectShape(json: string, depth: number): void {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : undefined);
      if (open.length > depth) throw new JsonError(`is nested deeper than ${depth} levels`);
    } else if (character === "}" || character === "]") {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(json, at);
      if (isKey(json, end)) addKey(open.at(-1), json.slice(at, end + 1));
      at = end;
    }
  }
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

function isKey(json: string, endOfName: number): boolean {
  let at = endOfName + 1;
  while (/\s/u.test(json[at] ?? "")) at += 1;
  return json[at] === ":";
}

function addKey(keys: Set<string> | undefined, literal: string): void {
  const key = literal.includes("\\") ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  if (keys?.has(key) === true) throw new JsonError("has the same key twice in one object");
  keys?.add(key);
}

/** True for a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
