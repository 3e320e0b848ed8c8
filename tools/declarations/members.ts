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
    const [declaration] = (symbol.declarations ?? []).filter(ts.isTypeAliasDeclaration);
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    if (declaration === undefined) throw new TypeError(`${name} is no alias.`);
    const generics = this.#generics(declaration.typeParameters);
    const isFields =
      (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && isOneForm(type, this.checker);
    const node = ts.isTypeReferenceNode(declaration.type) || isFields ? undefined : declaration.type;
    const text = (node === undefined ? undefined : this.types.nodes.text(node)) ?? this.types.text(type, type);
    return isFields && text.startsWith("{")
      ? `interface ${name}${generics} ${text}`
      : `type ${name}${generics} = ${text};`;
  }

  ofInterface(symbol: ts.Symbol, name: string) {
    const [declaration] = (symbol.declarations ?? []).filter(ts.isInterfaceDeclaration);
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const generics = this.#generics(declaration?.typeParameters);
    const inherited = (declaration?.heritageClauses ?? []).flatMap(({ types }) =>
      types.map((one) => this.types.nodes.text(one)),
    );
    const isSpelled = inherited.includes(undefined);
    const own = this.checker.getPropertiesOfType(type).filter((property) => {
      return isSpelled || inherited.length === 0 || property.declarations?.some(({ parent }) => parent === declaration);
    });
    const indexes = this.checker.getIndexInfosOfType(type).map(({ keyType, type: value }) => {
      return `[key: ${this.types.text(keyType)}]: ${this.types.text(value)};`;
    });
    const calls = type.getCallSignatures().map((one) => `${this.types.fields.signature(one, ": ")};`);
    const lines = [
      ...calls,
      ...indexes,
      ...own.map((property) => this.types.fields.property(property, undefined, true)),
    ];
    const bases = isSpelled || inherited.length === 0 ? "" : ` extends ${inherited.join(", ")}`;
    return `${name}${generics}${bases} {\n${lines.join("\n")}\n}`;
  }

  ofClass(symbol: ts.Symbol, name: string) {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    const made = this.checker.getTypeOfSymbol(symbol);
    const base = this.#base(type);
    const [from] = this.checker.getBaseTypes(type);
    this.types.self = from === undefined || !from.isIntersection() ? undefined : { type: from, name };
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
    this.types.self = undefined;
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

  #generics(parameters: readonly ts.TypeParameterDeclaration[] | undefined) {
    return parameters === undefined || parameters.length === 0
      ? ""
      : `<${parameters.map((one) => one.getText()).join(", ")}>`;
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

/** Whether a type is a single list of fields, not a union of several. */
function isOneForm(type: ts.Type, checker: ts.TypeChecker) {
  return type.getCallSignatures().length === 0 && !checker.isArrayType(type) && !checker.isTupleType(type);
}
