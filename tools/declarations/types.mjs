/* eslint-disable @typescript-eslint/no-unnecessary-condition --
   the compiler declares `symbol` of every type, and leaves it out of some */
import ts from "typescript";
import { isOurs } from "./names.mjs";
import { isUtility } from "./nodes.mjs";
import { Fields } from "./fields.mjs";

/** From this number of members on, a union of literals is written by its name if it has one. */
const LONG = 8;

/** Depth limit: no type of a public interface is nested deeper. */
const DEEPEST = 25;

/** Spells out types. */
export class Types {
  /** The class being written, by its type. @type {{ type: ts.Type; name: string } | undefined} */
  self;
  /** The name of the declaration being written. */
  within = "";
  /** The types being spelled out, the outermost first. @type {ts.Type[]} */
  #open = [];
  /** Names of recursive types. @type {Map<ts.Type, string>} */
  #selves = new Map();
  /** @type {Map<ts.Type, ts.Symbol>} */
  #aliases = new Map();
  /** @type {string[]} */
  #recursive = [];
  /** Comments of the properties of the union being spelled out. @type {Map<string, string>} */
  siblings = new Map();

  /**
   * @param {ts.TypeChecker} checker
   * @param {import("./names.mjs").Names} names
   * @param {import("./nodes.mjs").Nodes} nodes
   * @param {import("./comments.mjs").Comments} comments
   */
  constructor(checker, names, nodes, comments) {
    this.checker = checker;
    this.names = names;
    this.nodes = nodes;
    this.comments = comments;
    this.fields = new Fields(checker, this, comments);
  }

  /** Declarations of recursive types. */
  recursive() {
    return this.#recursive;
  }

  /**
   * Registers an alias, whose name is then used wherever its type occurs.
   *
   * @param {ts.Symbol} alias
   */
  know(alias) {
    const type = this.checker.getDeclaredTypeOfSymbol(alias);
    const isComposed = type.isUnion() ? type.types.some(isObject) || type.types.length >= LONG : isObject(type);
    if (isComposed && type.symbol?.flags !== ts.SymbolFlags.Class && !this.#aliases.has(type))
      this.#aliases.set(type, alias);
  }

  /**
   * A type as in the sources, or else spelled out.
   *
   * @param {ts.TypeNode | undefined} node
   * @param {ts.Type} type
   * @returns {string}
   */
  written(node, type) {
    return (node === undefined ? undefined : this.nodes.text(node)) ?? this.text(type);
  }

  /**
   * @param {ts.Type} type
   * @param {ts.Type} [unnamed] a type whose own name must not be used
   * @returns {string}
   */
  text(type, unnamed) {
    if (type !== unnamed) {
      const name = type === this.self?.type ? this.self.name : this.#nameOf(type);
      if (name !== undefined) return name;
    }
    if (type.isUnion()) return this.#union(type, unnamed);
    if (type.isIntersection() && type.types.some((one) => isClass(one) || this.checker.isArrayType(one))) {
      return type.types.map((one) => this.text(one)).join(" & ");
    }
    if (!isObject(type)) {
      const text = this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
      return type.isIntersection() ? `(${text})` : text;
    }
    const self = this.#selves.get(type);
    if (self !== undefined) return self;
    if (this.#open.includes(type)) {
      const made = this.names.free(`${this.within}Part`);
      this.#selves.set(type, made);
      return made;
    }
    if (this.#open.length > DEEPEST) {
      throw new TypeError(`A type of ${this.within} has no end: ${this.checker.typeToString(type)}`);
    }
    this.#open.push(type);
    const text = this.fields.object(type);
    this.#open.pop();
    const made = this.#selves.get(type);
    if (made === undefined) return text;
    // Again, as a declaration of its own.
    this.#recursive.push(`type ${made} = ${this.fields.object(type)};`);
    return made;
  }

  /**
   * @param {ts.Type} type
   * @returns {string | undefined}
   */
  #nameOf(type) {
    const alias = this.#aliases.get(type);
    if (alias !== undefined) return this.names.of(alias);
    const { aliasSymbol, aliasTypeArguments } = type;
    if (aliasSymbol !== undefined && this.#mayCall(aliasSymbol, aliasTypeArguments !== undefined)) {
      const name = this.names.of(aliasSymbol);
      if (name !== undefined) return name + this.#typeArguments(aliasTypeArguments);
    }
    if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return type.symbol.name;
    if (this.checker.isTupleType(type)) return this.#tuple(/** @type {ts.TupleTypeReference} */ (type));
    if (!isObject(type) || type.isIntersection()) return undefined;
    const { symbol } = type;
    if (symbol === undefined || (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) === 0)
      return undefined;
    if (type !== this.checker.getDeclaredTypeOfSymbol(symbol) && !isReference(type)) return undefined;
    const given = isReference(type) ? this.checker.getTypeArguments(type) : [];
    const own = given.slice(0, typeParameterCount(symbol));
    if (symbol.name === "Array" || symbol.name === "ReadonlyArray") {
      const item = this.text(/** @type {ts.Type} */ (own[0]));
      return `${symbol.name === "Array" ? "" : "readonly "}(${item})[]`;
    }
    const name = this.names.of(symbol);
    // An output of a plain value lifts nothing, so both names mean the same.
    const called = name === "pulumi.OutputInstance" ? "pulumi.Output" : name;
    if (called === undefined || called === "unknown") return called;
    return called + this.#typeArguments(own);
  }

