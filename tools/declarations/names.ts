import { sep } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

export interface Named {
  readonly symbol: ts.Symbol;
  readonly name: string;
  readonly isExported: boolean;
}

/** The names in one type file, and the declarations that still have to be written. */
export class Names {
  readonly #named = new Map<ts.Symbol, Named>();
  readonly #taken = new Set<string>();
  readonly #waiting: Named[] = [];

  next() {
    return this.#waiting.shift();
  }

  /** The name of a class, an interface or an alias in the file. */
  of(symbol: ts.Symbol): string {
    const known = this.#named.get(symbol);
    if (known !== undefined) return known.name;
    const declaration = symbol.declarations?.[0] as ts.Declaration;
    const file = declaration.getSourceFile().fileName;
    if (isOurs(file)) {
      let { name } = symbol;
      for (let number = 2; this.#taken.has(name); number += 1) name = symbol.name + String(number);
      this.add({ name, symbol, isExported: false });
      return name;
    }
    if (file.includes("/node_modules/@pulumi/pulumi/")) return `pulumi.${symbol.name}`;
    // A schema is useless for readers.
    if (file.includes("/node_modules/zod/")) return "unknown";
    const module = file.includes("/node_modules/typescript/lib/") ? undefined : moduleOf(declaration);
    return module === undefined ? symbol.name : `import(${JSON.stringify(module)}).${symbol.name}`;
  }

  add(named: Named) {
    this.#taken.add(named.name);
    this.#named.set(named.symbol, named);
    this.#waiting.push(named);
  }
}

/** The ambient Node module that contains a declaration; undefined for globals. */
function moduleOf(node: ts.Node): string | undefined {
  if (ts.isModuleDeclaration(node)) {
    if (ts.isStringLiteral(node.name)) return node.name.text;
    if (node.name.text === "global") return undefined;
  }
  return ts.isSourceFile(node) ? undefined : moduleOf(node.parent);
}

/** Whether a file is a source of this package. */
export function isOurs(file: string) {
  return file.startsWith(root.replaceAll(sep, "/")) && !file.includes("/node_modules/");
}
