import type { Streams } from "./streams";

/** The streams of this process, for {@link Terminal}. */
export function processStreams(): Streams {
  const { stdout, stderr, stdin, env } = process;
  return { stdout, stderr, stdin, env };
}

/** Keeps the process alive if a reader ends early or a disk is full: the print of a result throws then. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Ends the process once all output is written, even if an error has left handles open. */
export function endWritten(code: number): void {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
}
