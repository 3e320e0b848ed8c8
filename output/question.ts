import { createInterface } from "node:readline";
import type { Streams } from "./streams";

/** Asks for a line of text. Ctrl-C and the end of the input are no answer: undefined. */
export function ask(
  { stdin, stderr }: Pick<Streams, "stdin" | "stderr">,
  question: string,
): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, output: stderr });
  return new Promise((resolve) => {
    lines.once("SIGINT", () => {
      lines.close();
    });
    // After an answer this comes too late to count.
    lines.once("close", () => {
      resolve(undefined);
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
