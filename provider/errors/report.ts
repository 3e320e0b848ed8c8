import { appendFileSync } from "node:fs";
import { saidBy } from "../values/quoted";
import { redact, withoutSecrets } from "../values/secret";
import { ApplianceError } from "./errors";
import { faultText } from "./message";
import { PartlyDoneError, Refusal } from "./refusal";

const file = process.env["FLOWGATE_LOG"] ?? "";

/**
 * Appends a line without secrets to the file that `FLOWGATE_LOG` names; undefined if it names none. A file that cannot be
 * written is refused before the first request: later, a refusal would lose what was done.
 */
export const log = file === "" ? undefined : append;

function append(line: string, isFirst = false): void {
  try {
    appendFileSync(file, `${new Date().toISOString()} ${withoutSecrets(line)}\n`, { mode: 0o600 });
  } catch (cause) {
    if (!isFirst) return;
    throw new Refusal("FLOWGATE_LOG names a file that cannot be written. Name another one, or unset it.", { cause });
  }
}

/**
 * What a host says of the error that ended a call. The stack of a fault, an error that no code expects, goes to the log
 * and to the engine's `debug` log.
 */
export async function reported(error: unknown, call: string, debug: (text: string) => Promise<void>): Promise<string> {
  const fault = faultIn(error);
  if (fault !== undefined) {
    const text = `${call}: ${withoutSecrets((fault as Partial<Error>).stack ?? saidBy(fault))}`;
    log?.(`fault ${text}`);
    await debug(text);
  }
  // The lifecycle's messages are safe; others may quote foreign text.
  if (error instanceof Refusal || error instanceof PartlyDoneError) return error.message;
  return fault === undefined ? redact(saidBy(error)) : faultText(error, call);
}

/** The unexpected error, or the one behind an error of the lifecycle. */
function faultIn(error: unknown): unknown {
  if (error instanceof ApplianceError) return undefined;
  const isOurs = error instanceof Refusal || error instanceof PartlyDoneError;
  return isOurs ? error.cause && faultIn(error.cause) : error;
}
