import {
  DefaultRenderer,
  Listr,
  type ListrDefaultRendererLogLevels,
  ListrLogger,
  ProcessOutput,
  type ListrTask,
  type ListrTaskWrapper,
} from "listr2";
import type { Site, Wave } from "../../../fleet/fleet";
import { isFailure, type Operation, type Outcome } from "../../../fleet/outcome";
import type { Io } from "../../io";
import { printable } from "../../output/text";
import type { RunView } from "./view";
import { siteText } from "./words";

/** Renderers are only used where stdout is a terminal; what counts here is stderr, which was looked at before. */
class Renderer extends DefaultRenderer {}
Object.assign(Renderer, { nonTTY: true });

type Task = ListrTaskWrapper<unknown, typeof DefaultRenderer, typeof DefaultRenderer>;

/** How often the times of the sites in progress are drawn, in milliseconds. */
const TICK_MS = 500;

/** A table of the waves that is drawn over: how many sites are through, which are in progress, and every failure. */
export class LiveTable implements RunView {
  readonly #waves: readonly WaveLine[];
  readonly #drawn: Promise<unknown>;
  readonly #timer: NodeJS.Timeout;
  #current: WaveLine | undefined;

  constructor({ stderr }: Pick<Io, "stderr">, waves: readonly Wave[], operation: Operation) {
    this.#waves = waves.map((wave) => new WaveLine(wave, operation));
    // As far as listr2 uses it, a stream that is a terminal is one of the process.
    const out = stderr as NodeJS.WriteStream;
    const logger = new ListrLogger<ListrDefaultRendererLogLevels>({
      processOutput: new ProcessOutput(out, out, { dump: [], leaveEmptyLine: false }),
    });
    const tasks = new Listr(
      this.#waves.map((line) => line.task()),
      {
        concurrent: false,
        exitOnError: false,
        registerSignalListeners: false,
        renderer: Renderer,
        rendererOptions: { logger, collapseErrors: false, showErrorMessage: true, collapseSubtasks: false },
      },
    );
    this.#drawn = tasks.run();
    this.#timer = setInterval(() => this.#current?.draw(), TICK_MS);
  }

  waveBegins(wave: Wave): void {
    this.#current = this.#waves.find((line) => line.wave === wave);
  }

  siteBegins(site: Site): void {
    this.#current?.begin(site);
  }

  siteEnds(site: Site, outcome: Outcome): void {
    this.#current?.end(site, outcome);
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
  readonly #began = new Map<string, number>();
  readonly #failures: string[] = [];
  #through = 0;
  #task: Task | undefined;
  #isClosed = false;
  #close: (how: "ended" | "skipped") => void = () => undefined;
  readonly #closed = new Promise<"ended" | "skipped">((resolve) => (this.#close = resolve));

  constructor(
    readonly wave: Wave,
    private readonly operation: Operation,
  ) {}

  task(): ListrTask<unknown, typeof DefaultRenderer> {
    return {
      title: this.#title(),
      task: async (_context, task) => {
        this.#task = task as Task;
        this.draw();
        const how = await this.#closed;
        if (how === "skipped") task.skip(`${this.wave.title}: not started`);
        else if (this.#failures.length > 0) throw new Error(this.#failures.join("\n"));
      },
    };
  }

  begin(site: Site): void {
    this.#began.set(site.name, Date.now());
    this.draw();
  }

  end(site: Site, outcome: Outcome): void {
    this.#began.delete(site.name);
    this.#through += 1;
    if (isFailure(outcome)) this.#failures.push(printable(`${site.name}: ${siteText(outcome, this.operation)}`));
    this.draw();
  }

  close(): void {
    this.#isClosed = true;
    this.#close("ended");
  }

  skip(): void {
    if (!this.#isClosed) this.#close("skipped");
  }

  draw(): void {
    if (this.#task === undefined) return;
    this.#task.title = this.#title();
    const now = Date.now();
    const running = [...this.#began].map(([name, began]) => `${name} (${Math.round((now - began) / 1000)} s)`);
    this.#task.output = [...this.#failures, running.join("  ")].filter((text) => text !== "").join("\n");
  }

  #title(): string {
    const failed = this.#failures.length > 0 ? `, ${this.#failures.length} failed` : "";
    return `${this.wave.title}: ${this.#through} of ${this.wave.sites.length}${failed}`;
  }
}
