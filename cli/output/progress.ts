import { isLive, type Streams } from "./streams";
import { printable } from "./text";

/** Milliseconds until the progress is shown. */
const PATIENCE_MS = 1000;
/** Milliseconds between two lines: redrawn on a terminal, one after the other in a log. */
const REDRAWN_MS = 250;
const REMINDER_MS = 15_000;
/** Moves the cursor to the start of the line and clears it. */
const CLEAR = "\r\u001b[K";

/** Shows on stderr what a command is waiting for, once that takes longer than a second. */
export class Progress {
  #text = "";
  #running = false;

  constructor(
    private readonly io: Pick<Streams, "stderr" | "env">,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Runs work and shows its text meanwhile: on a terminal in one line that disappears, else in a new line now and then.
   * Nested work keeps the outer text.
   */
  async during<T>(text: string, work: () => Promise<T>): Promise<T> {
    if (this.#running) return work();
    this.#running = true;
    this.#text = text;
    const began = performance.now();
    const { stderr } = this.io;
    const isRedrawn = isLive(this.io);
    const show = (): void => {
      const line = `${printable(this.#text)} (${Math.round((performance.now() - began) / 1000)} s)`;
      stderr.write(isRedrawn ? `${CLEAR}${line.slice(0, (stderr.columns ?? 80) - 1)}` : `${line}\n`);
    };
    let repeated: NodeJS.Timeout | undefined;
    const first = setTimeout(() => {
      show();
      repeated = setInterval(show, isRedrawn ? REDRAWN_MS : REMINDER_MS);
    }, this.patienceMs);
    try {
      return await work();
    } finally {
      clearTimeout(first);
      clearInterval(repeated);
      if (isRedrawn && repeated !== undefined) stderr.write(CLEAR);
      this.#running = false;
    }
  }

  /** Updates the text of the running work. */
  update(text: string): void {
    this.#text = text;
  }
}
