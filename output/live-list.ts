import type { DefaultRenderer, ListrTask, ListrTaskWrapper } from "listr2";
import { printable } from "./text";

type Task = ListrTaskWrapper<unknown, typeof DefaultRenderer, typeof DefaultRenderer>;

/** How an entry of a list ended: well, with these failures, or before it began. */
export type EntryEnd = { readonly failures: readonly string[] } | { readonly skipped: string };

/** What an entry shows: its title, and lines below it. */
export interface EntryText {
  readonly title: string;
  readonly below: readonly string[];
}

/** One entry of a list that is drawn over. */
export class LiveEntry {
  #task: Task | undefined;
  #end: (how: EntryEnd) => void = () => undefined;
  readonly #ended = new Promise<EntryEnd>((resolve) => (this.#end = resolve));

  constructor(private readonly textOf: () => EntryText) {}

  /** Draws what there is to say by now; nothing before its turn has come. */
  draw(): void {
    if (this.#task === undefined) return;
    const { title, below } = this.textOf();
    this.#task.title = printable(title);
    this.#task.output = below.map(printable).join("\n");
  }

  /** The first end counts. */
  close(how: EntryEnd): void {
    this.#end(how);
  }

  /** What the library calls in turn. */
  task(): ListrTask<unknown, typeof DefaultRenderer> {
    return {
      title: printable(this.textOf().title),
      task: async (_context, task) => {
        this.#task = task as Task;
        this.draw();
        const how = await this.#ended;
        if ("skipped" in how) task.skip(printable(how.skipped));
        else if (how.failures.length > 0) throw new Error(how.failures.map(printable).join("\n"));
      },
    };
  }
}
