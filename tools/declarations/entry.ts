import ts from "typescript";
import { comment, Comments } from "./comments.ts";
import { Members } from "./members.ts";
import { type Named, Names } from "./names.ts";
import { Types } from "./types.ts";

/** The text of a type file for everything that a module exports, and for the types that the exports refer to. */
export function declarationsOf(checker: ts.TypeChecker, source: ts.SourceFile) {
  const names = new Names();
  const comments = new Comments(checker);
  const types = new Types(checker, names, comments);
  const members = new Members(checker, types);
  const module = checker.getSymbolAtLocation(source);
  if (module === undefined) throw new TypeError(`${source.fileName} exports nothing.`);
  const classes: string[] = [];
  for (const one of checker.getExportsOfModule(module)) {
    const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    // At run time there is no such class.
    const isType = symbol.flags & ts.SymbolFlags.Class && one.declarations?.some(ts.isTypeOnlyExportDeclaration);
    if (isType) classes.push(one.name);
    names.add({ name: one.name, symbol, isExported: !isType });
    if (symbol.flags & ts.SymbolFlags.TypeAlias) types.know(checker.getDeclaredTypeOfSymbol(symbol), symbol);
  }
  const parts: string[] = [];
  for (let next = names.next(); next !== undefined; next = names.next()) parts.push(declaration(next));
  const pulumi = parts.some((part) => part.includes("pulumi."));
  const head = pulumi ? ['import * as pulumi from "@pulumi/pulumi";'] : [];
  const tail = classes.length > 0 ? `export type { ${classes.join(", ")} };` : "export {};";
  return [...head, ...parts, tail].join("\n\n");

  function declaration({ symbol, name, isExported }: Named): string {
    const words = comment(comments.ofSymbol(symbol));
    const prefix = isExported ? "export " : "";
    const { flags } = symbol;
    if (flags & ts.SymbolFlags.Class) return `${words}${prefix}declare class ${members.ofClass(symbol, name)}`;
    if (flags & ts.SymbolFlags.Function) {
      const type = checker.getTypeOfSymbol(symbol);
      const signatures = type.getCallSignatures().map((one) => {
        return `${prefix}declare function ${name}${types.fields.signature(one, ": ")};`;
      });
      return `${words}${signatures.join("\n")}`;
    }
    if (flags & ts.SymbolFlags.Interface) return `${words}${prefix}interface ${members.ofInterface(symbol, name)}`;
    if (flags & ts.SymbolFlags.TypeAlias) return `${words}${prefix}${members.ofAlias(symbol, name)}`;
    if (flags & ts.SymbolFlags.Variable) {
      return `${words}${prefix}declare const ${name}: ${types.text(checker.getTypeOfSymbol(symbol))};`;
    }
    throw new TypeError(`${name} is exported, and of a form that type files do not have yet.`);
  }
}
