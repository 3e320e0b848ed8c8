import ts from "typescript";
import { commentOf, sources, typeOfValue } from "../comments.ts";
import { pascal, ref, type Spec, token, withText } from "./types.ts";

const any = { $ref: "pulumi.json#/Any" };

/** Result types of the functions, from their TypeScript types. */
export class Results {
  readonly #checker = sources().checker;
  readonly #functions = typeOfValue("provider/functions/functions.ts", "Functions");

  /** @param types receives the types that need a name */
  constructor(private readonly types: Record<string, Spec>) {}

  /** All functions, with the name of the type of their arguments. */
  functions() {
    const open = this.#functions.getProperties().filter(({ name }) => /^[a-z]/iu.test(name));
    return open.flatMap((symbol) => {
      const [signature] = this.#checker.getTypeOfSymbol(symbol).getCallSignatures();
      const [parameter] = signature?.getParameters() ?? [];
      const declared = parameter?.valueDeclaration as ts.ParameterDeclaration | undefined;
      const argument = declared?.type?.getText();
      return argument === undefined ? [] : [{ name: symbol.name, argument }];
    });
  }

  /** The result type of a function. A list is wrapped in the field `items`. */
  of(name: string): Spec {
    const symbol = this.#functions.getProperty(name);
    if (symbol?.valueDeclaration === undefined) throw new TypeError(`there is no function ${name}`);
    const [signature] = this.#checker.getTypeOfSymbol(symbol).getCallSignatures();
    const result = signature === undefined ? undefined : this.#checker.getAwaitedType(signature.getReturnType());
    if (result === undefined) throw new TypeError(`${name} gives nothing`);
    if (this.#checker.isArrayType(result)) {
      const items = withText(this.#typeOf(result, pascal(name), ""), "What was found.");
      return { type: "object", properties: { items }, required: ["items"] };
    }
    return this.#objectOf(result, pascal(name), "");
  }

  /**
   * @param name used if the type has no name
   * @param text describes what holds the value, and the type if it has no name
   */
  #typeOf(type: ts.Type, name: string, text: string): Spec {
    const known = this.#checker.getNonNullableType(type);
    if (known.aliasSymbol?.name === "Rule") return ref("Rule");
    const parts = known.isUnion() ? known.types : [known];
    const all = (flag: ts.TypeFlags) => parts.every(({ flags }) => (flags & flag) !== 0);
    if (all(ts.TypeFlags.StringLike)) return { type: "string" };
    if (all(ts.TypeFlags.NumberLike)) return { type: "number" };
    if (all(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (this.#checker.isArrayType(known)) {
      const [item] = this.#checker.getTypeArguments(known as ts.TypeReference);
      return { type: "array", items: item === undefined ? any : this.#typeOf(item, `${name}Item`, text) };
    }
    const isPlain = parts.length === 1 && all(ts.TypeFlags.Object) && known.getProperties().length > 0;
    if (!isPlain || known.getStringIndexType() !== undefined || known.getCallSignatures().length > 0) return any;
    const symbol = known.aliasSymbol ?? known.symbol;
    const own = /^[A-Z]\w*$/u.test(symbol.name) && symbol.name !== "Map" ? symbol.name : name;
    if (symbol.name === "Map" || symbol.name === "Date") return any;
    const comment = commentOf(symbol).text;
    this.types[token(own)] ??= this.#objectOf(known, own, comment === "" ? text : comment);
    return ref(own);
  }

  /** @param description of the type; empty for a result, which its function describes */
  #objectOf(type: ts.Type, name: string, description: string): Spec {
    const fields = type.getProperties().map((symbol) => {
      const field = this.#checker.getTypeOfSymbol(symbol);
      const { text } = commentOf(symbol);
      const spec = withText(this.#typeOf(field, name + pascal(symbol.name), text), text, `${name}.${symbol.name}`);
      const isOpen =
        (symbol.flags & ts.SymbolFlags.Optional) !== 0 || this.#checker.getNonNullableType(field) !== field;
      return { key: symbol.name, spec, isOpen };
    });
    return {
      type: "object",
      ...(description === "" ? {} : { description }),
      properties: Object.fromEntries(fields.map(({ key, spec }) => [key, spec])),
      required: fields.filter(({ isOpen }) => !isOpen).map(({ key }) => key),
    };
  }
}
