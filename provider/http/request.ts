import type { FormData } from "undici";
import type { Place } from "../errors/errors";

/** A request as a value: the clients build it, one place executes it, and layers (limits, retries) wrap that place. */
export interface RequestSpec {
  /** For logs and errors; never contains values. */
  readonly place: Place;
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
  /** The value of the body as JSON; undefined if it is none. */
  readonly json: unknown;
}

/**
 * Executes a request. Throws an ApplianceError if there is no complete response, and for a busy or failing appliance
 * (429, 502, 503, 504). Returns any other response, whatever its status.
 */
export type Send = (request: RequestSpec) => Promise<HttpReply>;
