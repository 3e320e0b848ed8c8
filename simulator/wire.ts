import type { Answer, Incoming, Task } from "./exchange";
import { isObject, jsonText } from "./json";
import type { WireSwitches } from "./wire-switches";

type Positions = Readonly<WireSwitches>;

/** Minimum number of requests that are served between two 429 answers. */
const SERVED_BETWEEN = 4;

/** Applies the wire switches to one appliance: how it receives requests and sends answers, whatever they contain. */
export class Wire {
  #served = 0;

  constructor(private readonly switches: Positions) {}

  /** The task over this wire: the request may be rejected, and the answer is framed. */
  carry(task: Task, incoming: Incoming): Task {
    return {
      ...task,
      apply: async (interference) =>
        this.#turnedAway(task, incoming) ?? framed(await task.apply(interference), task, this.switches),
    };
  }

  #turnedAway({ kind }: Task, { body }: Incoming): Answer | undefined {
    const { largestRequestBytes, tooMany } = this.switches;
    if (largestRequestBytes > 0 && body.length > largestRequestBytes) return plain(413, {});
    if (tooMany === "never" || kind === "session") return undefined;
    this.#served += 1;
    if (this.#served <= SERVED_BETWEEN) return undefined;
    this.#served = 0;
    return plain(429, { "retry-after": tooMany === "seconds" ? "0" : new Date().toUTCString() });
  }
}

function plain(status: number, headers: Answer["headers"]): Answer {
  return { status, headers, body: "", result: "error" };
}

/** Frames JSON as the switches say. Pages and redirects stay unchanged. */
function framed(answer: Answer, task: Task, switches: Positions): Answer {
  if (answer.json === undefined) return answer;
  const isDone = task.kind === "write" && answer.result === "success";
  const status = isDone && answer.status === 200 ? switches.writeStatus : answer.status;
  const { "content-type": _type, ...headers } = answer.headers;
  if (isDone && switches.emptyAnswers === "all")
    return { ...answer, status: status === 200 ? 204 : status, headers, body: "" };
  const type = typeOf(switches);
  return {
    ...answer,
    status,
    headers: type === undefined ? headers : { ...headers, "content-type": type },
    body: Buffer.concat([prefixes[switches.bodyPrefix], encoded(jsonText(content(answer, switches)), switches)]),
  };
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LINES = Buffer.from("\r\n\r\n");
const prefixes: Readonly<Record<WireSwitches["bodyPrefix"], Buffer>> = {
  none: Buffer.alloc(0),
  bom: MARK,
  blankLines: LINES,
  both: Buffer.concat([LINES, MARK]),
};

function typeOf({ contentType, charset }: Positions): string | undefined {
  if (contentType === "none") return undefined;
  const type = { json: "application/json", html: "text/html", plain: "text/plain" }[contentType];
  if (charset === "latin-1" || charset === "utf-8-as-latin-1") return `${type}; charset=ISO-8859-1`;
  return charset === "utf-8" && contentType !== "json" ? `${type}; charset=utf-8` : type;
}

/** Characters that the charset lacks become JSON escapes. */
function encoded(text: string, { charset }: Positions): Buffer {
  if (charset === "utf-8" || charset === "utf-8-as-latin-1") return Buffer.from(text, "utf8");
  const escaped = text.replace(/[^\0-\xff]/gu, (letter) =>
    Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return Buffer.from(escaped, "latin1");
}

function content({ json, result }: Answer, switches: Positions): unknown {
  const value = respelled(json?.value, switches);
  const { envelope, noError } = switches;
  const error = { absent: {}, null: { err: null }, empty: { err: "" }, zero: { err: "0" } }[noError];
  const beside = isObject(value) && !(value instanceof Map) && result === "success" ? { ...error, ...value } : value;
  return envelope === "none" ? beside : { [respelledKey(envelope, switches)]: beside };
}

/** The value with keys, nulls and numbers as the switches say. Keys of a Map are names of things and stay unchanged. */
function respelled(value: unknown, switches: Positions): unknown {
  if (value === null) return { null: null, empty: "", text: "null", absent: null }[switches.nullAs];
  if (typeof value === "number") return switches.numbersAs === "text" ? String(value) : value;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => respelled(item, switches));
  if (value instanceof Set) return [...(value as Set<unknown>)].map((item) => respelled(item, switches));
  const isLeftOut = (member: unknown): boolean => member === null && switches.nullAs === "absent";
  if (value instanceof Map) {
    return new Map([...(value as Map<unknown, unknown>)].map(([key, member]) => [key, respelled(member, switches)]));
  }
  const members = Object.entries(value).filter(([, member]) => !isLeftOut(member));
  return Object.fromEntries(
    members.map(([key, member]) => [respelledKey(key, switches), respelled(member, switches)] as const),
  );
}

function respelledKey(key: string, { keyCase }: Positions): string {
  // "replicator license" and the names of components are texts; numbers and addresses have no case.
  if (!/^[A-Za-z][A-Za-z_]*$/u.test(key)) return key;
  switch (keyCase) {
    case "asDocumented":
      return key;
    case "capital":
      return key.charAt(0).toUpperCase() + key.slice(1);
    case "upper":
      return key.toUpperCase();
    case "camel":
      return key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  }
}
