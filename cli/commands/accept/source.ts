/** A range of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A range of a file, with the text that replaces it. */
export interface Edit extends Range {
  readonly text: string;
}

/** A value as a file writes it: in YAML, or as an expression of a program. */
export interface Piece extends Range {
  /** Whether the text itself is the value: nothing in it comes from another place. */
  readonly isLiteral: boolean;
  /** Whether it only names another resource. */
  readonly isReference?: boolean;
  /** The value of a literal text, number or flag. */
  readonly value?: unknown;
  /** The entries of a map or the items of a list. */
  readonly members?: readonly Member[];
  /** Whether commas separate the members, or lines as in YAML. */
  readonly style?: "comma" | "line";
  /** Where the colon of its entry ends, for members in lines. */
  readonly colon?: number;
}

/** An entry of a map, or an item of a list. */
export interface Member extends Range {
  /** Key of an entry. Undefined for an item. */
  readonly key?: string;
  /** Where the key is written. */
  readonly named?: Range;
  readonly value: Piece;
  /** Whether it stands for any number of members: `...others`. */
  readonly isSpread?: boolean;
}

/** A file that can be edited. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly comments: readonly Range[];
  /** A value in the form of this file, as a new member of a piece or in place of one. */
  spell(around: Piece, key: string | undefined, value: unknown): string;
}

/** The changes of one file, gathered by the list or map that they change, because members share their separators. */
export class Draft {
  /** By the place of the list or map: the same one may be read several times. */
  readonly #changes = new Map<string, { piece: Piece; removed: Set<Member>; added: string[] }>();
  readonly #replaced = new Map<string, Edit>();

  constructor(readonly source: Source) {}

  /** @param around the list or map that contains the range */
  replace({ start, end }: Range, text: string, around: Piece): void {
    // An entry without a value ends with its colon.
    const gap = start === end && this.source.text[start - 1] === ":" ? " " : "";
    const edit = replacing(this.source, { start, end }, text, around);
    this.#replaced.set(`${String(start)} ${text}`, { ...edit, text: gap + edit.text });
  }

  insert(at: number, text: string): void {
    this.#replaced.set(`${String(at)} ${text}`, { start: at, end: at, text });
  }

  /** Adds lines after the line of a place. */
  insertAfter(at: number, lines: string): void {
    const { start, text } = afterLine(this.source, at, lines);
    this.insert(start, text);
  }

  remove(around: Piece, member: Member): void {
    const { piece, removed } = this.#changesOf(around);
    const own = piece.members?.find(({ start }) => start === member.start);
    if (own !== undefined) removed.add(own);
  }

  add(around: Piece, text: string): void {
    this.#changesOf(around).added.push(text);
  }

