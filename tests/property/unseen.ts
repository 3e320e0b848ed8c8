import { type Marks, presentLine, type Things } from "./things";

/** What the appliances held at a moment. */
export interface Held {
  readonly things: Things;
  readonly lines: ReadonlySet<string>;
}

/** What others, or a killed run, have changed, and no refresh has shown to a stack yet. */
export class Unseen {
  /** The keys of what has other values now. */
  readonly drifted = new Set<string>();
  /**
   * Lines that are gone: the stack cannot know that before a refresh, if ever. Each with the line that it would be by
   * the names of now.
   */
  readonly #gone = new Map<string, () => string>();

  constructor(private readonly marks: Marks) {}

  /** Lines of a moment that may be gone. What is gone already keeps the names that it is known by. */
  doubt(lines: readonly string[], things: Things): void {
    // What contains it may have been made again since: later renamings are of that one.
    const all: Things = new Map([...this.marks.things(), ...things]);
    const containers = [...all.values()].filter(({ key }) => /^(?:user(?: group)? |profile #)\d+$/u.test(key));
    for (const line of lines.filter((one) => !this.#gone.has(one))) {
      const within = containers.filter(({ subject }) => line.includes(` ${subject}`)).map(({ key }) => key);
      this.#gone.set(line, () => presentLine({ key: line, line, within }, all, this.marks.things()));
    }
  }

  /** Notes what of a moment is not there any more. */
  compare({ things, lines }: Held): void {
    const held = this.marks.held();
    const of = new Map([...things.values()].map((thing) => [thing.line, thing]));
    for (const line of lines) {
      const thing = of.get(line);
      const now = (): string => (thing === undefined ? line : presentLine(thing, things, this.marks.things()));
      if (!held.has(line)) this.#gone.set(line, now);
    }
  }

  /** The lines that are gone, by the names of then and of now. */
  get lines(): ReadonlySet<string> {
    return new Set([...this.#gone].flatMap(([line, now]) => [line, now()]));
  }

  /** A refresh has shown what is readable. What is there again is as it was. */
  forget(isRefreshed: boolean): void {
    const held = this.marks.held();
    if (isRefreshed) this.drifted.clear();
    for (const [line, now] of this.#gone) {
      const isBack = held.has(line) && held.has(now());
      if (isBack || (!/^(?:user|permission|preference) /u.test(line) && isRefreshed)) this.#gone.delete(line);
    }
  }
}
