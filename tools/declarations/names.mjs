import { sep } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

/** @typedef {{ symbol: ts.Symbol; name: string; isExported: boolean }} Named */

/** The names in one type file, and the declarations that still have to be written. */
export class Names {
  /** @type {Map<ts.Symbol, Named>} */
  #named = new Map();
  /** @type {Set<string>} */
  #taken = new Set();
  /** @type {Named[]} */
  #waiting = [];

  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /**
   * @param {string} name
   * @param {ts.Symbol} symbol
   */
  export(name, symbol) {
    this.#add({ name, symbol, isExported: true });
  }

  next() {
    return this.#waiting.shift();
  }

  /** @param {ts.Symbol} symbol */
  isExported(symbol) {
    return this.#named.get(symbol)?.isExported === true;
  }

  /**
   * A name that is not used in the file yet.
   *
   * @param {string} wanted
   */
  free(wanted) {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}${number}`;
    this.#taken.add(name);
    return name;
  }

  /**
   * The name of a class, an interface or an alias in the file. Undefined if it belongs to a library that readers need
   * not have.
   *
   * @param {ts.Symbol} symbol
   * @returns {string | undefined}
   */
  of(symbol) {
    const known = this.#named.get(symbol);
    if (known !== undefined) return known.name;
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined) return undefined;
    if (ts.isTypeParameterDeclaration(declaration)) return symbol.name;
    const file = declaration.getSourceFile().fileName;
    if (isOurs(file)) {
      const name = this.free(symbol.name);
      this.#add({ name, symbol, isExported: false });
      return name;
    }
    if (file.includes("/node_modules/@pulumi/pulumi/")) return `pulumi.${symbol.name}`;
    if (file.includes("/node_modules/typescript/lib/")) return symbol.name;
    // A schema is useless for readers: its inferred type is spelled out.
    if (file.includes("/node_modules/zod/")) return ts.isTypeAliasDeclaration(declaration) ? undefined : "unknown";
    const library = /[/]node_modules[/]((?:@[^/]+[/])?[^/]+)[/](?!.*[/]node_modules[/])/u.exec(file)?.[1];
    if (library !== "@types/node")
      return library === "undici-types" || library === "undici" ? symbol.name : `import("${library}").${symbol.name}`;
    const module = moduleOf(declaration);
    return module === undefined ? symbol.name : `import(${JSON.stringify(module)}).${symbol.name}`;
  }

  /** @param {Named} named */
  #add(named) {
    this.#taken.add(named.name);
    this.#named.set(named.symbol, named);
    this.#waiting.push(named);
  }
}

/**
 * The ambient Node module that contains a declaration; undefined for globals.
 *
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function moduleOf(node) {
  if (ts.isModuleDeclaration(node)) {
    if (ts.isStringLiteral(node.name)) return node.name.text;
    if (node.name.text === "global") return undefined;
  }
  return ts.isSourceFile(node) ? undefined : moduleOf(node.parent);
}

/**
 * Whether a file is a source of this package.
 *
 * @param {string} file
 */
export function isOurs(file) {
  return file.startsWith(root.replaceAll(sep, "/")) && !file.includes("/node_modules/");
}
