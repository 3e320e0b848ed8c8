import type { FormData } from "undici";

/**
 * What may happen if a request is sent twice. *read*: nothing changes. *converging*: an absolute value is set, safe to
 * repeat. *creating*: a second one may make a second object, so it is never repeated without looking first.
 */
export type OperationClass = "read" | "converging" | "creating";

/** A request as a value: the clients build it, one place executes it, and layers (limits, retries) wrap that place. */
export interface RequestSpec {
  /** Action or path template for logs and errors; never with values. */
  readonly action: string;
  readonly operation: OperationClass;
  readonly method: "GET" | "POST";
  /** Path below the base URL, already escaped. */
  readonly path: string;
  readonly body?: FormData | string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A complete HTTP answer of any status, body read and within limits. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, decoded, without byte order mark and blank lines before it. */
  readonly text: string;
  /** True when an earlier try of the request had an unknown outcome. Set by the layer that repeats. */
  readonly repeated?: boolean;
}

/**
 * Executes a request, once. Throws NotSentError, UnknownOutcomeError, or ReplyError for an answer that breaks a limit
 * (too long, compressed, not HTTP/1.1); any complete answer is returned, whatever its status.
 */
export type Send = (request: RequestSpec) => Promise<HttpReply>;
