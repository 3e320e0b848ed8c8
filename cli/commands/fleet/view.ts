import type { Listener } from "../../../lib/fleet/run";
import { isWell, type Operation, type Outcome, isFailure } from "../../../lib/fleet/outcome";
import { outcomeText } from "../../../lib/fleet/report";
import type { Site, Wave } from "../../../lib/fleet/fleet";
import { LiveEntry, type EntryText } from "../../../lib/output/live-list";
import type { Terminal } from "../../../lib/output/terminal";
import { counted } from "../../../provider/values/quoted";

/** A listener that shows the events of a run. */
export interface RunView extends Listener {
  /** Called when no further events follow. */
  end?(): Promise<void>;
}

/** Progress of a run, one line per site: for logs, and for output that is not a terminal. */
export class PlainLines implements RunView {
  constructor(
    private readonly say: (text: string) => void,
    private readonly operation: Operation,
  ) {}

  waveBegins({ title, sites }: Wave): void {
    this.say(`== ${title}: ${counted(sites.length, "site")}`);
  }

  siteBegins(site: Site): void {
    this.say(`   ${site.name}: begun`);
  }

  siteEnds(site: Site, outcome: Outcome): void {
    this.say(`${isWell(outcome) ? "ok" : "!!"} ${site.name}: ${siteText(outcome, this.operation)}`);
  }
}

/** Milliseconds between two updates of the times of the sites in progress. */
const TICK_MS = 500;

/** A live table of the waves: how many sites have finished, which are in progress, and every failure. */
export class LiveTable implements RunView {
  readonly #waves: readonly WaveLine[];
  readonly #drawn: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #current: WaveLine | undefined;

  constructor(terminal: Pick<Terminal, "draw">, waves: readonly Wave[], operation: Operation) {
    this.#waves = waves.map((wave) => new WaveLine(wave, operation));
    this.#drawn = terminal.draw(this.#waves.map(({ entry }) => entry));
    this.#timer = setInterval(() => this.#current?.entry.draw(), TICK_MS);
  }

  waveBegins(wave: Wave): void {
    this.#current = this.#waves.find((line) => line.wave === wave);
  }

  siteBegins(site: Site): void {
    this.#current?.begin(site);
  }

  siteEnds(site: Site, outcome: Outcome): void {
    this.#current?.through(site, outcome);
  }

  waveEnds(): void {
    this.#current?.close();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    for (const line of this.#waves) line.skip();
    await this.#drawn;
  }
}

/** The line of one wave. */
class WaveLine {
  readonly entry = new LiveEntry(() => this.#text());
  readonly #began = new Map<string, number>();
  readonly #failures: string[] = [];
  #through = 0;

  constructor(
    readonly wave: Wave,
    private readonly operation: Operation,
  ) {}

  begin(site: Site): void {
    this.#began.set(site.name, Date.now());
    this.entry.draw();
  }

  through(site: Site, outcome: Outcome): void {
    this.#began.delete(site.name);
    this.#through += 1;
    if (isFailure(outcome)) this.#failures.push(`${site.name}: ${siteText(outcome, this.operation)}`);
    this.entry.draw();
  }

  close(): void {
    this.entry.close({ failures: this.#failures });
  }

  /** Marks the wave as not started. Has no effect if the wave has ended. */
  skip(): void {
    this.entry.close({ skipped: `${this.wave.title}: not started` });
  }

  #text(): EntryText {
    const now = Date.now();
    const running = [...this.#began].map(([name, began]) => `${name} (${Math.round((now - began) / 1000)} s)`);
    const failed = this.#failures.length > 0 ? `, ${this.#failures.length} failed` : "";
    return {
      title: `${this.wave.title}: ${this.#through} of ${this.wave.sites.length}${failed}`,
      below: [...this.#failures, running.join("  ")].filter((text) => text !== ""),
    };
  }
}

/** Outcome of one site, on one line. */
function siteText({ kind, ...facts }: Outcome, operation: Operation): string {
  const time = "seconds" in facts && kind === "done" ? ` (${facts.seconds} s)` : "";
  return outcomeText({ outcome: kind, ...facts }, operation, (text) => text) + time;
}
