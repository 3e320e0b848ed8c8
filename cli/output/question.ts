import { createInterface } from "node:readline";
import { type Streams, isInteractive } from "./streams";
import { readFileSync } from "node:fs";

/** Asks for a line of text. Undefined after Ctrl-C or the end of the input. */
export function ask(
  { stdin, stderr }: Pick<Streams, "stdin" | "stderr">,
  question: string,
): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, output: stderr });
  return new Promise((resolve) => {
    lines.once("SIGINT", () => {
      lines.close();
    });
    // Has no effect after an answer.
    lines.once("close", () => {
      resolve(undefined);
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

/** Whether an answer agrees: only y and yes do. */
export function isYes(answer: string | undefined): boolean {
  return ["y", "yes"].includes(answer?.trim().toLowerCase() ?? "");
}

/** Characters that a terminal in raw mode sends for Ctrl-C and Ctrl-D. */
const interrupts: readonly string[] = ["\u0003", "\u0004"];

/** A running listener for keys. */
export interface Keys {
  /** Resolves when the user interrupts: a terminal in raw mode sends no signal. */
  readonly interrupted: Promise<void>;
  /** Restores the terminal. */
  end(): void;
}

/** Calls back for each pressed key, without waiting for a line. Undefined if there is no user at a terminal. */
export function listen(
  streams: Pick<Streams, "stdin" | "stderr" | "env">,
  pressed: (key: string) => void,
): Keys | undefined {
  const { stdin } = streams;
  if (!isInteractive(streams)) return undefined;
  // Only terminals have a raw mode, and only terminals stop background processes that read.
  if (stdin.setRawMode !== undefined && !isForeground()) return undefined;
  stdin.setRawMode?.(true);
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const onData = (data: Buffer | string): void => {
    for (const key of String(data)) {
      if (interrupts.includes(key)) interrupt();
      else pressed(key);
    }
  };
  stdin.on("data", onData);
  stdin.resume();
  return {
    interrupted,
    end: () => {
      stdin.off("data", onData);
      stdin.pause();
      stdin.setRawMode?.(false);
    },
  };
}

/** Whether this process may read from the terminal: a terminal stops background jobs that read. */
function isForeground(): boolean {
  if (process.platform === "win32") return true;
  try {
    // Fields after the name, which may hold blanks: state, parent, process group, session, terminal, its foreground
    // group.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /su, "")
      .split(" ");
    return group === foreground;
  } catch (error) {
    // Without /proc this is unknown: keys are then more important than background jobs.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}
