import type { DefaultRenderer, ListrTask, ListrTaskWrapper } from "listr2";
import { printable } from "./text";

type Task = ListrTaskWrapper<unknown, typeof DefaultRenderer, typeof DefaultRenderer>;

/** How an entry of a list ended: finished, with its failures, or skipped. */
export type EntryEnd = { readonly failures: readonly string[] } | { readonly skipped: string };

/** Contents of an entry: its title, and lines below it. */
export interface EntryText {
  readonly title: string;
  readonly below: readonly string[];
}

/** One entry of a list that is redrawn. */
export class LiveEntry {
  #task: Task | undefined;
  #end: (how: EntryEnd) => void = () => undefined;
  readonly #ended = new Promise<EntryEnd>((resolve) => (this.#end = resolve));

  constructor(private readonly textOf: () => EntryText) {}

  /** Redraws the entry. Does nothing before the list has reached it, and after its end. */
  draw(): void {
    if (this.#task === undefined) return;
    const { title, below } = this.textOf();
    this.#task.title = printable(title);
    this.#task.output = below.map(printable).join("\n");
  }

  /** Ends the entry. Only the first call counts. */
  close(how: EntryEnd): void {
    this.#end(how);
  }

  /** The task that the library runs for this entry. */
  task(): ListrTask<unknown, typeof DefaultRenderer> {
    return {
      title: printable(this.textOf().title),
      task: async (_context, task) => {
        this.#task = task as Task;
        this.draw();
        const how = await this.#ended;
        // The library has no place for the lines of a task that has ended.
        this.#task = undefined;
        if ("skipped" in how) task.skip(printable(how.skipped));
        else if (how.failures.length > 0) throw new Error(how.failures.map(printable).join("\n"));
      },
    };
  }
}
