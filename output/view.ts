/** One cell of a table; nothing is shown as `-`. */
export type Cell = string | number | undefined;

/** A part of what a person reads. Its texts are as they came: {@link Terminal} makes each of them safe. */
export type View =
  | { readonly kind: "line"; readonly text: string; readonly tone?: Tone }
  /** One line a row; numbers stand at the right, and what `numeric` names. */
  | {
      readonly kind: "table";
      readonly title?: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      /** Columns that hold numbers with their units. */
      readonly numeric?: ReadonlySet<number>;
      /** Rows whose order says something; else those that begin with an address stand in the order of addresses. */
      readonly isOrdered?: true;
      /** Said instead of a table without rows. */
      readonly empty: string;
    }
  /** Names with their values. */
  | { readonly kind: "fields"; readonly title?: string; readonly fields: readonly (readonly [string, Cell])[] }
  /** Lines that are meant to be copied. */
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[]; readonly empty: string };

export type Tone = "good" | "bad";

/** A line of text. */
export function line(text: string, tone?: Tone): View {
  return tone === undefined ? { kind: "line", text } : { kind: "line", text, tone };
}
