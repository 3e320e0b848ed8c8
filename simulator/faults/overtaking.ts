/** Milliseconds between two answers. */
const APART_MS = 3;

/** Holds answers until enough of them wait, or for long enough, and releases them in reverse order. */
export class Overtaking {
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly group: number,
    private readonly withinMs = 250,
  ) {}

  /** Resolves when this answer may leave. Rejects when the simulator closes. */
  async turn(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener(
        "abort",
        () => {
          clearTimeout(this.#timer);
          reject(new Error("the simulator closes"));
        },
        { once: true },
      );
      this.#waiting.push(resolve);
      if (this.#waiting.length >= this.group) this.#release();
      else this.#timer ??= setTimeout(() => this.#release(), this.withinMs);
    });
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const leaving = this.#waiting.toReversed();
    this.#waiting = [];
    // The pause makes them reach the client in this order, even on different connections.
    leaving.forEach((leave, index) => setTimeout(leave, index * APART_MS));
  }
}
