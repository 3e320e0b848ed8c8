import { join } from "node:path";
import ts from "typescript";
import { kindOf, meaningOf } from "../declarations/comments.ts";
import { root } from "../lib/paths.mjs";

/** The files whose declarations are described; the compiler follows their imports. */
const entries = ["sdk/index.ts", "provider/registry.ts", "provider/config/schema.ts"];

/** The package as the compiler knows it. */
const program = makeProgram();
export const checker = program.getTypeChecker();

function makeProgram() {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram({ rootNames: entries.map((file) => join(root, file)), options });
}

/**
 * A property of objects. `text` is its doc comment, true in every language; sentences about the TypeScript classes
 * alone come after `@remarks`.
 */
export interface Field {
  readonly key: string;
  readonly text: string;
  readonly remarks: string;
  readonly types: readonly ts.Type[];
  readonly isRequired: boolean;
}

/** The doc comment of a declaration, or else the meaning of a code. A link is shown as the name that it leads to. */
export function textOf(symbol: ts.Symbol) {
  return plain((kindOf(checker, symbol) ?? symbol).getDocumentationComment(checker)) || meaningOf(symbol);
}

function plain(parts: readonly ts.SymbolDisplayPart[]) {
  const words = parts.filter(({ kind }) => kind !== "link").map(({ text }) => text);
  return words.join("").replace(/\s+/gu, " ").trim();
}

/** The declarations that a file exports, by their names. */
export function exportsOf(file: string): ReadonlyMap<string, ts.Symbol> {
  const source = program.getSourceFile(join(root, file));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(
    exported.map((one) => [one.name, one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one]),
  );
}

/**
 * The type that a zod schema accepts or gives.
 *
 * @param path of the schema in the file: the name of a variable, and of properties below it
 */
export function typeOfSchema(file: string, path: readonly string[], side: "input" | "output") {
  const source = program.getSourceFile(join(root, file));
  const [name = "", ...below] = path;
  const local = source === undefined ? [] : checker.getSymbolsInScope(source, ts.SymbolFlags.Variable);
  const variable = local.find((one) => one.name === name);
  if (variable === undefined) throw new TypeError(`${file} declares no value ${name}`);
  return [...below, "_zod", side].reduce(
    (type, key) => {
      const property = type.getProperty(key);
      if (property === undefined) throw new TypeError(`${checker.typeToString(type)} has no ${key}`);
      return checker.getTypeOfSymbol(property);
    },
    checker.getTypeOfSymbol(checker.getExportSymbolOfSymbol(variable)),
  );
}

/** The forms of a value, without its absence. */
export function formsOf(types: readonly ts.Type[]): ts.Type[] {
  const all = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
  return all.filter(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0);
}

export function areAll(types: readonly ts.Type[], flag: ts.TypeFlags) {
  return types.every(({ flags }) => (flags & flag) !== 0);
}

/** The properties of all forms. If the forms say different things about one, its text is all of them. */
export function fieldsOf(types: readonly ts.Type[]): Field[] {
  const forms = formsOf(types);
  const symbols = forms.flatMap((form) => checker.getPropertiesOfType(form));
  const keys = new Set(symbols.map(({ name }) => name));
  return [...keys].map((key) => {
    const same = symbols.filter(({ name }) => name === key);
    const remarks = same.flatMap((one) => one.getJsDocTags(checker)).find(({ name }) => name === "remarks");
    const given = same.map((one) => checker.getTypeOfSymbol(one));
    return {
      key,
      text: [...new Set(same.map(textOf))].join(" ").trim(),
      remarks: plain(remarks?.text ?? []),
      types: given,
      isRequired: same.length === forms.length && given.every((type) => checker.getNonNullableType(type) === type),
    };
  });
}

/** Types as tables show them. */
export function typeText(types: readonly ts.Type[]): string {
  const forms = formsOf(types);
  const texts = forms.map((form) => {
    const value = form.getStringIndexType();
    if (!areAll([form], ts.TypeFlags.Object)) return checker.typeToString(form);
    if (value !== undefined) return `Record<string, ${typeText([value])}>`;
    if (!checker.isArrayType(form))
      return forms.length > 1 && areAll(forms, ts.TypeFlags.Object) ? "RuleArgs" : "object";
    const item = typeText(checker.getTypeArguments(form as ts.TypeReference));
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  });
  // The compiler's own order depends on what else it has read.
  return [...new Set(texts)].sort().join(" | ").replace("false | true", "boolean");
}
