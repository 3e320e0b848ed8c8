import type { Streams } from "./streams";

/** The streams of this process, for {@link Terminal}. */
export function processStreams(): Streams {
  const { stdout, stderr, stdin, env } = process;
  return { stdout, stderr, stdin, env };
}

/** A reader such as `head` may have enough before everything is written: that ends the process, and is no error. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
}

/** Ends the process once everything is written. What an error left open must not keep it. */
export function endWritten(code: number): void {
  process.stdout.write("", () => {
    process.stderr.write("", () => process.exit(code));
  });
}
