import { join } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

/** The files whose declarations are described; the compiler follows their imports. */
const entries = ["sdk/index.ts", "provider/registry.ts", "provider/functions/functions.ts", "lib/model/schema.ts"];

/** @type {{ program: ts.Program; checker: ts.TypeChecker } | undefined} */
let compiler;

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
 *
 * @typedef {object} Comment
 * @property {string} text
 * @property {string} remarks
 */

/** @typedef {Map<string, Comment>} Comments doc comments by the name of the property */

/**
 * @param {ts.Symbol} symbol
 * @returns {Comment}
 */
export function commentOf(symbol) {
  const { checker } = sources();
  const remarks = symbol.getJsDocTags(checker).find(({ name }) => name === "remarks");
  return { text: plain(symbol.getDocumentationComment(checker)), remarks: plain(remarks?.text ?? []) };
}

/** @param {readonly ts.SymbolDisplayPart[]} parts of a comment; a link is shown as the name that it leads to */
function plain(parts) {
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
 * @param {string} file below the root
 * @param {string} name
 */
export function typeOfValue(file, name) {
  const { program, checker } = sources();
  const source = program.getSourceFile(join(root, file));
  /** @type {(ts.VariableDeclaration | ts.ClassDeclaration)[]} */
  const declared = [];
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
 * @param {string} file below the root
 * @returns {Comments}
 */
export function exportedComments(file) {
  const { program, checker } = sources();
  const source = program.getSourceFile(join(root, file));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(exported.map((symbol) => [symbol.name, commentOf(symbol)]));
}

/** The doc comments of a value's type, and of everything in it. */
export class Described {
  #types;

  /** @param {readonly ts.Type[]} types the forms of the value */
  constructor(types) {
    this.#types = types.flatMap((type) => {
      const known = sources().checker.getNonNullableType(type);
      return known.isUnion() ? known.types : [known];
    });
  }

  /**
   * What a zod schema accepts: a variable of a file, or a property of it.
   *
   * @param {string} file below the root
   * @param {string} name of the variable
   * @param {string} [property]
   */
  static bySchema(file, name, property) {
    const value = typeOfValue(file, name);
    const schema = property === undefined ? value : typeAt(value, property);
    return new Described([typeAt(typeAt(schema, "_zod"), "input")]);
  }

  /** @returns {Comments} */
  comments() {
    const keys = new Set(this.#types.flatMap((type) => this.#propertiesOf(type).map(({ name }) => name)));
    return new Map([...keys].map((key) => [key, this.comment(key)]));
  }

  /**
   * The comment of a property. If the forms of a union say different things, all of them.
   *
   * @param {string} key
   * @returns {Comment}
   */
  comment(key) {
    const all = this.#symbols(key).map(commentOf);
    const texts = new Set(all.map(({ text }) => text).filter((text) => text !== ""));
    return { text: [...texts].join(" "), remarks: all.find(({ remarks }) => remarks !== "")?.remarks ?? "" };
  }

  /** @param {string} key of a property */
  at(key) {
    return new Described(this.#symbols(key).map((symbol) => sources().checker.getTypeOfSymbol(symbol)));
  }

  /** The items of a list, or the values of a record. */
  items() {
    return new Described(this.#types.flatMap((type) => type.getNumberIndexType() ?? type.getStringIndexType() ?? []));
  }

  /** @param {string} key */
  #symbols(key) {
    return this.#types.flatMap((type) => this.#propertiesOf(type).filter(({ name }) => name === key));
  }

  /** @param {ts.Type} type */
  #propertiesOf(type) {
    return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0
      ? []
      : sources().checker.getPropertiesOfType(type);
  }
}

/**
 * @param {ts.Type} type
 * @param {string} key
 */
function typeAt(type, key) {
  const symbol = type.getProperty(key);
  if (symbol === undefined) throw new TypeError(`${sources().checker.typeToString(type)} has no ${key}`);
  return sources().checker.getTypeOfSymbol(symbol);
}
