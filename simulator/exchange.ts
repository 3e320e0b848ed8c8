import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { jsonText } from "./json";

/** Which of the two appliances. */
export type ApplianceName = "gateway" | "replicator";

/** What a request does: looks, changes, or begins and ends a session. */
export type RequestKind = "read" | "write" | "session";

/** A request as it came over the socket, body read. */
export interface Incoming {
  readonly method: string;
  /** Request target without the query, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly remoteAddress: string;
}

/** An answer before it goes over the socket. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
  /** What the body says, where it is JSON. Keys of a Map are names of things, keys of an object those of fields. */
  readonly json?: { readonly value: unknown };
  /** Whether the appliance did what was asked. */
  readonly result: "success" | "error";
}

/** What a request asks for, known before anything is applied. */
export interface Task {
  /** `rm/action` of the gateway, path template of the replicator; `unknown` where there is none. */
  readonly action: string;
  /** What it does in words that a test reads, e.g. `profile/rename`. */
  readonly verb: string;
  /** The objects concerned, e.g. `Paris`. Never a password, token or hash. */
  readonly detail: string;
  readonly kind: RequestKind;
  /** Validates and applies the request. */
  readonly apply: (interference?: Interference) => Answer | Promise<Answer>;
}

/** What a fault makes an appliance do otherwise while it applies one request. Only requests with parts heed it. */
export interface Interference {
  /** Asked for each part of a request that names several; a text fails that part alone, in these words. */
  readonly refuseItem?: (item: string) => string | undefined;
  /** How many of the rules that a request adds are lost: the last ones. */
  readonly loseRules?: number;
}

/** One appliance's side of the HTTP server. */
export interface Application {
  readonly appliance: ApplianceName;
  readonly prepare: (incoming: Incoming) => Task | Promise<Task>;
  /** The answer with which this appliance refuses a request in the given words. */
  readonly refuse: (words: string) => Answer;
  /** Ends what carries requests over time: the replicator's sessions. The gateway has none. */
  readonly endSessions: () => void;
}

/** A JSON answer. Status 200 unless given. */
export function json(value: unknown, result: Answer["result"], status = 200): Answer {
  return { status, headers: { "content-type": "application/json" }, body: jsonText(value), json: { value }, result };
}

/** An HTML page, as proxies, login pages and wrong paths answer it. Always counts as an error. */
export function html(title: string, status = 200, headers: OutgoingHttpHeaders = {}): Answer {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body, result: "error" };
}

/** A request that is none of the appliance's actions or paths. */
export function unknownTask(apply: () => Answer): Task {
  return { action: "unknown", verb: "unknown", detail: "", kind: "read", apply };
}

/** What a server without TLS answers when it only points to the one with TLS. Field notes, gateway carriage 3. */
export function redirectToTls(incoming: Incoming): Task {
  const location = `https://${incoming.headers.host ?? "localhost"}${incoming.path}`;
  return unknownTask(() => ({ status: 302, headers: { location }, body: "", result: "error" }));
}

/** Thrown by a handler that refuses a request; nothing may have been changed before. */
export class Refusal extends Error {
  constructor(
    readonly words: string,
    readonly details?: string,
  ) {
    super(words);
  }
}

/** Thrown by a handler for a request that holds more than the appliance takes: 413. */
export class TooMuch extends Error {}
