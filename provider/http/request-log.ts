import { appendFileSync } from "node:fs";
import type { ApplianceKind } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { RequestSpec } from "./request";

/** Writes one line about a finished request. `result` is a status code or the name of an error class. */
export type RequestLog = (request: RequestSpec, result: string, milliseconds: number) => void;

/**
 * The request log of one appliance, off unless `FLOWGATE_LOG` contains the path of a file. A line has: time, appliance,
 * host, method, action, status, milliseconds. It never has a path, value, header or body. A file that cannot be written
 * is an error at once.
 */
export function requestLog(appliance: ApplianceKind, host: string, file = process.env["FLOWGATE_LOG"]): RequestLog {
  if (file === undefined || file === "") return () => undefined;
  append(file, "");
  return ({ method, action }, result, milliseconds) => {
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
