import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };
export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** Streams for output and questions, with the environment variables that affect them. */
export interface Streams {
  /** Results, for a pipe or a file. */
  readonly stdout: OutputStream;
  /** Progress, questions, warnings and errors. */
  readonly stderr: OutputStream;
  readonly stdin: InputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the output is an interactive terminal: lines can be redrawn, and questions can be answered. */
export function isInteractive({ stderr, stdin, env }: Pick<Streams, "stderr" | "stdin" | "env">): boolean {
  return isLive({ stderr, env }) && stdin.isTTY === true;
}

/** Whether lines may be redrawn. CI builds have terminals too, but keep every line in their logs. */
export function isLive({ stderr, env }: Pick<Streams, "stderr" | "env">): boolean {
  return stderr.isTTY === true && env["TERM"] !== "dumb" && !isSet(env["CI"]);
}

/** Whether a stream gets colors: `NO_COLOR` disables them, `FORCE_COLOR` forces them, otherwise terminals get them. */
export function hasColors(stream: OutputStream, env: Streams["env"]): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  if (isSet(env["FORCE_COLOR"])) return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
