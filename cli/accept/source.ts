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
  readonly #changes = new Map<Piece, { removed: Set<Member>; added: string[] }>();
  readonly #replaced = new Map<string, Edit>();

  constructor(readonly source: Source) {}

  /** @param around the list or map that contains the range */
  replace({ start, end }: Range, text: string, around: Piece): void {
    const { text: whole } = this.source;
    // An entry without a value ends with its colon.
    const gap = start === end && whole[start - 1] === ":" ? " " : "";
    const lines = text.replaceAll("\n", `\n${indentAt(whole, start, around)}`);
    this.#replaced.set(`${String(start)} ${text}`, { start, end, text: gap + lines });
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
    this.#changesOf(around).removed.add(member);
  }

  add(around: Piece, text: string): void {
    this.#changesOf(around).added.push(text);
  }

  edits(): Edit[] {
    // Where several end at the same place, the innermost comes first.
    const inner = [...this.#changes].sort(([one], [other]) => other.start - one.start);
    const members = inner.flatMap(([piece, { removed, added }]) =>
      new Members(this.source, piece).edits(removed, added),
    );
    return [...this.#replaced.values(), ...members];
  }

  #changesOf(piece: Piece): { removed: Set<Member>; added: string[] } {
    const known = this.#changes.get(piece) ?? { removed: new Set(), added: [] };
    this.#changes.set(piece, known);
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
    const kept = this.#all.filter((one) => !removed.has(one));
    const last = kept.at(-1);
    const [first, ...others] = [...removed];
    if (last === undefined && first !== undefined) {
      if (added.length > 0) {
        return [this.#inPlace(first, added), ...others.map((one) => this.#without(one, undefined))];
      }
      if (this.piece.style === "line" && this.piece.colon !== undefined) return [this.#emptied(this.piece.colon)];
    }
    const trailing = this.#all.at(-1);
    const isCut = last !== undefined && trailing !== undefined && removed.has(trailing) && !this.#hasComma(trailing);
    const without = [...removed].map((one) => this.#without(one, last));
    // In one line, the comma before a member goes with it.
    const isGone = last !== undefined && without.some(({ start }) => start === last.end);
    const hasLoose = isCut && !isGone && this.#hasComma(last) && added.length === 0;
    return [
      ...without,
      ...(hasLoose ? [editOf(last.end, this.#after(last), "")] : []),
      ...(added.length === 0 ? [] : this.#with(last, added)),
    ];
  }

  /** New members in place of the only one. */
  #inPlace(member: Member, added: readonly string[]): Edit {
    const indent = this.#indentAt(member.start);
    const between = this.piece.style === "line" ? `\n${indent}` : ", ";
    const comments = this.#commentsIn(member).map((text) => `${text}\n${indent}`);
    return editOf(member.start, member.end, comments.join("") + this.#lines(added, indent).join(between));
  }

  /** A list in lines that becomes empty. */
  #emptied(colon: number): Edit {
    const { end } = this.piece;
    const comments = this.#commentsIn({ start: colon, end }).map(
      (text) => `\n${this.#indentAt(this.piece.start)}${text}`,
    );
    return editOf(colon, end, ` []${comments.join("")}`);
  }

  #without(member: Member, last: Member | undefined): Edit {
    const { text } = this.source;
    const end = this.#after(member);
    const [from, to] = [lineStart(text, member.start), lineEnd(this.source, end)];
    const rest = this.#blanked(text.slice(end, to), end);
    if (text.slice(from, member.start).trim() === "" && rest.trim() === "" && to < this.#limit) {
      const indent = text.slice(from, member.start);
      const kept = this.#commentsIn({ start: from, end: to }).map((comment) => `${indent}${comment}\n`);
      return editOf(from, Math.min(to + 1, text.length), kept.join(""));
    }
    const index = this.#all.indexOf(member);
    const [before, after] = [this.#all[index - 1], this.#all[index + 1]];
    const isAfterKept = last !== undefined && last.start < member.start;
    const [start, stop] =
      isAfterKept && before !== undefined ? [before.end, member.end] : [member.start, after?.start ?? end];
    const kept = this.#commentsIn({ start, end: stop }).map((one) => (one.startsWith("/*") ? ` ${one}` : ` ${one}\n`));
    return editOf(start, stop, kept.join(""));
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
    const lines = this.#lines(added, indent);
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

  #lines(added: readonly string[], indent: string): string[] {
    return added.map((one) => one.replaceAll("\n", `\n${indent}`));
  }

  #indentAt(at: number): string {
    return indentAt(this.source.text, at, this.piece);
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

  #commentsIn({ start, end }: Range): string[] {
    return this.source.comments
      .filter((one) => one.start >= start && one.end <= end)
      .map((one) => this.source.text.slice(one.start, one.end).trimEnd());
  }

  /** A text without its comments. */
  #blanked(text: string, offset: number): string {
    return this.source.comments.reduce((left, { start, end }) => {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, text.length)];
      return from >= to ? left : left.slice(0, from) + " ".repeat(to - from) + left.slice(to);
    }, text);
  }
}

/** New lines after the line of a place. That line itself may be removed, so they begin after its line break. */
function afterLine(source: Pick<Source, "text">, at: number, lines: string): Edit {
  const end = lineEnd(source, at);
  return end < source.text.length ? editOf(end + 1, end + 1, `${lines}\n`) : editOf(end, end, `\n${lines}`);
}

function editOf(start: number, end: number, text: string): Edit {
  return { start, end, text };
}

/** The text of a file after its edits. Throws for edits that overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  let [at, result] = [0, ""];
  for (const { start, end, text: instead } of sorted) {
    if (start < at) throw new Error("Two edits change the same text.");
    result += text.slice(at, start) + instead;
    at = end;
  }
  return result + text.slice(at);
}
