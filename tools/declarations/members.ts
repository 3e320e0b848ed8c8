import ts from "typescript";
import { comment } from "./comments.ts";
import { isOurs } from "./names.ts";
import type { Types } from "./types.ts";

/** Writes the members of named declarations in a type file. */
export class Members {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly types: Types,
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
      ...own.map((property) => this.types.fields.property(property, true)),
    ];
    const inherited = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
    return `${name}${this.#generics(symbol)}${inherited} {\n${lines.join("\n")}\n}`;
  }

  ofClass(symbol: ts.Symbol, name: string) {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    const made = this.checker.getTypeOfSymbol(symbol);
    const [from] = this.checker.getBaseTypes(type);
    if (from?.isIntersection() === true) this.types.know(from, symbol);
    // If a function creates the base class, readers know the class that the created one extends.
    const base = from?.isIntersection() === true ? from.types.find((one) => one.isClass()) : from;
    const statics = this.#own(made, base === undefined ? undefined : this.checker.getTypeOfSymbol(base.symbol));
    const lines = [
      ...statics.map((property) => this.types.fields.property(property, true, "static ")),
      ...this.#own(type, base).map((property) => this.types.fields.property(property, true)),
      ...made.getConstructSignatures().map((one) => {
        // The compiler declares comments of every signature, and a class without a constructor has none.
        const words = (one.declaration as unknown) === undefined ? [] : one.getDocumentationComment(this.checker);
        return `${comment(ts.displayPartsToString(words))}constructor${this.types.fields.parameters(one)};`;
      }),
    ];
    const inherits = base === undefined ? "" : ` extends ${this.types.text(base)}`;
    return `${name}${inherits} {\n${lines.join("\n")}\n}`;
  }

  /** The public properties that a base does not have, nor a class of the language. */
  #own(type: ts.Type, base: ts.Type | undefined) {
    return this.checker.getPropertiesOfType(type).filter((property) => {
      const { name, declarations: [declaration] = [] } = property;
      if (declaration === undefined || !isOurs(declaration.getSourceFile().fileName)) return false;
      if (/^(?:__)?#|^__@(?!iterator|asyncIterator)/u.test(name)) return false;
      const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
      const inherited = base === undefined ? undefined : this.checker.getPropertyOfType(base, name);
      return (ts.getCombinedModifierFlags(declaration) & hidden) === 0 && inherited?.declarations?.[0] !== declaration;
    });
  }

  #generics({ declarations = [] }: ts.Symbol) {
    const [declared] = declarations.filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one));
    const parameters = (declared?.typeParameters ?? []).map((one) => one.getText());
    return parameters.length === 0 ? "" : `<${parameters.join(", ")}>`;
  }
}
