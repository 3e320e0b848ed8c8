import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { jsonText } from "./json";

/** Which of the two appliances. */
export type ApplianceName = "gateway" | "replicator";

/** Effect of a request: it reads, changes, or begins or ends a session. */
export type RequestKind = "read" | "write" | "session";

/** A request as received, with its body read. */
export interface Incoming {
  readonly method: string;
  /** Request target without the query, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly remoteAddress: string;
}

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
  /** Body of a JSON answer. Keys of a Map are names of things, keys of an object are names of fields. */
  readonly json?: { readonly value: unknown };
  /** Whether the appliance did what the request asked for. */
  readonly result: "success" | "error";
}

/** The meaning of a request, known before anything is applied. */
export interface Task {
  /** `rm/action` of the gateway, path template of the replicator; `unknown` if the request has neither. */
  readonly action: string;
  /** The operation in words for tests, e.g. `profile/rename`. */
  readonly verb: string;
  /** The objects concerned, e.g. `Paris`. Never a password, token or hash. */
  readonly detail: string;
  readonly kind: RequestKind;
  /** Validates and applies the request. */
  readonly apply: (refuseItem?: RefuseItem) => Answer | Promise<Answer>;
}

/** Called for each part of a request with several parts. If it returns a text, only that part fails, with this text. */
export type RefuseItem = (item: string) => string | undefined;

/** One appliance's side of the HTTP server. */
export interface Application {
  readonly appliance: ApplianceName;
  readonly prepare: (incoming: Incoming) => Task | Promise<Task>;
  /** The answer with which this appliance refuses a request, with this text. */
  readonly refuse: (words: string) => Answer;
  /** Ends everything that spans requests: the replicator's sessions. The gateway has none. */
  readonly endSessions: () => void;
}

/** A JSON answer. The default status is 200. */
export function json(value: unknown, result: Answer["result"], status = 200): Answer {
  return { status, headers: { "content-type": "application/json" }, body: jsonText(value), json: { value }, result };
}

/** An HTML page, as proxies, login pages and wrong paths return it. Always counts as an error. */
export function html(title: string, status = 200, headers: OutgoingHttpHeaders = {}): Answer {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body, result: "error" };
}

/** The task of a request that matches no action or path of the appliance. */
export function unknownTask(apply: Task["apply"]): Task {
  return { action: "unknown", verb: "unknown", detail: "", kind: "read", apply };
}

/** Answer of a server without TLS that only redirects to the one with TLS. Field notes, gateway carriage 3. */
export function redirectToTls(incoming: Incoming): Task {
  const location = `https://${incoming.headers.host ?? "localhost"}${incoming.path}`;
  return unknownTask(() => ({ status: 302, headers: { location }, body: "", result: "error" }));
}

/** Thrown by a handler to refuse a request. The handler must not have changed anything before. */
export class Refusal extends Error {
  constructor(
    readonly words: string,
    readonly details?: string,
  ) {
    super(words);
  }
}
