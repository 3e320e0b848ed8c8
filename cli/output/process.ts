import type { Streams } from "./streams";

/** The streams of this process, for {@link Terminal}. */
export function processStreams(): Streams {
  const { stdout, stderr, stdin, env } = process;
  return { stdout, stderr, stdin, env };
}

/** Ends the process without an error if a reader such as `head` closes the pipe early. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
}

/** Ends the process once all output is written, even if an error has left handles open. */
export function endWritten(code: number): void {
  process.stdout.write("", () => {
    process.stderr.write("", () => process.exit(code));
  });
}
