import ts from "typescript";
import { comment, Comments } from "./comments.mjs";
import { Members } from "./members.mjs";
import { Names } from "./names.mjs";
import { Nodes } from "./nodes.mjs";
import { Types } from "./types.mjs";

/**
 * The text of a type file for everything that a module exports, and for the types that the exports refer to.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.SourceFile} source
 */
export function declarationsOf(checker, source) {
  return new Entry(checker, source).text();
}

/** One type file under construction. */
class Entry {
  /**
   * @param {ts.TypeChecker} checker
   * @param {ts.SourceFile} source
   */
  constructor(checker, source) {
    this.checker = checker;
    this.source = source;
    this.names = new Names(checker);
    this.comments = new Comments(checker);
    this.nodes = new Nodes(checker, this.names);
    this.types = new Types(checker, this.names, this.nodes, this.comments);
    this.members = new Members(checker, this.types, this.comments);
  }

  text() {
    const module = this.checker.getSymbolAtLocation(this.source);
    if (module === undefined) throw new TypeError(`${this.source.fileName} exports nothing.`);
    const exported = this.checker.getExportsOfModule(module);
    for (const { name, symbol } of exported.map((one) => ({ name: one.name, symbol: this.resolved(one) }))) {
      this.names.export(name, symbol);
      if (symbol.flags & ts.SymbolFlags.TypeAlias) this.types.know(symbol);
    }
    /** @type {string[]} */
    const parts = [];
    for (let next = this.names.next(); next !== undefined; next = this.names.next()) {
      parts.push(this.declaration(next.symbol, next.name, next.isExported));
    }
    parts.push(...this.types.recursive());
    const pulumi = parts.some((part) => part.includes("pulumi."));
    const head = pulumi ? ['import * as pulumi from "@pulumi/pulumi";'] : [];
    return [...head, ...parts, "export {};"].join("\n\n");
  }

  /** @param {ts.Symbol} symbol */
  resolved(symbol) {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  /**
   * @param {ts.Symbol} symbol
   * @param {string} name
   * @param {boolean} isExported
   */
  declaration(symbol, name, isExported) {
    this.types.within = name;
    const words = comment(this.comments.ofSymbol(symbol));
    const prefix = isExported ? "export " : "";
    const { flags } = symbol;
    if (flags & ts.SymbolFlags.Class) return `${words}${prefix}declare class ${this.members.ofClass(symbol, name)}`;
    if (flags & ts.SymbolFlags.Function) {
      const type = this.checker.getTypeOfSymbol(symbol);
      const signatures = type.getCallSignatures().map((one) => {
        return `${prefix}declare function ${name}${this.types.fields.signature(one, ": ")};`;
      });
      return `${words}${signatures.join("\n")}`;
    }
    if (flags & ts.SymbolFlags.Interface) return `${words}${prefix}interface ${this.members.ofInterface(symbol, name)}`;
    if (flags & ts.SymbolFlags.TypeAlias) return `${words}${prefix}${this.members.ofAlias(symbol, name)}`;
    if (flags & ts.SymbolFlags.Variable) {
      const [declared] = symbol.declarations ?? [];
      const node = declared !== undefined && ts.isVariableDeclaration(declared) ? declared.type : undefined;
      const text = this.types.written(node, this.checker.getTypeOfSymbol(symbol));
      return `${words}${prefix}declare const ${name}: ${text};`;
    }
    throw new TypeError(`${name} is exported, and of a form that type files do not have yet.`);
  }
}