  edits(): Edit[] {
    // Where several end at the same place, the innermost comes first.
    const inner = [...this.#changes.values()].sort((one, other) => other.piece.start - one.piece.start);
    const members = inner.flatMap(({ piece, removed, added }) => new Members(this.source, piece).edits(removed, added));
    return [...this.#replaced.values(), ...members];
  }

  #changesOf(piece: Piece): { piece: Piece; removed: Set<Member>; added: string[] } {
    const key = `${String(piece.start)} ${String(piece.end)}`;
    const known = this.#changes.get(key) ?? { piece, removed: new Set(), added: [] };
    this.#changes.set(key, known);
    return known;
  }
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The end of the line at a place, without its line break. */
export function lineEnd({ text }: Pick<Source, "text">, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The blanks before a member: to its column in YAML, those of its line in a program. */
function indentAt(text: string, at: number, { style }: Piece): string {
  const line = text.slice(lineStart(text, at), at);
  return style === "line" ? " ".repeat(line.length) : (/^\s*/u.exec(line)?.[0] ?? "");
}

/** A line break before a member: members of a list that begins in the line are deeper than the line. */
function breakAt(text: string, at: number, around: Piece): string {
  const isFirst = text.slice(lineStart(text, at), at).trim() === "";
  return `\n${indentAt(text, at, around)}${isFirst || around.style === "line" ? "" : "  "}`;
}

/** Writes the removal and addition of members. Comments stay, also those of what is removed. */
class Members {
  readonly #all: readonly Member[];

  constructor(
    private readonly source: Source,
    private readonly piece: Piece,
  ) {
    this.#all = piece.members ?? [];
  }

  edits(removed: ReadonlySet<Member>, added: readonly string[]): Edit[] {
    // Between commas, and in a list that would become empty, new members take the places of removed ones.
    const isInPlace = this.piece.style === "comma" || removed.size === this.#all.length;
    const placed = isInPlace ? this.#all.filter((one) => removed.has(one)).slice(0, added.length) : [];
    const gone = this.#all.filter((one) => removed.has(one) && !placed.includes(one));
    const [rest, last] = [added.slice(placed.length), this.#all.findLast((one) => !gone.includes(one))];
    const without = last === undefined ? this.#emptied() : this.#runsOf(gone).flatMap((run) => this.#without(run));
    return [
      ...placed.map((one, index) => replacing(this.source, one, added[index] ?? "", this.piece)),
      ...without,
      ...(rest.length === 0 ? [] : this.#with(last, rest)),
    ];
  }

  /** Members without others between them, as first and last index. */
  #runsOf(members: readonly Member[]): [number, number][] {
    const runs: [number, number][] = [];
    for (const index of members.map((one) => this.#all.indexOf(one))) {
      const run = runs.at(-1);
      if (run?.[1] === index - 1) run[1] = index;
      else runs.push([index, index]);
    }
    return runs;
  }

  /** A list that loses all members. */
  #emptied(): Edit[] {
    const [first, last] = [this.#all[0], this.#all.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { start, end, colon, style } = this.piece;
    const isInLines = style === "line";
    const inside = isInLines
      ? { start: colon ?? start, end: lineEnd(this.source, end) }
      : { start: start + 1, end: end - 1 };
    const lines = commentsIn(this.source, inside).map((text) => `${this.#breakAt(first.start)}${text}`);
    if (isInLines) return [{ ...inside, text: [first.key === undefined ? " []" : " {}", ...lines].join("") }];
    return [{ ...inside, text: [...lines, ...(lines.length === 0 ? [] : [this.#breakAt(first.start)])].join("") }];
  }

  #without([from, to]: readonly [number, number]): Edit[] {
    const { text } = this.source;
    const [first, last] = [this.#all[from], this.#all[to]] as [Member, Member];
    const [previous, next] = [this.#all[from - 1], this.#all[to + 1]];
    const end = this.#after(last);
    const lines = { start: lineStart(text, first.start), end: lineEnd(this.source, end) };
    const indent = text.slice(lines.start, first.start);
    if (indent.trim() === "" && this.#isBlank(end, lines.end) && lines.end < this.#limit) {
      const kept = commentsIn(this.source, lines).map((comment) => `${indent}${comment}\n`);
      const edit = editOf(lines.start, Math.min(lines.end + 1, text.length), kept.join(""));
      // A list without a comma at its end still has none.
      const isLoose = previous !== undefined && next === undefined && !this.#hasComma(last) && this.#hasComma(previous);
      return isLoose ? [edit, editOf(this.#after(previous) - 1, this.#after(previous), "")] : [edit];
    }
    if (next !== undefined && (previous === undefined || !text.slice(end, next.start).includes("\n"))) {
      const kept = commentsIn(this.source, { start: first.start, end: next.start });
      const newLine = this.#breakAt(next.start);
      return [editOf(first.start, next.start, kept.map((one) => one + (isToLineEnd(one) ? newLine : " ")).join(""))];
    }
    const start = previous?.end ?? first.start;
    const kept = commentsIn(this.source, { start, end: last.end }).map((one) => ` ${one}`);
    const isCut = isToLineEnd(kept.at(-1)?.trim() ?? "") && !/^\s*$/mu.test(text.slice(last.end, lines.end));
    const newLine = this.#breakAt(first.start);
    return [editOf(start, last.end, kept.join(newLine) + (isCut ? newLine : ""))];
  }

  #with(last: Member | undefined, added: readonly string[]): Edit[] {
    const { text } = this.source;
    const { start, end, style } = this.piece;
    if (last === undefined) {
      const isMap = text[start] === "{";
      const inside = added.join(", ");
      return [editOf(start + 1, start + 1, isMap ? ` ${inside} ` : inside)];
    }
    const indent = this.#indentAt(last.start);
    const lines = added.map((one) => one.replaceAll("\n", `\n${indent}`));
    if (style === "line") {
      return [afterLine(this.source, last.end, lines.map((one) => `${indent}${one}`).join("\n"))];
    }
    const hasComma = this.#hasComma(last);
    const at = lineEnd(this.source, this.#after(last));
    const isOwnLine = text.slice(lineStart(text, last.start), last.start).trim() === "";
    if (!isOwnLine || at >= end) {
      return [editOf(last.end, last.end, lines.map((one) => `, ${one}`).join(""))];
    }
    const body = lines.map((one) => `\n${indent}${one}`).join(",") + (hasComma ? "," : "");
    return [...(hasComma ? [] : [editOf(last.end, last.end, ",")]), editOf(at, at, body)];
  }

  #indentAt(at: number): string {
    return indentAt(this.source.text, at, this.piece);
  }

  #breakAt(at: number): string {
    return breakAt(this.source.text, at, this.piece);
  }

  get #limit(): number {
    return this.piece.style === "line" ? Infinity : this.piece.end;
  }

  /** The end of a member with its comma. */
  #after(member: Member): number {
    return this.#hasComma(member) ? this.#next(member.end) + 1 : member.end;
  }

  #hasComma(member: Member): boolean {
    return this.piece.style === "comma" && this.source.text[this.#next(member.end)] === ",";
  }

  /** Whether there are only blanks and whole comments. */
  #isBlank(start: number, end: number): boolean {
    const isCut = this.source.comments.some((one) => one.start < end && one.end > end);
    return !isCut && this.#next(start) >= end;
  }

  /** The next place with neither blanks nor comments. */
  #next(from: number): number {
    let at = from;
    for (;;) {
      const comment = this.source.comments.find(({ start }) => start === at);
      if (comment !== undefined) at = comment.end;
      else if (/\s/u.test(this.source.text[at] ?? "x")) at += 1;
      else return at;
    }
  }
}

/** The comments in a range. */
function commentsIn({ text, comments }: Source, { start, end }: Range): string[] {
  return comments
    .filter((one) => one.start >= start && one.end <= end)
    .map((one) => text.slice(one.start, one.end).trimEnd());
}

/** Whether a comment ends only with its line. */
function isToLineEnd(comment: string): boolean {
  return comment !== "" && !comment.startsWith("/*");
}

/** A text in place of another one, whose comments stay in lines before it. */
function replacing(source: Source, range: Range, text: string, around: Piece): Edit {
  const own = text.replaceAll("\n", `\n${indentAt(source.text, range.start, around)}`);
  return { ...range, text: [...commentsIn(source, range), own].join(breakAt(source.text, range.start, around)) };
}

/** New lines after the line of a place. That line itself may be removed, so they begin after its line break. */
function afterLine(source: Pick<Source, "text">, at: number, lines: string): Edit {
  const end = lineEnd(source, at);
  return end < source.text.length ? editOf(end + 1, end + 1, `${lines}\n`) : editOf(end, end, `\n${lines}`);
}

function editOf(start: number, end: number, text: string): Edit {
  return { start, end, text };
}

/** The text of a file after its edits. What is inserted within a removed range follows it. Throws for other overlaps. */
export function edited(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  let [at, result] = [0, ""];
  for (const { start, end, text: instead } of sorted) {
    if (start < at && start < end) throw new Error("Two edits change the same text.");
    result += text.slice(at, start) + instead;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}
