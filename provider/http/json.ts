import { limits } from "./options";

/** A text that is not JSON, or JSON that must not be used. The message is a fragment: "is empty", "is cut off". */
export class JsonError extends Error {}

/**
 * Parses JSON from a foreign peer. A byte order mark is accepted. The number of values and their nesting are limited
 * before anything is built from the text, which bounds the time and memory that a response can take. A key that appears
 * twice in one object is refused, because two readers may use different ones.
 */
export function parseJson(text: string, depth: number = limits.jsonDepth): unknown {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (body.trim() === "") throw new JsonError("is empty");
  const fault = shapeFault(body, depth);
  let parsed: unknown;
  try {
    if (fault !== TOO_MANY) parsed = JSON.parse(body);
  } catch {
    // The engine's message quotes the text, which may hold anything, so it is left out.
    throw new JsonError("is not JSON");
  }
  if (fault !== undefined) throw new JsonError(fault);
  return parsed;
}

const TOO_MANY = `has more than ${limits.jsonValues.toLocaleString("en")} values`;

/**
 * Walks a text once, without recursion, and returns what is wrong with it if it is JSON. Each open object has a set of
 * its keys, once it has one; an open array has none.
 */
function shapeFault(json: string, depth: number): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  let fault: string | undefined;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === "{" || character === "[" || character === ",") {
      values += 1;
      if (values > limits.jsonValues) return TOO_MANY;
      if (character !== ",") open.push(undefined);
      if (open.length > depth) fault ??= `is nested deeper than ${depth} levels`;
    } else if (character === "}" || character === "]") {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(json, at);
      if (isKey(json, end) && !isNew(open, json.slice(at, end + 1))) fault ??= "has the same key twice in one object";
      at = end;
    }
  }
  return fault;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

function isKey(json: string, endOfName: number): boolean {
  let at = endOfName + 1;
  while (/\s/u.test(json[at] ?? "")) at += 1;
  return json[at] === ":";
}

/** Adds a key to the innermost open object. Returns false if the object has it already. */
function isNew(open: (Set<string> | undefined)[], literal: string): boolean {
  const keys = (open[open.length - 1] ??= new Set());
  const key = literal.includes("\\") ? unescaped(literal) : literal.slice(1, -1);
  const size = keys.size;
  return keys.add(key).size > size;
}

/** The text of a string literal; a text that is not JSON may have a wrong one. */
function unescaped(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}

/** True for a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
