import ts from "typescript";
import type { Comments } from "./comments.ts";
import { Fields } from "./fields.ts";
import { isOurs, type Names } from "./names.ts";

/** Utility types of the language that select fields of others: their results are easier to read if spelled out. */
const utilities = ["Omit", "Pick", "Partial", "Required", "Exclude", "Extract"];

/** Spells out types. */
export class Types {
  readonly fields: Fields;
  readonly #known = new Map<ts.Type, ts.Symbol>();
  /** The types being spelled out, the outermost first. */
  readonly #open: ts.Type[] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: Names,
    comments: Comments,
  ) {
    this.fields = new Fields(checker, this, comments);
  }

  /** Registers the name of a type, which is then used wherever the type occurs. */
  know(type: ts.Type, symbol: ts.Symbol) {
    // Readers see the words of a short union, and the name of a long one.
    const isComposed = type.isUnion() ? type.types.some(isObject) || type.types.length > 7 : isObject(type);
    if (isComposed && !this.#known.has(type)) this.#known.set(type, symbol);
  }

  /** @param unnamed a type whose own name must not be used */
  text(type: ts.Type, unnamed?: ts.Type): string {
    const name = type === unnamed ? undefined : this.#nameOf(type);
    if (name !== undefined) return name;
    if (type.isUnion()) return this.#union(type, unnamed);
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type)) return this.#list(type as ts.TypeReference);
    if (type.isIntersection() && type.types.some((one) => isClass(one) || this.checker.isArrayType(one))) {
      return type.types.map((one) => this.text(one)).join(" & ");
    }
    if (!isObject(type)) {
      const text = this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
      return type.isIntersection() ? `(${text})` : text;
    }
    if (this.#open.includes(type)) throw new TypeError(`Needs a name: ${this.checker.typeToString(type)}`);
    this.#open.push(type);
    const text = this.fields.object(type);
    this.#open.pop();
    return text;
  }

  #nameOf(type: ts.Type): string | undefined {
    const known = this.#known.get(type);
    if (known !== undefined) return this.names.of(known);
    const { aliasSymbol, aliasTypeArguments } = type;
    if (aliasSymbol !== undefined && this.#mayCall(aliasSymbol, aliasTypeArguments !== undefined)) {
      return this.names.of(aliasSymbol) + this.#typeArguments(aliasTypeArguments);
    }
    if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return type.symbol.name;
    if (!isObject(type) || type.isIntersection()) return undefined;
    const symbol = type.symbol as ts.Symbol | undefined;
    const isList = this.checker.isArrayType(type) || this.checker.isTupleType(type);
    if (isList || symbol === undefined || !isDeclared(symbol)) return undefined;
    const name = this.names.of(symbol);
    if (name === "unknown") return name;
    const { typeParameters = [] } = (type as Partial<ts.TypeReference>).target ?? {};
    const given = typeParameters.length === 0 ? [] : this.checker.getTypeArguments(type as ts.TypeReference);
    const own = typeParameters.flatMap((parameter, index) => {
      // Older compilers know fewer parameters of some types; what is the default may be left out.
      return given[index] === this.checker.getDefaultFromTypeParameter(parameter) ? [] : (given[index] ?? []);
    });
    // An output of a plain value lifts nothing, so both names mean the same.
    return name.replace("OutputInstance", "Output") + this.#typeArguments(own);
  }

  #list(type: ts.TypeReference) {
    const items = this.checker.getTypeArguments(type).map((one) => this.text(one));
    if (this.checker.isTupleType(type)) {
      const { elementFlags, readonly } = type.target as ts.TupleType;
      const parts = items.map((one, index) => (elementFlags[index] === ts.ElementFlags.Rest ? `...(${one})[]` : one));
      return `${readonly ? "readonly " : ""}[${parts.join(", ")}]`;
    }
    return `${type.symbol.name === "Array" ? "" : "readonly "}(${items.join("")})[]`;
  }

  #mayCall(alias: ts.Symbol, hasArguments: boolean) {
    const file = alias.declarations?.[0]?.getSourceFile().fileName ?? "";
    if (isOurs(file)) return !hasArguments;
    if (file.includes("/typescript/lib/")) return !utilities.includes(alias.name);
    return file.includes("/node_modules/@pulumi/pulumi/");
  }

  #typeArguments(given: readonly ts.Type[] = []) {
    return given.length === 0 ? "" : `<${given.map((one) => this.text(one)).join(", ")}>`;
  }

  /** A union as it is written: the compiler's own list has the parts of unions in it, such as those of an input. */
  #union(type: ts.UnionType, unnamed?: ts.Type): string {
    const { origin = type } = type as { origin?: ts.Type };
    const forms = new Set((origin.isUnion() ? origin.types : type.types).filter(isGiven));
    const names: string[] = [];
    for (const [known, symbol] of this.#known) {
      if (known === unnamed || !known.isUnion() || !known.types.every((one) => forms.has(one))) continue;
      for (const one of known.types) forms.delete(one);
      names.push(this.names.of(symbol));
    }
    const isMissing = (one: ts.Type) => (one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0;
    const all = [...forms];
    const parts = [...all.filter((one) => !isMissing(one)), ...all.filter(isMissing)].map((one) => {
      const text = this.text(one);
      return text.includes("=>") && !text.startsWith("{") ? `(${text})` : text;
    });
    return [...names, ...new Set(parts)].join(" | ").replace("false | true", "boolean");
  }
}

function isObject(type: ts.Type): boolean {
  return type.isIntersection() ? type.types.every(isObject) : (type.flags & ts.TypeFlags.Object) !== 0;
}

/** @param type false for the type that the compiler uses for a missing optional property */
function isGiven(type: ts.Type) {
  return !("debugIntrinsicName" in type) || type.debugIntrinsicName !== "missing";
}

function isDeclared({ flags }: ts.Symbol) {
  return (flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0;
}

function isClass(type: ts.Type) {
  return ((type.symbol as ts.Symbol | undefined)?.flags ?? 0) === ts.SymbolFlags.Class;
}
