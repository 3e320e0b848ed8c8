import { once } from "node:events";
import { processStreams } from "./output/process";
import type { Streams } from "./output/streams";

/** The parts of its process that the command may use. */
export interface Io extends Streams {
  /** The current folder, whose Pulumi stack is read. */
  readonly cwd: string;
  /** The arguments as typed. */
  readonly typed?: readonly string[];
  /** Resolves when the user interrupts a command that runs until then. */
  readonly interrupted: () => Promise<unknown>;
}

/** The environment of a command. It has no stream to write to: output goes through the {@link Terminal}. */
export type Environment = Omit<Io, "stdout" | "stderr">;

/** The environment of this process. */
export function processIo(): Io {
  // Ctrl-C, or the signal of a supervisor.
  const interrupted = (): Promise<unknown> => Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  return { ...processStreams(), cwd: process.cwd(), interrupted };
}
