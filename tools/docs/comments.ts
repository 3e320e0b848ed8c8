import { join } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

/** The files whose declarations are described; the compiler follows their imports. */
const entries = ["sdk/index.ts", "provider/registry.ts", "provider/functions/functions.ts", "sdk/model/schema.ts"];

let compiler: { program: ts.Program; checker: ts.TypeChecker } | undefined;

/** The package as the compiler knows it. */
export function sources() {
  if (compiler !== undefined) return compiler;
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    entries.map((file) => join(root, file)),
    options,
  );
  compiler = { program, checker: program.getTypeChecker() };
  return compiler;
}

/**
 * A declaration's doc comment. `text` is true in every language; sentences about the TypeScript classes alone come
 * after `@remarks`.
 */
export interface Comment {
  readonly text: string;
  readonly remarks: string;
}

/** Doc comments by the name of the property. */
export type Comments = ReadonlyMap<string, Comment>;

export function commentOf(symbol: ts.Symbol): Comment {
  const { checker } = sources();
  const remarks = symbol.getJsDocTags(checker).find(({ name }) => name === "remarks");
  return { text: plain(symbol.getDocumentationComment(checker)), remarks: plain(remarks?.text ?? []) };
}

/** @param parts of a comment; a link is shown as the name that it leads to */
function plain(parts: readonly ts.SymbolDisplayPart[]) {
  const words = parts.filter(({ kind }) => kind !== "link");
  return words
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * The type of a value that a file declares.
 *
 * @param file below the root
 */
export function typeOfValue(file: string, name: string) {
  const { program, checker } = sources();
  const source = program.getSourceFile(join(root, file));
  const declared: (ts.VariableDeclaration | ts.ClassDeclaration)[] = [];
  for (const one of source?.statements ?? []) {
    if (ts.isVariableStatement(one)) declared.push(...one.declarationList.declarations);
    else if (ts.isClassDeclaration(one)) declared.push(one);
  }
  const found = declared.find((one) => one.name?.getText() === name);
  if (found?.name === undefined) throw new TypeError(`${file} declares no value ${name}`);
  return checker.getTypeAtLocation(found.name);
}

/**
 * The doc comments of the classes, functions, types and constants that a file exports, by their names.
 *
 * @param file below the root
 */
export function exportedComments(file: string): Comments {
  const { program, checker } = sources();
  const source = program.getSourceFile(join(root, file));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(exported.map((symbol) => [symbol.name, commentOf(symbol)]));
}

/** The doc comments of a value's type, and of everything in it. */
export class Described {
  readonly #types: readonly ts.Type[];

  /** @param types the forms of the value */
  constructor(types: readonly ts.Type[]) {
    this.#types = types.flatMap((type) => {
      const known = sources().checker.getNonNullableType(type);
      return known.isUnion() ? known.types : [known];
    });
  }

  /**
   * What a zod schema accepts: a variable of a file, or a property of it.
   *
   * @param file below the root
   * @param name of the variable
   */
  static bySchema(file: string, name: string, property?: string) {
    const value = typeOfValue(file, name);
    const schema = property === undefined ? value : typeAt(value, property);
    return new Described([typeAt(typeAt(schema, "_zod"), "input")]);
  }

  comments(): Comments {
    const keys = new Set(this.#types.flatMap((type) => this.#propertiesOf(type).map(({ name }) => name)));
    return new Map([...keys].map((key) => [key, this.comment(key)]));
  }

  /** The comment of a property. If the forms of a union say different things, all of them. */
  comment(key: string): Comment {
    const all = this.#symbols(key).map(commentOf);
    const texts = new Set(all.map(({ text }) => text).filter((text) => text !== ""));
    return { text: [...texts].join(" "), remarks: all.find(({ remarks }) => remarks !== "")?.remarks ?? "" };
  }

  /** @param key of a property */
  at(key: string) {
    return new Described(this.#symbols(key).map((symbol) => sources().checker.getTypeOfSymbol(symbol)));
  }

  /** The items of a list, or the values of a record. */
  items() {
    return new Described(this.#types.flatMap((type) => type.getNumberIndexType() ?? type.getStringIndexType() ?? []));
  }

  #symbols(key: string) {
    return this.#types.flatMap((type) => this.#propertiesOf(type).filter(({ name }) => name === key));
  }

  #propertiesOf(type: ts.Type) {
    return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0
      ? []
      : sources().checker.getPropertiesOfType(type);
  }
}

function typeAt(type: ts.Type, key: string) {
  const symbol = type.getProperty(key);
  if (symbol === undefined) throw new TypeError(`${sources().checker.typeToString(type)} has no ${key}`);
  return sources().checker.getTypeOfSymbol(symbol);
}
