import { once } from "node:events";
import { clearScreenDown, cursorTo } from "node:readline";
import { Help } from "commander";
import { createColors } from "picocolors";
import { jsonLine, jsonText, yamlText } from "./json";
import type { LiveEntry } from "./live-list";
import type { Markdown } from "./markdown";
import { listen, type Keys } from "./keys";
import { Progress } from "./progress";
import { ask } from "./question";
import { hasColors, isInteractive, isLive, type OutputStream, type Streams } from "./streams";
import { printable, printableLines } from "./text";
import type { View } from "./view";
import { viewsText } from "./views";

/**
 * The one way to the reader: every table, question, warning, error and line of progress goes through here, and each
 * text is made {@link printable} here. Colors are the only control characters that are written, and those that move
 * the cursor, of progress and of a screen that is drawn again. Results wait while their reader is slow.
 */
export class Terminal {
  readonly progress: Progress;

  constructor(private readonly streams: Streams) {
    this.progress = new Progress(streams);
  }

  /** Whether lines of stderr may be drawn over. */
  get isLive(): boolean {
    return isLive(this.streams);
  }

  /** Whether results appear on a terminal, not in a file or a pipe. */
  get isSeen(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Columns of each stream; undefined where there is no terminal. */
  get width(): { readonly stdout: number | undefined; readonly stderr: number | undefined } {
    const columns = ({ isTTY, columns: count }: OutputStream): number | undefined =>
      isTTY === true ? count : undefined;
    return { stdout: columns(this.streams.stdout), stderr: columns(this.streams.stderr) };
  }

  /** Prints a result for people: as wide as the terminal is, or with every column. */
  views(views: readonly View[], isWide = false): Promise<void> {
    const { stdout, env } = this.streams;
    return this.#result(
      viewsText(views, { colors: createColors(hasColors(stdout, env)), width: this.width.stdout, isWide }),
    );
  }

  /** A paragraph in lines that fit the terminal; as it is where there is none. */
  wrapped(text: string): string {
    const { stdout } = this.width;
    return stdout === undefined ? text : new Help().boxWrap(text, stdout);
  }

  /** Clears the screen where results appear on one, so that the next result takes the place of the last. */
  clear(): void {
    if (!this.isSeen) return;
    cursorTo(this.streams.stdout, 0, 0);
    clearScreenDown(this.streams.stdout);
  }

  /** Prints a result for programs that read YAML. */
  yaml(value: unknown): Promise<void> {
    return this.#result(yamlText(value));
  }

  /** Prints a result for programs. */
  json(value: unknown): Promise<void> {
    return this.#result(`${jsonText(value)}\n`);
  }

  /** Prints a value that is one of many, one a line. */
  jsonLine(value: unknown): Promise<void> {
    return this.#result(`${jsonLine(value)}\n`);
  }

  /** Prints Markdown, which is safe for its renderer by its type. */
  markdown(text: Markdown): Promise<void> {
    return this.text(text);
  }

  /** Prints a line of CSV, its line end included; no other one stays in it, and a terminal needs no return. */
  csv(line: string): Promise<void> {
    return this.#result(printable(line.replace(/\r\n$/u, "")) + (this.isSeen ? "\n" : "\r\n"));
  }

  /** Prints one line, whatever is in the text. */
  line(text: string): Promise<void> {
    return this.#result(`${printable(text)}\n`);
  }

  /** Prints text of one line or several, or a part of one that is too long for one value. */
  text(text: string): Promise<void> {
    return this.#result(printableLines(text));
  }

  /** Says something that belongs to no result, on a line. */
  note(text: string): void {
    this.#say(`${printable(text)}\n`);
  }

  /** Says what a person should know although the command goes on. */
  warn(text: string): void {
    this.note(`warning: ${text}`);
  }

  /** Says how the command line is used, in several lines. */
  usage(text: string): void {
    this.#say(printableLines(text));
  }

  /** Says what ended the run; only a mistake of this program takes several lines. */
  error(...lines: readonly string[]): void {
    const { red } = createColors(hasColors(this.streams.stderr, this.streams.env));
    this.#say(`${red("error:")} ${lines.map(printable).join("\n")}\n`);
  }

  /** The same for programs. */
  errorJson(value: unknown): void {
    this.#say(`${jsonText(value)}\n`);
  }

  /** Whether a person can be asked. */
  get canAsk(): boolean {
    return isInteractive(this.streams);
  }

  /**
   * Asks for a line of text after saying what it is about. Undefined where there was no answer; "noTerminal" where no user
   * can be asked, and then nothing is said.
   */
  async ask(about: string, question: string): Promise<{ answer: string | undefined } | "noTerminal"> {
    if (!this.canAsk) return "noTerminal";
    this.note(about);
    const answer = await ask(this.streams, printable(question));
    if (answer === undefined) this.#say("\n");
    return { answer };
  }

  /** Calls with each key that is pressed, until it is ended. Undefined where no person is at a terminal. */
  keys(pressed: (key: string) => void): Keys | undefined {
    return listen(this.streams, pressed);
  }

  /** Draws a list over and over on stderr. Resolves when every entry has ended. */
  draw(entries: readonly LiveEntry[]): Promise<void> {
    return liveRenderer().drawList(this.streams, entries);
  }

  async #result(text: string): Promise<void> {
    if (!this.streams.stdout.write(text)) await once(this.streams.stdout, "drain");
  }

  #say(text: string): void {
    this.streams.stderr.write(text);
  }
}

/** It takes long to load, and only few commands draw. */
/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   as in cli/lazy.ts */
function liveRenderer(): typeof import("./live-renderer") {
  return require("./live-renderer") as typeof import("./live-renderer");
}
