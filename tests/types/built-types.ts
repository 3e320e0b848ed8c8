import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../support/clone";

const typeFile = join(root, "dist/types/index");

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** The types that the built package exports by name. */
export function builtTypeNames(): string[] {
  const source = ts.createSourceFile("", readFileSync(`${typeFile}.d.ts`, "utf8"), ts.ScriptTarget.Latest);
  const names = source.statements.filter(isExportedType).map(({ name }) => name.text);
  // Only this package can create a resolved model: its class has private fields, which a type file does not show.
  return names.filter((name) => name !== "SiteTemplateArgs");
}

/** A program that compiles only if each of these types is the same in the sources, which it imports as `flowgate`. */
export function builtTypesSnippet(): string {
  return [
    `import type * as Built from ${JSON.stringify(typeFile)};`,
    "type Same<A, B> = 0 extends 1 & (A | B) ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
    "declare function same<A, B>(yes: Same<A, B>): void;",
    ...builtTypeNames().map((name) => `same<flowgate.${name}, Built.${name}>(true);`),
  ].join("\n");
}

function isExportedType(statement: ts.Statement): statement is Declaration {
  if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return false;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}
