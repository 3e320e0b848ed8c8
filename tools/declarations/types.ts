/* eslint-disable @typescript-eslint/no-unnecessary-condition --
   the compiler declares `symbol` of every type, and leaves it out of some */
import ts from "typescript";
import type { Comments } from "./comments.ts";
import { isOurs, type Names } from "./names.ts";
import { isUtility, type Nodes } from "./nodes.ts";
import { Fields } from "./fields.ts";

/** From this number of members on, a union of literals is written by its name if it has one. */
const LONG = 8;

/** Depth limit: no type of a public interface is nested deeper. */
const DEEPEST = 25;

/** Spells out types. */
export class Types {
  /** The class being written, by its type. */
  self: { type: ts.Type; name: string } | undefined;
  /** The name of the declaration being written. */
  within = "";
  /** The types being spelled out, the outermost first. */
  #open: ts.Type[] = [];
  /** Names of recursive types. */
  readonly #selves = new Map<ts.Type, string>();
  readonly #aliases = new Map<ts.Type, ts.Symbol>();
  #recursive: string[] = [];
  /** Comments of the properties of the union being spelled out. */
  siblings: ReadonlyMap<string, string> = new Map();

  readonly fields: Fields;

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: Names,
    readonly nodes: Nodes,
    private readonly comments: Comments,
  ) {
    this.fields = new Fields(checker, this, comments);
  }

  /** Declarations of recursive types. */
  recursive() {
    return this.#recursive;
  }

  /** Registers an alias, whose name is then used wherever its type occurs. */
  know(alias: ts.Symbol) {
    const type = this.checker.getDeclaredTypeOfSymbol(alias);
    const isComposed = type.isUnion() ? type.types.some(isObject) || type.types.length >= LONG : isObject(type);
    if (isComposed && type.symbol?.flags !== ts.SymbolFlags.Class && !this.#aliases.has(type))
      this.#aliases.set(type, alias);
  }

  /** A type as in the sources, or else spelled out. */
  written(node: ts.TypeNode | undefined, type: ts.Type): string {
    return (node === undefined ? undefined : this.nodes.text(node)) ?? this.text(type);
  }

  /** @param unnamed a type whose own name must not be used */
  text(type: ts.Type, unnamed?: ts.Type): string {
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

  #nameOf(type: ts.Type): string | undefined {
    const alias = this.#aliases.get(type);
    if (alias !== undefined) return this.names.of(alias);
    const { aliasSymbol, aliasTypeArguments } = type;
    if (aliasSymbol !== undefined && this.#mayCall(aliasSymbol, aliasTypeArguments !== undefined)) {
      const name = this.names.of(aliasSymbol);
      if (name !== undefined) return name + this.#typeArguments(aliasTypeArguments);
    }
    if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return type.symbol.name;
    if (this.checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference);
    if (!isObject(type) || type.isIntersection()) return undefined;
    const { symbol } = type;
    if (symbol === undefined || (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) === 0)
      return undefined;
    if (type !== this.checker.getDeclaredTypeOfSymbol(symbol) && !isReference(type)) return undefined;
    const given = isReference(type) ? this.checker.getTypeArguments(type) : [];
    const own = given.slice(0, typeParameterCount(symbol));
    if (symbol.name === "Array" || symbol.name === "ReadonlyArray") {
      const item = this.text(own[0] as ts.Type);
      return `${symbol.name === "Array" ? "" : "readonly "}(${item})[]`;
    }
    const name = this.names.of(symbol);
    // An output of a plain value lifts nothing, so both names mean the same.
    const called = name === "pulumi.OutputInstance" ? "pulumi.Output" : name;
    if (called === undefined || called === "unknown") return called;
    return called + this.#typeArguments(own);
  }

  #tuple(type: ts.TupleTypeReference) {
    const { elementFlags, readonly } = type.target;
    const items = this.checker.getTypeArguments(type).map((one, index) => {
      const isRest = ((elementFlags[index] ?? 0) & ts.ElementFlags.Rest) !== 0;
      const text = this.text(one);
      return isRest ? `...(${text})[]` : text;
    });
    return `${readonly ? "readonly " : ""}[${items.join(", ")}]`;
  }

  #mayCall(alias: ts.Symbol, hasArguments: boolean) {
    const [declaration] = alias.declarations ?? [];
    const file = declaration?.getSourceFile().fileName ?? "";
    if (isOurs(file)) return !hasArguments && this.names.isExported(alias);
    return (
      file.includes("/node_modules/@pulumi/pulumi/") || (file.includes("/typescript/lib/") && !isUtility(alias, file))
    );
  }

  #typeArguments(given: readonly ts.Type[] | undefined) {
    return given === undefined || given.length === 0 ? "" : `<${given.map((one) => this.text(one)).join(", ")}>`;
  }

  #union(type: ts.UnionType, unnamed?: ts.Type): string {
    const rest = new Set(type.types.filter(isGiven));
    const parts: string[] = [];
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
    const forms = [...rest].filter(isObject);
    // A form that excludes a property has no comment for it.
    if (forms.length > 1) this.siblings = this.comments.ofProperties(forms);
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
}

function isObject(type: ts.Type): boolean {
  return type.isIntersection() ? type.types.every(isObject) : (type.flags & ts.TypeFlags.Object) !== 0;
}

/** @param type false for the type that the compiler uses for a missing optional property */
function isGiven(type: ts.Type) {
  return !("debugIntrinsicName" in type) || type.debugIntrinsicName !== "missing";
}

function isClass({ symbol }: ts.Type) {
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
}

function isReference(type: ts.Type): type is ts.TypeReference {
  const { objectFlags } = type as ts.ObjectType;
  return (objectFlags & ts.ObjectFlags.Reference) !== 0;
}

function typeParameterCount(symbol: ts.Symbol) {
  const [declaration] = symbol.declarations ?? [];
  const isGeneric =
    declaration !== undefined && (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration));
  return isGeneric ? (declaration.typeParameters?.length ?? 0) : 0;
}
