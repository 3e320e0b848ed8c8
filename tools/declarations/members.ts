/* eslint-disable @typescript-eslint/no-unnecessary-condition --
   the compiler declares `symbol` of every type, and leaves it out of some */
import ts from "typescript";
import { comment, type Comments } from "./comments.ts";
import { isOurs } from "./names.ts";
import type { Types } from "./types.ts";

/** Writes the members of named declarations in a type file. */
export class Members {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly types: Types,
    private readonly comments: Comments,
  ) {}

  ofAlias(symbol: ts.Symbol, name: string) {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const text = this.types.text(type, type);
    const generics = this.#generics(symbol);
    return text.startsWith("{") && text.endsWith("}") && !type.isUnion()
      ? `interface ${name}${generics} ${text}`
      : `type ${name}${generics} = ${text};`;
  }

  ofInterface(symbol: ts.Symbol, name: string) {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    const named = this.checker.getBaseTypes(type).map((one) => this.types.text(one));
    const bases = named.filter((text) => !text.startsWith("{"));
    const own = this.checker.getPropertiesOfType(type).filter((property) => {
      return (
        bases.length === 0 ||
        property.declarations?.some(({ parent }) => symbol.declarations?.includes(parent as ts.Declaration))
      );
    });
    const lines = [
      ...this.types.fields.indexes(type),
      ...own.map((property) => this.types.fields.property(property, undefined, true)),
    ];
    const inherited = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
    return `${name}${this.#generics(symbol)}${inherited} {\n${lines.join("\n")}\n}`;
  }

  ofClass(symbol: ts.Symbol, name: string) {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    const made = this.checker.getTypeOfSymbol(symbol);
    const base = this.#base(type);
    const [from] = this.checker.getBaseTypes(type);
    if (from?.isIntersection() === true) this.types.know(from, symbol);
    const isOwn = (property: ts.Symbol) => base === undefined || !isInherited(property, base.type, this.checker);
    const properties = this.checker.getPropertiesOfType(type).filter(isPublic).filter(isOwn);
    const constructors = made.getConstructSignatures();
    const inputs = this.#inputComments(constructors);
    const statics = this.checker
      .getPropertiesOfType(made)
      .filter((property) => property.name !== "prototype" && isPublic(property))
      .filter((property) => base?.made === undefined || !isInherited(property, base.made, this.checker));
    const lines = [
      ...statics.map((property) => {
        const text = this.types.fields.property(property, "", true);
        return comment(this.comments.ofSymbol(property)) + `static ${text}`;
      }),
      ...properties.map((property) => {
        const words = this.comments.ofSymbol(property);
        return this.types.fields.property(property, words === "" ? (inputs.get(property.name) ?? "") : words, true);
      }),
      ...constructors.map((one) => {
        const words =
          one.declaration === undefined ? "" : ts.displayPartsToString(one.getDocumentationComment(this.checker));
        return `${comment(words)}constructor${this.types.fields.parameters(one)};`;
      }),
    ];
    const inherits = base === undefined ? "" : ` extends ${base.name}`;
    return `${name}${inherits} {\n${lines.join("\n")}\n}`;
  }

  /**
   * The base class that readers know. If a function creates the base class, this is the class that the created one
   * extends.
   */
  #base(type: ts.InterfaceType) {
    const bases = this.checker.getBaseTypes(type).flatMap((one) => (one.isIntersection() ? one.types : [one]));
    const known = bases.find(({ symbol }) => symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0);
    if (known === undefined)
      return bases[0]?.symbol?.name === "Error" ? { name: "Error", type: bases[0], made: bases[0] } : undefined;
    return { name: this.types.text(known), type: known, made: this.checker.getTypeOfSymbol(known.symbol) };
  }

  /** Comments of a class's arguments, for the properties of the same name: a resource has its inputs as outputs. */
  #inputComments(constructors: readonly ts.Signature[]) {
    const parameter = constructors[0]?.parameters.find(({ name }) => name === "args");
    const type = parameter === undefined ? undefined : this.checker.getTypeOfSymbol(parameter);
    return this.comments.ofProperties(type === undefined ? [] : type.isUnion() ? type.types : [type]);
  }

  #generics({ declarations = [] }: ts.Symbol) {
    const [declared] = declarations.filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one));
    const parameters = (declared?.typeParameters ?? []).map((one) => one.getText());
    return parameters.length === 0 ? "" : `<${parameters.join(", ")}>`;
  }
}

function isPublic(property: ts.Symbol) {
  if (/^(?:__)?#|^__@(?!iterator|asyncIterator)/u.test(property.name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return !(property.declarations ?? []).some((one) => (ts.getCombinedModifierFlags(one) & hidden) !== 0);
}

function isInherited(property: ts.Symbol, base: ts.Type, checker: ts.TypeChecker) {
  if (
    base.symbol?.name.startsWith("Error") &&
    !(property.declarations ?? []).some((one) => isOurs(one.getSourceFile().fileName))
  )
    return true;
  const there = checker.getPropertyOfType(base, property.name);
  return there !== undefined && there.declarations?.[0] === property.declarations?.[0];
}
