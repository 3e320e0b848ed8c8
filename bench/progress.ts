/**
 * Shows the progress of a run and its duration so far: on a terminal one line that is rewritten, elsewhere one line per
 * step.
 */
export class Progress {
  readonly #startedAt = Date.now();

  constructor(private readonly out: NodeJS.WriteStream) {}

  step(done: number, all: number, now: string): void {
    const elapsed = (Date.now() - this.#startedAt) / 1000;
    const line = `${done}/${all}, ${minutes(elapsed)}: ${now}`;
    if (!this.out.isTTY) this.out.write(`${line}\n`);
    else this.out.write(`\r\u001b[2K${line.slice(0, this.out.columns - 1)}${done === all ? "\n" : ""}`);
  }
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
}
