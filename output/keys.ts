import { readFileSync } from "node:fs";
import { isInteractive, type Streams } from "./streams";

/** What a terminal sends for Ctrl-C and Ctrl-D while each key arrives alone. */
const interrupts: readonly string[] = ["\u0003", "\u0004"];

/** Keys that are listened to. */
export interface Keys {
  /** Resolves when the user interrupts: the terminal sends no signal while each key arrives alone. */
  readonly interrupted: Promise<void>;
  /** Gives the terminal back. */
  end(): void;
}

/** Calls with each key that is pressed, without waiting for a line. Undefined where no person is at a terminal. */
export function listen(
  streams: Pick<Streams, "stdin" | "stderr" | "env">,
  pressed: (key: string) => void,
): Keys | undefined {
  const { stdin } = streams;
  if (!isInteractive(streams)) return undefined;
  // Only a terminal can have each key arrive alone, and stop who reads in the background.
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

/** Whether the terminal lets this process read: it stops one that a shell runs in the background. */
function isForeground(): boolean {
  if (process.platform === "win32") return true;
  try {
    // After the name, which may hold blanks: state, parent, process group, session, terminal, its foreground group.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /su, "")
      .split(" ");
    return group === foreground;
  } catch (error) {
    // Systems without /proc do not say: there a key is worth more than a job in the background.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}
