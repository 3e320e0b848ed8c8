import { createColors } from "picocolors";
import { jsonText } from "./json";
import { ask } from "./question";
import { Progress } from "./progress";
import { hasColors, isInteractive, type OutputStream, type Streams } from "./streams";
import { printable, printableLines } from "./text";
import { type View, viewsText } from "./view";

/**
 * The only way to the user: every table, question, warning, error and progress line goes through it, and it makes each
 * text {@link printable}. It writes no control characters except for colors and the line of the
 * progress. Results wait for slow readers.
 */
export class Terminal {
  readonly progress: Progress;
  /** Whether a reader such as `head` may end before the command does. */
  mayLoseReader = false;

  constructor(private readonly streams: Streams) {
    this.progress = new Progress(streams);
  }

  /** Width of each stream in columns; undefined if it is not a terminal. */
  get width(): { readonly stdout: number | undefined; readonly stderr: number | undefined } {
    const columns = ({ isTTY, columns: count }: OutputStream): number | undefined =>
      isTTY === true ? count : undefined;
    return { stdout: columns(this.streams.stdout), stderr: columns(this.streams.stderr) };
  }

  /** Prints a result for people, in the width of the terminal. */
  views(views: readonly View[]): Promise<void> {
    const { stdout, env } = this.streams;
    return this.#result(viewsText(views, { colors: createColors(hasColors(stdout, env)), width: this.width.stdout }));
  }

  /** Prints a result as JSON, for programs. */
  json(value: unknown): Promise<void> {
    return this.#result(`${jsonText(value)}\n`);
  }

  /** Prints one line; the text may contain anything. */
  line(text: string): Promise<void> {
    return this.#result(`${printable(text)}\n`);
  }

  /** Prints text with one or more lines, or a part of a text that is too long for one value. */
  text(text: string): Promise<void> {
    return this.#result(printableLines(text));
  }

  /** Prints a note on stderr that is not part of the result. */
  note(text: string): void {
    this.#say(`${printable(text)}\n`);
  }

  /** Prints a warning; the command continues. */
  warn(text: string): void {
    this.note(`warning: ${text}`);
  }

  /** Prints the usage of the command line, in several lines. */
  usage(text: string): void {
    this.#say(printableLines(text));
  }

  /** Prints the error that ended the run. */
  error(text: string): void {
    const { red } = createColors(hasColors(this.streams.stderr, this.streams.env));
    this.#say(`${red("error:")} ${printableLines(text)}\n`);
  }

  /** Prints the error as JSON, for programs. */
  errorJson(value: unknown): void {
    this.#say(`${jsonText(value)}\n`);
  }

  /**
   * Prints what a question is about, and asks for a line of text. Undefined if there was no answer. "noTerminal" if no
   * user can be asked; then nothing is printed.
   */
  async ask(
    about: string | readonly string[],
    question: string,
  ): Promise<{ answer: string | undefined } | "noTerminal"> {
    if (!isInteractive(this.streams)) return "noTerminal";
    for (const line of [about].flat()) this.note(line);
    const answer = await ask(this.streams, printable(question));
    if (answer === undefined) this.#say("\n");
    return { answer };
  }

  async #result(text: string): Promise<void> {
    const error = await new Promise<Error | null | undefined>((done) => this.streams.stdout.write(text, done));
    if (error && !(this.mayLoseReader && "code" in error && error.code === "EPIPE")) throw error;
  }

  #say(text: string): void {
    this.streams.stderr.write(text);
  }
}
