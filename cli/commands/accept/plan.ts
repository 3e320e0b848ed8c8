import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Obstacle } from "./change";
import { Draft, edited, type Edit, type Source } from "./source";
import { wishTitle, wordsOf, type Wish } from "./wish";

/** A wish that only a person can fulfil: the exact change, and where. */
export interface ByHand {
  readonly wish: Wish;
  /** File, line and column. */
  readonly place: string;
  /** Why no edit is made. */
  readonly why: string;
}

/** A file with edits. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/** The files of a program that get edits, each read once. */
export class Plan<S extends Source = Source> {
  readonly byHand: ByHand[] = [];
  readonly #drafts = new Map<string, { source: S; draft: Draft }>();

  constructor(
    private readonly cwd: string,
    private readonly read: (file: string, text: string) => S,
  ) {}

  draft(file: string): { source: S; draft: Draft } {
    const known = this.#drafts.get(file);
    if (known !== undefined) return known;
    const source = this.read(file, readFileSync(file, "utf8"));
    const fresh = { source, draft: new Draft(source) };
    this.#drafts.set(file, fresh);
    return fresh;
  }

  get files(): string[] {
    return [...this.#drafts.keys()];
  }

  /** Notes a wish that a person must fulfil. */
  leave(wish: Wish, source: Source | undefined, { at, why }: Obstacle): void {
    const place = source === undefined ? "" : placeOf(this.cwd, source, at);
    this.byHand.push({ wish, place, why });
  }

  changed(): ChangedFile[] {
    return [...this.#drafts].flatMap(([file, { source, draft }]) => {
      const edits = draft.edits();
      return edits.length === 0 ? [] : [{ file, before: source.text, after: edited(source.text, edits), edits }];
    });
  }
}

function placeOf(cwd: string, { file, text }: Source, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `${relative(cwd, file)}:${String(before.length)}:${String((before.at(-1)?.length ?? 0) + 1)}`;
}

/** The line by which a person makes the change. */
export function byHandText({ wish, place, why }: ByHand): string {
  return `${place === "" ? "" : `${place}: `}${wishTitle(wish)}: ${wordsOf(wish).join("; ")} (${why})`;
}

/** The changed lines of a file, as a diff without context. */
export function diffOf(name: string, { before, edits }: ChangedFile): string[] {
  const lineAt = (at: number): number => before.slice(0, at).split("\n").length - 1;
  const hunks: { first: number; last: number; edits: Edit[] }[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const [first, last] = [lineAt(edit.start), lineAt(edit.end)];
    const hunk = hunks.at(-1);
    if (hunk !== undefined && first <= hunk.last) {
      hunk.last = Math.max(hunk.last, last);
      hunk.edits.push(edit);
    } else hunks.push({ first, last, edits: [edit] });
  }
  const lines = before.split("\n");
  let moved = 0;
  const body = hunks.flatMap(({ first, last, edits: own }) => {
    const from = lines.slice(0, first).reduce((sum, { length }) => sum + length + 1, 0);
    const old = lines.slice(first, last + 1);
    const shifted = own.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
    const now = edited(old.join("\n"), shifted).split("\n");
    // Lines that both have, at the ends of the hunk, are no changes.
    while (old.length > 0 && old.at(-1) === now.at(-1)) {
      old.pop();
      now.pop();
    }
    let same = 0;
    while (old.length > same && old[same] === now[same]) same += 1;
    const [gone, come] = [old.slice(same), now.slice(same)];
    const at = first + same + 1;
    const head = `@@ -${String(at)},${String(gone.length)} +${String(at + moved)},${String(come.length)} @@`;
    moved += come.length - gone.length;
    return [head, ...gone.map((one) => `-${one}`), ...come.map((one) => `+${one}`)];
  });
  return [`--- a/${name}`, `+++ b/${name}`, ...body];
}
