import { createInterface } from "node:readline";
import type { Streams } from "./streams";

/** Asks for a line of text. Undefined after Ctrl-C or the end of the input. */
export function ask(
  { stdin, stderr }: Pick<Streams, "stdin" | "stderr">,
  question: string,
): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, output: stderr });
  return new Promise((resolve) => {
    lines.once("SIGINT", () => lines.close());
    // Has no effect after an answer.
    lines.once("close", () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
