import type { FormData } from "undici";
import { appendFileSync } from "node:fs";
import type { Place } from "../errors/errors";
import { Refusal } from "../errors/refusal";

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
}

/**
 * Executes a request. Throws an ApplianceError if there is no complete response, and for a busy or failing appliance
 * (429, 502, 503, 504). Returns any other response, whatever its status.
 */
export type Send = (request: RequestSpec) => Promise<HttpReply>;

/** Writes one line about a finished request. `result` is a status code, `unsent` or `lost`. */
export type RequestLog = (request: RequestSpec, result: string, milliseconds: number) => void;

/**
 * The request log of an appliance, off unless `FLOWGATE_LOG` contains the path of a file. A line has: time, appliance,
 * host, method, action, status, milliseconds. It never has a path, value, header or body. A file that cannot be written
 * is an error at once.
 */
export function requestLog(file = process.env["FLOWGATE_LOG"]): RequestLog | undefined {
  if (file === undefined || file === "") return undefined;
  append(file, "");
  return ({ method, place: { appliance, host, action } }, result, milliseconds) => {
    const fields = [new Date().toISOString(), appliance, host, method, action, result, `${Math.round(milliseconds)}ms`];
    append(file, `${fields.join(" ")}\n`);
  };
}

function append(file: string, line: string): void {
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch (cause) {
    throw new Refusal("FLOWGATE_LOG names a file that cannot be written. Name another one, or unset it.", { cause });
  }
}
