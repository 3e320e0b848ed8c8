import { visible } from "../../provider/values/secret";

/** An expression of a program, as it is written. */
export type Expression = string;

/** Names to import. */
export interface Import {
  readonly from: string;
  readonly names: readonly string[];
}

/** A call, also of a constructor: `new IpGroup`. */
export function call(callee: string, args: readonly Expression[]): Expression {
  return `${callee}(${args.join(", ")})`;
}

/** Functions that write the values of some keys. */
type Writers = Readonly<Record<string, ((value: unknown) => Expression | readonly Expression[]) | undefined>>;

/** Plain data as an expression. Values of keys with a writer are written by it. */
export function valueOf(value: unknown, writers: Writers = {}): Expression {
  if (Array.isArray(value)) return list(value.map((item) => valueOf(item)));
  if (typeof value !== "object" || value === null) return literal(value);
  const fields = Object.entries(value).map(([key, held]) => {
    const written = writers[key]?.(held) ?? valueOf(held);
    const name = /^[A-Za-z_]\w*$/u.test(key) ? key : literal(key);
    return `${name}: ${typeof written === "string" ? written : list(written)}`;
  });
  return fields.length === 0 ? "{}" : `{\n${indented(fields.join(",\n"))}\n}`;
}

/** A list of expressions: of several, each on a line of its own. */
export function list(elements: readonly Expression[]): Expression {
  if (elements.length < 2) return `[${elements.join("")}]`;
  return `[\n${indented(elements.map((one) => `${one},`).join("\n"))}\n]`;
}

/** The declaration of a constant. */
export function constant(held: string, init: Expression, comment?: string, isExported = false): string {
  return statement(`${isExported ? "export " : ""}const ${held} = ${init}`, comment);
}

/** A statement below its comment. */
export function statement(text: string, comment?: string): string {
  return `${comment === undefined ? "" : `// ${visible(comment)}\n`}${text};`;
}

/** The text of a module. */
export function file(title: string, imports: readonly Import[], statements: readonly string[]): string {
  const lines = imports.map(({ from, names }) => `import { ${names.join(", ")} } from ${literal(from)};`);
  return `${[`// ${visible(title)}`, ...lines, ...statements].join("\n")}\n`;
}

/** A name on an appliance must never become code: no text has a line end of its own. */
function literal(value: unknown): Expression {
  return typeof value === "string" ? visible(JSON.stringify(value)) : String(value);
}

function indented(lines: string): string {
  return lines.replaceAll(/^/gmu, "  ");
}
