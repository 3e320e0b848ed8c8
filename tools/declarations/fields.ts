import ts from "typescript";
import { comment, type Comments } from "./comments.ts";

/** Writes the parts of types: properties, signatures, parameters. */
export class Fields {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly types: { text(type: ts.Type): string },
    private readonly comments: Comments,
  ) {}

  /** The members of an object type, or its only signature. */
  object(type: ts.Type): string {
    const properties = this.checker.getPropertiesOfType(type);
    const calls = type.getCallSignatures();
    const [only] = calls;
    if (only !== undefined && calls.length === 1 && properties.length === 0) return this.signature(only, " => ");
    const lines = [
      ...calls.map((one) => `${this.signature(one, ": ")};`),
      ...this.indexes(type),
      ...properties.map((property) => this.property(property)),
    ];
    return `{\n${lines.join("\n")}\n}`;
  }

  /** The index signatures of a type. */
  indexes(type: ts.Type) {
    // One that allows no value does not describe the other properties.
    const infos = this.checker.getIndexInfosOfType(type).filter((one) => (one.type.flags & ts.TypeFlags.Never) === 0);
    return infos.map(({ keyType, type: value, isReadonly: isFixed }) => {
      return `${isFixed ? "readonly " : ""}[key: ${this.types.text(keyType)}]: ${this.types.text(value)};`;
    });
  }

  /** One property with its comment. */
  property(property: ts.Symbol, mayBeMethod = false, prefix = "") {
    const type = this.checker.getTypeOfSymbol(property);
    const words = comment(this.comments.ofSymbol(property)) + prefix;
    const plain = /^[A-Za-z_$][\w$]*$/u.test(property.name)
      ? property.name
      : property.name.startsWith("__@")
        ? symbolName(property)
        : JSON.stringify(property.name);
    const name = `${plain}${isOptional(property) ? "?" : ""}`;
    if (mayBeMethod && (property.flags & ts.SymbolFlags.Method) !== 0) {
      const calls = this.checker.getNonNullableType(type).getCallSignatures();
      const lines = calls.map((one) => `${name}${this.signature(one, ": ")};`);
      return words + lines.join("\n");
    }
    return `${words}${isReadonly(property) ? "readonly " : ""}${name}: ${this.types.text(type)};`;
  }

  /** @param arrow between the parameters and the result */
  signature(signature: ts.Signature, arrow: string): string {
    return this.parameters(signature) + arrow + this.#result(signature);
  }

  /** The type parameters and parameters of a signature. */
  parameters(signature: ts.Signature) {
    const generics = (signature.typeParameters ?? []).map((one) => {
      const constraint = one.getConstraint();
      const name = one.symbol.name;
      return constraint === undefined ? name : `${name} extends ${this.types.text(constraint)}`;
    });
    const parameters = signature.parameters.map((parameter) => this.#parameter(parameter));
    return `${generics.length === 0 ? "" : `<${generics.join(", ")}>`}(${parameters.join(", ")})`;
  }

  #result(signature: ts.Signature) {
    const { parameterName, type } = this.checker.getTypePredicateOfSignature(signature) ?? {};
    if (type !== undefined) return `${parameterName ?? "this"} is ${this.types.text(type)}`;
    return this.types.text(signature.getReturnType());
  }

  #parameter(parameter: ts.Symbol) {
    const [declaration] = parameter.declarations ?? [];
    const own = declaration !== undefined && ts.isParameter(declaration) ? declaration : undefined;
    const isRest = own?.dotDotDotToken !== undefined;
    const isOptional = own !== undefined && (own.questionToken !== undefined || own.initializer !== undefined);
    const type = this.checker.getTypeOfSymbol(parameter);
    const given = isOptional ? this.checker.getNonNullableType(type) : type;
    const name = own !== undefined && !ts.isIdentifier(own.name) ? "options" : parameter.name;
    return `${isRest ? "..." : ""}${name}${isOptional ? "?" : ""}: ${this.types.text(given)}`;
  }
}

function isOptional({ flags }: ts.Symbol) {
  return (flags & ts.SymbolFlags.Optional) !== 0;
}

function isReadonly(property: ts.Symbol) {
  if (property.flags & ts.SymbolFlags.Accessor) return (property.flags & ts.SymbolFlags.SetAccessor) === 0;
  // The compiler stores it elsewhere for mapped types.
  const check = (property as { links?: { checkFlags?: number } }).links?.checkFlags ?? 0;
  if (check & 8) return true;
  // A property of a generic type with its arguments filled in has the modifiers of its declaration.
  if (check !== 0 && check !== 1) return false;
  const [declaration] = property.declarations ?? [];
  return declaration !== undefined && (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
}

/** @param property whose name is a well-known symbol */
function symbolName({ name }: ts.Symbol) {
  return `[Symbol.${name.replace(/^__@|@\d+$/gu, "")}]`;
}
