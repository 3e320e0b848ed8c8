import type { FormData } from "undici";

/**
 * What may happen if a request is sent twice. *read*: nothing changes. *converging*: it sets an absolute value and is
 * safe to repeat. *creating*: it may create a second object, so it is never repeated without looking first.
 */
export type OperationClass = "read" | "converging" | "creating";

/** A request as a value: the clients build it, one place executes it, and layers (limits, retries) wrap that place. */
export interface RequestSpec {
  /** Action or path template for logs and errors; never contains values. */
  readonly action: string;
  readonly operation: OperationClass;
  readonly method: "GET" | "POST";
  /** Path below the base URL, already escaped. */
  readonly path: string;
  readonly body?: FormData | string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A complete HTTP response of any status, with its body read and within the limits. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The decoded body, without a byte order mark and blank lines before it. */
  readonly text: string;
  /** True if an earlier try of the request had an unknown outcome. The retry layer sets it. */
  readonly repeated?: boolean;
}

/**
 * Executes a request once. Throws NotSentError, UnknownOutcomeError, or ReplyError for a response that breaks a limit
 * (too long, compressed, not HTTP/1.1). Returns any complete response, whatever its status.
 */
export type Send = (request: RequestSpec) => Promise<HttpReply>;
