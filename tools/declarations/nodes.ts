import ts from "typescript";
import { isOurs, type Names } from "./names.ts";

/** Types as in the sources, if they need no imports that readers lack. */
export class Nodes {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: Names,
  ) {}

  /** The text of a type, with the names of the type file. Undefined if the type must be spelled out. */
  text(node: ts.TypeNode): string | undefined {
    if (!isOurs(node.getSourceFile().fileName)) return undefined;
    const replaced: { from: number; to: number; name: string }[] = [];
    const visit = (one: ts.Node): boolean => {
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

  #isPlain(node: ts.Node): boolean {
    if (ts.isTypeLiteralNode(node)) return false;
    if (ts.isTypeReferenceNode(node)) {
      const symbol = this.#symbolOf(node.typeName);
      if (symbol === undefined || this.#isHelper(symbol, node.typeArguments !== undefined)) return false;
    }
    return ts.forEachChild(node, (child) => (this.#isPlain(child) ? undefined : true)) !== true;
  }

  #called(name: ts.Node, hasArguments: boolean) {
    const symbol = this.#symbolOf(name);
    return symbol === undefined || this.#isHelper(symbol, hasArguments) ? undefined : this.names.of(symbol);
  }

  #symbolOf(name: ts.Node) {
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol === undefined ? undefined : resolved(symbol, this.checker);
  }

  /** Whether it is a generic helper type of this package, or of a library that readers do not load. */
  #isHelper(symbol: ts.Symbol, hasArguments: boolean) {
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
 */
export function isUtility({ name }: ts.Symbol, file: string) {
  return (
    file.includes("/typescript/lib/") &&
    ["Omit", "Pick", "Partial", "Required", "Exclude", "Extract", "ReturnType", "Awaited", "Parameters"].includes(name)
  );
}

/** What an imported or exported name refers to. */
export function resolved(symbol: ts.Symbol, checker: ts.TypeChecker) {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}