  /** @param {ts.TupleTypeReference} type */
  #tuple(type) {
    const { elementFlags, readonly } = type.target;
    const items = this.checker.getTypeArguments(type).map((one, index) => {
      const isRest = ((elementFlags[index] ?? 0) & ts.ElementFlags.Rest) !== 0;
      const text = this.text(one);
      return isRest ? `...(${text})[]` : text;
    });
    return `${readonly ? "readonly " : ""}[${items.join(", ")}]`;
  }

  /**
   * @param {ts.Symbol} alias
   * @param {boolean} hasArguments
   */
  #mayCall(alias, hasArguments) {
    const [declaration] = alias.declarations ?? [];
    const file = declaration?.getSourceFile().fileName ?? "";
    if (isOurs(file)) return !hasArguments && this.names.isExported(alias);
    return (
      file.includes("/node_modules/@pulumi/pulumi/") || (file.includes("/typescript/lib/") && !isUtility(alias, file))
    );
  }

  /** @param {readonly ts.Type[] | undefined} given */
  #typeArguments(given) {
    return given === undefined || given.length === 0 ? "" : `<${given.map((one) => this.text(one)).join(", ")}>`;
  }

  /**
   * @param {ts.UnionType} type
   * @param {ts.Type} [unnamed]
   * @returns {string}
   */
  #union(type, unnamed) {
    const rest = new Set(type.types.filter(isGiven));
    /** @type {string[]} */
    const parts = [];
    // `Input<T>` is itself a union and would be flattened in another union.
    for (const output of type.types) {
      if (output.symbol?.name !== "OutputInstance" || !isReference(output)) continue;
      const [inner] = this.checker.getTypeArguments(output);
      if (inner === undefined) continue;
      const within = new Set(inner.isUnion() ? inner.types : [inner]);
      const promise = [...rest].find((one) => {
        return one.symbol?.name === "Promise" && isReference(one) && this.checker.getTypeArguments(one)[0] === inner;
      });
      if (promise === undefined || ![...within].every((one) => type.types.includes(one))) continue;
      for (const one of [output, promise, ...within]) rest.delete(one);
      parts.push(`pulumi.Input<${this.text(inner)}>`);
    }
    for (const [alias, symbol] of this.#aliases) {
      if (type === unnamed || !alias.isUnion() || !alias.types.every((one) => rest.has(one))) continue;
      for (const one of alias.types) rest.delete(one);
      parts.push(this.names.of(symbol) ?? "");
    }
    const last = [...rest].filter((one) => one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null));
    const isBoolean = [...rest].filter((one) => one.flags & ts.TypeFlags.BooleanLiteral).length === 2;
    let saidBoolean = false;
    const outer = this.siblings;
    this.siblings = this.#wordsOf([...rest].filter(isObject)) ?? outer;
    for (const one of rest) {
      if (last.includes(one)) continue;
      if (isBoolean && one.flags & ts.TypeFlags.BooleanLiteral) {
        if (!saidBoolean) parts.push("boolean");
        saidBoolean = true;
        continue;
      }
      const text = this.text(one, unnamed);
      parts.push(/=>/u.test(text) && !text.startsWith("{") ? `(${text})` : text);
    }
    this.siblings = outer;
    parts.push(...last.map((one) => this.checker.typeToString(one)));
    return [...new Set(parts)].join(" | ");
  }

  /**
   * Comments of the properties in all forms of a union: a form that excludes a property has no comment for it.
   *
   * @param {readonly ts.Type[]} forms
   */
  #wordsOf(forms) {
    /** @type {Map<string, string>} */
    const words = new Map();
    if (forms.length < 2) return undefined;
    for (const property of forms.flatMap((form) => this.checker.getPropertiesOfType(form))) {
      const text = this.comments.ofSymbol(property);
      if (text !== "" && !words.has(property.name)) words.set(property.name, text);
    }
    return words;
  }
}

/**
 * @param {ts.Type} type
 * @returns {boolean}
 */
function isObject(type) {
  return type.isIntersection() ? type.types.every(isObject) : (type.flags & ts.TypeFlags.Object) !== 0;
}

/** @param {ts.Type} type false for the type that the compiler uses for a missing optional property */
function isGiven(type) {
  return !("debugIntrinsicName" in type) || type.debugIntrinsicName !== "missing";
}

/** @param {ts.Type} type */
function isClass({ symbol }) {
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
}

/**
 * @param {ts.Type} type
 * @returns {type is ts.TypeReference}
 */
function isReference(type) {
  const { objectFlags } = /** @type {ts.ObjectType} */ (type);
  return (objectFlags & ts.ObjectFlags.Reference) !== 0;
}

/** @param {ts.Symbol} symbol */
function typeParameterCount(symbol) {
  const [declaration] = symbol.declarations ?? [];
  const isGeneric =
    declaration !== undefined && (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration));
  return isGeneric ? (declaration.typeParameters?.length ?? 0) : 0;
}
