import ts from "typescript";
import { isOurs } from "./names.mjs";

/** Types as in the sources, if they need no imports that readers lack. */
export class Nodes {
  /**
   * @param {ts.TypeChecker} checker
   * @param {import("./names.mjs").Names} names
   */
  constructor(checker, names) {
    this.checker = checker;
    this.names = names;
  }

  /**
   * The text of a type, with the names of the type file. Undefined if the type must be spelled out.
   *
   * @param {ts.TypeNode} node
   * @returns {string | undefined}
   */
  text(node) {
    if (!isOurs(node.getSourceFile().fileName)) return undefined;
    /** @type {{ from: number; to: number; name: string }[]} */
    const replaced = [];
    /** @type {(one: ts.Node) => boolean} */
    const visit = (one) => {
      if (ts.isTypeQueryNode(one) || ts.isImportTypeNode(one) || ts.isIndexedAccessTypeNode(one)) return false;
      if (ts.isConditionalTypeNode(one) || ts.isMappedTypeNode(one)) return false;
      if (ts.isTypeReferenceNode(one) || ts.isExpressionWithTypeArguments(one)) {
        const name = ts.isTypeReferenceNode(one) ? one.typeName : one.expression;
        const called = this.#called(name, one.typeArguments !== undefined);
        if (called === undefined) return false;
        replaced.push({ from: name.getStart(), to: name.getEnd(), name: called });
        return (one.typeArguments ?? []).every(visit);
      }
      return ts.forEachChild(one, (child) => (visit(child) ? undefined : true)) !== true;
    };
    // Asking for a name schedules its declaration, so this runs only if the whole text is used.
    if (!this.#isPlain(node) || !visit(node)) return undefined;
    const start = node.getStart();
    return replaced
      .sort((one, other) => other.from - one.from)
      .reduce(
        (text, { from, to, name }) => text.slice(0, from - start) + name + text.slice(to - start),
        node.getText(),
      );
  }

  /**
   * @param {ts.Node} node
   * @returns {boolean}
   */
  #isPlain(node) {
    if (ts.isTypeLiteralNode(node)) return false;
    if (ts.isTypeReferenceNode(node)) {
      const symbol = this.#symbolOf(node.typeName);
      if (symbol === undefined || this.#isHelper(symbol, node.typeArguments !== undefined)) return false;
    }
    return ts.forEachChild(node, (child) => (this.#isPlain(child) ? undefined : true)) !== true;
  }

  /**
   * @param {ts.Node} name
   * @param {boolean} hasArguments
   */
  #called(name, hasArguments) {
    const symbol = this.#symbolOf(name);
    return symbol === undefined || this.#isHelper(symbol, hasArguments) ? undefined : this.names.of(symbol);
  }

  /** @param {ts.Node} name */
  #symbolOf(name) {
    const symbol = this.checker.getSymbolAtLocation(name);
    if (symbol === undefined) return undefined;
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  /**
   * Whether it is a generic helper type of this package, or of a library that readers do not load.
   *
   * @param {ts.Symbol} symbol
   * @param {boolean} hasArguments
   */
  #isHelper(symbol, hasArguments) {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined) return true;
    const file = declaration.getSourceFile().fileName;
    if (isOurs(file)) return ts.isTypeAliasDeclaration(declaration) && hasArguments;
    return !/\/node_modules\/(?:@pulumi\/pulumi|typescript|@types\/node)\//u.test(file) || isUtility(symbol, file);
  }
}

/**
 * Whether it is a utility type of the language that selects fields of others: its results are easier to read if spelled
 * out.
 *
 * @param {ts.Symbol} symbol
 * @param {string} file
 */
export function isUtility({ name }, file) {
  return (
    file.includes("/typescript/lib/") &&
    ["Omit", "Pick", "Partial", "Required", "Exclude", "Extract", "ReturnType", "Awaited", "Parameters"].includes(name)
  );
}
