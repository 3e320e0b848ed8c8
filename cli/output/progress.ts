import { isLive, type Streams } from "./streams";
import { printable } from "./text";

/** Milliseconds until the progress is shown. */
const PATIENCE_MS = 1000;
/** Milliseconds between two redraws of the line on a terminal. */
const FRAME_MS = 120;
/** Milliseconds between two lines in a log without a terminal. */
const REMINDER_MS = 15_000;
const frames = ["-", "\\", "|", "/"];
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
    const stop = isLive(this.io) ? this.#draw() : this.#tell();
    try {
      return await work();
    } finally {
      stop();
      this.#running = false;
    }
  }

  /** Updates the text of the running work. */
  update(text: string): void {
    this.#text = text;
  }

  #draw(): () => void {
    const began = performance.now();
    let frame = 0;
    const timer = setInterval(() => {
      const milliseconds = performance.now() - began;
      if (milliseconds < this.patienceMs) return;
      const line = `${String(frames[frame % frames.length])} ${this.#line(milliseconds)}`;
      this.io.stderr.write(`${CLEAR}${line.slice(0, (this.io.stderr.columns ?? 80) - 1)}`);
      frame += 1;
    }, FRAME_MS);
    return () => {
      clearInterval(timer);
      if (frame > 0) this.io.stderr.write(CLEAR);
    };
  }

  #tell(): () => void {
    const began = performance.now();
    const tell = (): void => void this.io.stderr.write(`${this.#line(performance.now() - began)}\n`);
    let reminder: NodeJS.Timeout | undefined;
    const first = setTimeout(() => {
      tell();
      reminder = setInterval(tell, REMINDER_MS);
    }, this.patienceMs);
    return () => {
      clearTimeout(first);
      clearInterval(reminder);
    };
  }

  #line(milliseconds: number): string {
    return `${printable(this.#text)} (${Math.round(milliseconds / 1000)} s)`;
  }
}
