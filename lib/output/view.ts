/** One cell of a table; undefined is shown as `-`. */
export type Cell = string | number | undefined;

/** A part of the output for people. Its texts are raw: {@link Terminal} makes each of them safe. */
export type View =
  | { readonly kind: "line"; readonly text: string; readonly tone?: Tone }
  /** A table with one line per row. Numbers are aligned to the right, and so are the columns in `numeric`. */
  | {
      readonly kind: "table";
      readonly title?: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      /** Columns with numbers and units. */
      readonly numeric?: ReadonlySet<number>;
      /**
       * Whether the order of the rows is meaningful. Otherwise rows that begin with an address are sorted by address.
       */
      readonly isOrdered?: true;
      /** Text to show for a table without rows. */
      readonly empty: string;
    }
  /** Names with their values. */
  | { readonly kind: "fields"; readonly title?: string; readonly fields: readonly (readonly [string, Cell])[] }
  /** Lines to copy. */
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[]; readonly empty: string };

export type Tone = "good" | "bad";

/** A line of text. */
export function line(text: string, tone?: Tone): View {
  return tone === undefined ? { kind: "line", text } : { kind: "line", text, tone };
}
