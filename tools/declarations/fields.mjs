import ts from "typescript";
import { comment } from "./comments.mjs";

/** Writes the parts of types: properties, signatures, parameters. */
export class Fields {
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
   * The members of an object type, or its only signature.
   *
   * @param {ts.Type} type
   * @returns {string}
   */
  object(type) {
    const properties = this.checker.getPropertiesOfType(type);
    const calls = type.getCallSignatures();
    const [only] = calls;
    if (only !== undefined && calls.length === 1 && properties.length === 0) return this.signature(only, " => ");
    const lines = [
      ...calls.map((one) => `${this.signature(one, ": ")};`),
      ...this.checker
        .getIndexInfosOfType(type)
        .filter(isOfUse)
        .map(({ keyType, type: value, isReadonly }) => {
          return `${isReadonly ? "readonly " : ""}[key: ${this.types.text(keyType)}]: ${this.types.text(value)};`;
        }),
      ...properties.map((property) => {
        const words = this.comments.ofSymbol(property);
        const isMissing = words === "" && this.#isNothing(property);
        return this.property(property, isMissing ? (this.types.siblings.get(property.name) ?? "") : words);
      }),
    ];
    return `{\n${lines.join("\n")}\n}`;
  }

  /** @param {ts.Symbol} property */
  #isNothing(property) {
    return (property.flags & ts.SymbolFlags.Optional) !== 0;
  }

  /**
   * One property with its comment.
   *
   * @param {ts.Symbol} property
   * @param {string} [words] in place of its own comment
   * @param {boolean} [mayBeMethod]
   */
  property(property, words = this.comments.ofSymbol(property), mayBeMethod = false) {
    const type = this.checker.getTypeOfSymbol(property);
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const name = /^[A-Za-z_$][\w$]*$/u.test(property.name)
      ? property.name
      : property.name.startsWith("__@")
        ? symbolName(property)
        : JSON.stringify(property.name);
    const calls = type.getCallSignatures();
    if (mayBeMethod && calls.length > 0 && (property.flags & ts.SymbolFlags.Method) !== 0) {
      const lines = calls.map((one) => `${name}${isOptional ? "?" : ""}${this.signature(one, ": ")};`);
      return comment(words) + lines.join("\n");
    }
    const [declaration] = property.declarations ?? [];
    const node = ownNode(declaration, type, this.checker);
    const mark = `${isReadonly(property) ? "readonly " : ""}${name}${isOptional ? "?" : ""}`;
    return `${comment(words)}${mark}: ${this.types.written(node, type)};`;
  }

  /**
   * @param {ts.Signature} signature
   * @param {string} arrow between the parameters and the result
   * @returns {string}
   */
  signature(signature, arrow) {
    return this.parameters(signature) + arrow + this.#result(signature);
  }

  /**
   * The type parameters and parameters of a signature.
   *
   * @param {ts.Signature} signature
   */
  parameters(signature) {
    const generics = (signature.typeParameters ?? []).map((one) => {
      const constraint = one.getConstraint();
      const name = one.symbol.name;
      return constraint === undefined ? name : `${name} extends ${this.types.text(constraint)}`;
    });
    const parameters = signature.parameters.map((parameter) => this.#parameter(parameter));
    return `${generics.length === 0 ? "" : `<${generics.join(", ")}>`}(${parameters.join(", ")})`;
  }

  /** @param {ts.Signature} signature */
  #result(signature) {
    const { parameterName, type } = this.checker.getTypePredicateOfSignature(signature) ?? {};
    if (type !== undefined) return `${parameterName ?? "this"} is ${this.types.text(type)}`;
    const { declaration } = signature;
    const node = declaration === undefined || ts.isJSDocSignature(declaration) ? undefined : declaration.type;
    return this.types.written(node, signature.getReturnType());
  }

  /** @param {ts.Symbol} parameter */
  #parameter(parameter) {
    const [declaration] = parameter.declarations ?? [];
    const own = declaration !== undefined && ts.isParameter(declaration) ? declaration : undefined;
    const isRest = own?.dotDotDotToken !== undefined;
    const isOptional = own !== undefined && (own.questionToken !== undefined || own.initializer !== undefined);
    const type = this.checker.getTypeOfSymbol(parameter);
    const given = isOptional ? this.checker.getNonNullableType(type) : type;
    const name = own !== undefined && !ts.isIdentifier(own.name) ? "options" : parameter.name;
    return `${isRest ? "..." : ""}${name}${isOptional ? "?" : ""}: ${this.types.written(own?.type, given)}`;
  }
}

/**
 * The type node in the declaration of a property, if the property has exactly that type. A property of a mapped type
 * has another type than its original.
 *
 * @param {ts.Declaration | undefined} declaration
 * @param {ts.Type} type
 * @param {ts.TypeChecker} checker
 */
function ownNode(declaration, type, checker) {
  if (declaration === undefined) return undefined;
  if (!ts.isPropertySignature(declaration) && !ts.isPropertyDeclaration(declaration)) return undefined;
  if (declaration.type === undefined) return undefined;
  const written = checker.getTypeFromTypeNode(declaration.type);
  return written === type || checker.getNonNullableType(type) === written ? declaration.type : undefined;
}

/** @param {ts.Symbol} property */
function isReadonly(property) {
  if (property.flags & ts.SymbolFlags.Accessor) return (property.flags & ts.SymbolFlags.SetAccessor) === 0;
  // The compiler stores it elsewhere for mapped types.
  const check =
    /** @type {{ links?: { checkFlags?: number } }} */ (/** @type {unknown} */ (property)).links?.checkFlags ?? 0;
  if (check & 8) return true;
  // A property of a generic type with its arguments filled in has the modifiers of its declaration.
  if (check !== 0 && check !== 1) return false;
  const [declaration] = property.declarations ?? [];
  return declaration !== undefined && (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
}

/** @param {ts.IndexInfo} info one that allows no value does not describe the other properties */
function isOfUse({ type }) {
  return (type.flags & ts.TypeFlags.Never) === 0;
}

/** @param {ts.Symbol} property whose name is a well-known symbol */
function symbolName({ name }) {
  return `[Symbol.${name.replace(/^__@|@\d+$/gu, "")}]`;
}
