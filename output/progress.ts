import { isLive, type Streams } from "./streams";
import { printable } from "./text";

/** From when it is said what is being waited for. */
const PATIENCE_MS = 1000;
/** How often the line of a terminal is drawn. */
const FRAME_MS = 120;
/** How often a log without a terminal gets another line. */
const REMINDER_MS = 15_000;
const frames = ["-", "\\", "|", "/"];
/** Back to the start of the line, and clear it. */
const CLEAR = "\r\u001b[K";

/** Says on stderr what a command waits for, once that takes longer than a second. */
export class Progress {
  #text = "";
  #running = false;

  constructor(
    private readonly io: Pick<Streams, "stderr" | "env">,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Runs work, and says meanwhile what it is: on a terminal in one line that goes away, else in a line of its own now
   * and then. Work within work keeps the outer text.
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

  /** Says how far the work is by now. */
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
