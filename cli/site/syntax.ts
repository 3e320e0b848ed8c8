import { GENERATOR, generate, type Generator, type State } from "astring";
import type {
  ArrayExpression,
  Expression,
  ImportDeclaration,
  Literal,
  ModuleDeclaration,
  Node,
  Program,
  Statement as Plain,
} from "estree";

export type { Expression } from "estree";

/** A statement of a module, exported or not. */
export type Statement = (Plain | ModuleDeclaration) & { comments?: readonly Comment[] };

interface Comment {
  readonly type: "Line";
  readonly value: string;
}

/** An import of some names. */
export interface Import {
  readonly from: string;
  readonly names: readonly string[];
}

/** An identifier. */
export function name(text: string): Expression {
  return { type: "Identifier", name: text };
}

/** A property access, on an identifier or another expression. */
export function member(object: string | Expression, property: string): Expression {
  return {
    type: "MemberExpression",
    object: typeof object === "string" ? name(object) : object,
    property: { type: "Identifier", name: property },
    computed: false,
    optional: false,
  };
}

export function call(callee: Expression, args: readonly Expression[]): Expression {
  return { type: "CallExpression", callee, arguments: [...args], optional: false };
}

export function newOf(type: string, args: readonly Expression[]): Expression {
  return { type: "NewExpression", callee: { type: "Identifier", name: type }, arguments: [...args] };
}

/** Functions that write the values of some keys. */
type Writers = Readonly<Record<string, ((value: unknown) => Expression | readonly Expression[]) | undefined>>;

/** Plain data as an expression. Values of keys with a writer are written by it. */
export function valueOf(value: unknown, writers: Writers = {}): Expression {
  if (Array.isArray(value)) return list(value.map((item) => valueOf(item)));
  if (typeof value !== "object" || value === null) return literal(value as string | number | boolean | null);
  return {
    type: "ObjectExpression",
    properties: Object.entries(value).map(([key, held]) => {
      const written = writers[key]?.(held);
      const isList = Array.isArray(written);
      return {
        type: "Property",
        key: /^[A-Za-z_]\w*$/u.test(key) ? { type: "Identifier", name: key } : literal(key),
        value: isList ? list(written as readonly Expression[]) : ((written as Expression | undefined) ?? valueOf(held)),
        kind: "init",
        method: false,
        shorthand: false,
        computed: false,
      };
    }),
  };
}

/** A constant of a module. */
export function constant(held: string, init: Expression, comment?: string, isExported = false): Statement {
  const declaration = {
    type: "VariableDeclaration",
    kind: "const",
    declarations: [{ type: "VariableDeclarator", id: { type: "Identifier", name: held }, init }],
  } as const satisfies Plain;
  const statement: Statement = isExported
    ? { type: "ExportNamedDeclaration", declaration, specifiers: [], source: null, attributes: [] }
    : declaration;
  return commented(statement, comment);
}

/** An expression statement, executed for its effect. */
export function created(expression: Expression, comment?: string): Statement {
  return commented({ type: "ExpressionStatement", expression }, comment);
}

/** The text of a module. */
export function file(title: string, imports: readonly Import[], statements: readonly Statement[]): string {
  const declarations = imports.map((one) => importOf(one));
  const body = [...declarations.map((one, index) => (index === 0 ? commented(one, title) : one)), ...statements];
  const program = { type: "Program", sourceType: "module", body } as Program;
  return generate(program, { generator: printer, comments: true });
}

function importOf({ from, names }: Import): ImportDeclaration {
  const specifiers = names.map((text) => {
    const identifier = { type: "Identifier", name: text } as const;
    return { type: "ImportSpecifier", imported: identifier, local: identifier } as const;
  });
  return { type: "ImportDeclaration", specifiers, source: literal(from), attributes: [] };
}

function commented<S extends Statement>(statement: S, comment: string | undefined): S {
  if (comment === undefined) return statement;
  return { ...statement, comments: [{ type: "Line", value: ` ${oneLine(comment)}` }] };
}

/** Removes line ends from a comment: a name on an appliance must never become code. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, index) => escapeOf(mark.charCodeAt(index))).join(""),
  );
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** A list of expressions. */
export function list(elements: readonly Expression[]): Expression {
  return { type: "ArrayExpression", elements: [...elements] };
}

/** Escapes text so that every character keeps its value. */
function literal(value: string | number | boolean | null): Literal {
  return { type: "Literal", value, raw: typeof value === "string" ? oneLine(JSON.stringify(value)) : String(value) };
}

/* eslint-disable no-restricted-syntax -- the state of the printer is a text, and no stream */

/** Like the library's printer, except for blanks in imports, and that lists with several items have one item per line. */
const printer: Generator = {
  ...GENERATOR,
  ImportDeclaration(this: Generator, { specifiers, source }: ImportDeclaration, state: State) {
    const names = specifiers.map(({ local }) => local.name).join(", ");
    state.write(`import { ${names} } from `);
    print(this, source, state);
    state.write(";");
  },
  ArrayExpression(this: Generator, { elements }: ArrayExpression, state: State) {
    const items = elements.filter((element) => element !== null);
    if (items.length < 2) {
      state.write("[");
      for (const item of items) print(this, item, state);
      state.write("]");
      return;
    }
    state.indentLevel += 1;
    state.write(`[${state.lineEnd}`);
    for (const item of items) {
      state.write(state.indent.repeat(state.indentLevel));
      print(this, item, state);
      state.write(`,${state.lineEnd}`);
    }
    state.indentLevel -= 1;
    state.write(`${state.indent.repeat(state.indentLevel)}]`);
  },
};

function print(generator: Generator, node: Node, state: State): void {
  (generator[node.type] as (node: Node, state: State) => void)(node, state);
}
