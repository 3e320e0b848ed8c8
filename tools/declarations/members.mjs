/* eslint-disable @typescript-eslint/no-unnecessary-condition --
   the compiler declares `symbol` of every type, and leaves it out of some */
import ts from "typescript";
import { comment } from "./comments.mjs";
import { isOurs } from "./names.mjs";

/** Writes the members of named declarations in a type file. */
export class Members {
  /**
   * @param {ts.TypeChecker} checker
   * @param {import("./types.mjs").Types} types
   * @param {import("./comments.mjs").Comments} comments
   */
  constructor(checker, types, comments) {
    this.checker = checker;
    this.types = types;
    this.comments = comments;
  }

  /**
   * @param {ts.Symbol} symbol
   * @param {string} name
   */
  ofAlias(symbol, name) {
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

  /**
   * @param {ts.Symbol} symbol
   * @param {string} name
   */
  ofInterface(symbol, name) {
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

  /**
   * @param {ts.Symbol} symbol
   * @param {string} name
   */
  ofClass(symbol, name) {
    const type = /** @type {ts.InterfaceType} */ (this.checker.getDeclaredTypeOfSymbol(symbol));
    const made = this.checker.getTypeOfSymbol(symbol);
    const base = this.#base(type);
    const [from] = this.checker.getBaseTypes(type);
    this.types.self = from === undefined || !from.isIntersection() ? undefined : { type: from, name };
    const isOwn = (/** @type {ts.Symbol} */ property) =>
      base === undefined || !isInherited(property, base.type, this.checker);
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
   *
   * @param {ts.InterfaceType} type
   */
  #base(type) {
    const bases = this.checker.getBaseTypes(type).flatMap((one) => (one.isIntersection() ? one.types : [one]));
    const known = bases.find(({ symbol }) => symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0);
    if (known === undefined)
      return bases[0]?.symbol?.name === "Error" ? { name: "Error", type: bases[0], made: bases[0] } : undefined;
    return { name: this.types.text(known), type: known, made: this.checker.getTypeOfSymbol(known.symbol) };
  }

  /**
   * Comments of a class's arguments, for the properties of the same name: a resource has its inputs as outputs.
   *
   * @param {readonly ts.Signature[]} constructors
   */
  #inputComments(constructors) {
    const parameter = constructors[0]?.parameters.find(({ name }) => name === "args");
    const type = parameter === undefined ? undefined : this.checker.getTypeOfSymbol(parameter);
    /** @type {Map<string, string>} */
    const words = new Map();
    if (type === undefined) return words;
    for (const form of type.isUnion() ? type.types : [type]) {
      for (const property of this.checker.getPropertiesOfType(form)) {
        const text = this.comments.ofSymbol(property);
        if (text !== "" && !words.has(property.name)) words.set(property.name, text);
      }
    }
    return words;
  }

  /** @param {readonly ts.TypeParameterDeclaration[] | undefined} parameters */
  #generics(parameters) {
    return parameters === undefined || parameters.length === 0
      ? ""
      : `<${parameters.map((one) => one.getText()).join(", ")}>`;
  }
}

/** @param {ts.Symbol} property */
function isPublic(property) {
  if (/^(?:__)?#|^__@(?!iterator|asyncIterator)/u.test(property.name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return !(property.declarations ?? []).some((one) => (ts.getCombinedModifierFlags(one) & hidden) !== 0);
}

/**
 * @param {ts.Symbol} property
 * @param {ts.Type} base
 * @param {ts.TypeChecker} checker
 */
function isInherited(property, base, checker) {
  if (
    base.symbol?.name.startsWith("Error") &&
    !(property.declarations ?? []).some((one) => isOurs(one.getSourceFile().fileName))
  )
    return true;
  const there = checker.getPropertyOfType(base, property.name);
  return there !== undefined && there.declarations?.[0] === property.declarations?.[0];
}

/**
 * Whether a type is a single list of fields, not a union of several.
 *
 * @param {ts.Type} type
 * @param {ts.TypeChecker} checker
 */
function isOneForm(type, checker) {
  return type.getCallSignatures().length === 0 && !checker.isArrayType(type) && !checker.isTupleType(type);
}
