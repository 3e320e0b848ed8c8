import { once } from "node:events";
import { processStreams } from "../output/process";
import type { Streams } from "../output/streams";

/** What the command may touch of the process that it runs in. */
export interface Io extends Streams {
  /** The folder whose Pulumi stack is read. */
  readonly cwd: string;
  /** Resolves when the user ends a command that runs until then. */
  readonly interrupted: () => Promise<void>;
}

/** What a command works with besides the {@link Terminal}: it has no stream that it could write to. */
export type Environment = Omit<Io, "stdout" | "stderr">;

/** The process itself. */
export function processIo(): Io {
  return { ...processStreams(), cwd: process.cwd(), interrupted };
}

/** Ctrl-C, or what a supervisor sends. */
async function interrupted(): Promise<void> {
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}
