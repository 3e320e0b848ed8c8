import { join } from "node:path";
import ts from "typescript";
import { root } from "../../lib/paths.mjs";
import { pascal, ref, token } from "./types.mjs";

/** @typedef {import("./types.mjs").Spec} Spec */

const any = { $ref: "pulumi.json#/Any" };

/** Result types of the functions, from their TypeScript types. */
export class Results {
  #checker;
  #functions;

  /** @param {Record<string, Spec>} types receives the types that need a name */
  constructor(types) {
    this.types = types;
    const file = join(root, "provider/functions/functions.ts");
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)).config,
      ts.sys,
      root,
    );
    const program = ts.createProgram([file], options);
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const declared = source?.statements.find(ts.isClassDeclaration);
    if (declared?.name === undefined) throw new TypeError(`${file} has no class`);
    this.#functions = this.#checker.getTypeAtLocation(declared.name);
  }

  /**
   * The result type of a function. A list is wrapped in the field `items`.
   *
   * @param {string} name
   * @returns {Spec}
   */
  of(name) {
    const symbol = this.#functions.getProperty(name);
    if (symbol?.valueDeclaration === undefined) throw new TypeError(`there is no function ${name}`);
    const [signature] = this.#checker.getTypeOfSymbol(symbol).getCallSignatures();
    const result = signature === undefined ? undefined : this.#checker.getAwaitedType(signature.getReturnType());
    if (result === undefined) throw new TypeError(`${name} gives nothing`);
    if (this.#checker.isArrayType(result)) {
      return { type: "object", properties: { items: this.#typeOf(result, pascal(name)) }, required: ["items"] };
    }
    return this.#objectOf(result, pascal(name));
  }

  /**
   * @param {ts.Type} type
   * @param {string} name used if the type has no name
   * @returns {Spec}
   */
  #typeOf(type, name) {
    const known = this.#checker.getNonNullableType(type);
    if (known.aliasSymbol?.name === "Rule") return ref("Rule");
    const parts = known.isUnion() ? known.types : [known];
    const all = (/** @type {ts.TypeFlags} */ flag) => parts.every(({ flags }) => (flags & flag) !== 0);
    if (all(ts.TypeFlags.StringLike)) return { type: "string" };
    if (all(ts.TypeFlags.NumberLike)) return { type: "number" };
    if (all(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (this.#checker.isArrayType(known)) {
      const [item] = this.#checker.getTypeArguments(/** @type {ts.TypeReference} */ (known));
      return { type: "array", items: item === undefined ? any : this.#typeOf(item, `${name}Item`) };
    }
    const isPlain = parts.length === 1 && all(ts.TypeFlags.Object) && known.getProperties().length > 0;
    if (!isPlain || known.getStringIndexType() !== undefined || known.getCallSignatures().length > 0) return any;
    const symbol = known.aliasSymbol ?? known.symbol;
    const own = /^[A-Z]\w*$/u.test(symbol.name) && symbol.name !== "Map" ? symbol.name : name;
    if (symbol.name === "Map" || symbol.name === "Date") return any;
    this.types[token(own)] ??= this.#objectOf(known, own);
    return ref(own);
  }

  /**
   * @param {ts.Type} type
   * @param {string} name
   * @returns {Spec}
   */
  #objectOf(type, name) {
    const fields = type.getProperties().map((symbol) => {
      const field = this.#checker.getTypeOfSymbol(symbol);
      const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).replace(/\s+/gu, " ").trim();
      const spec = this.#typeOf(field, name + pascal(symbol.name));
      const isOpen =
        (symbol.flags & ts.SymbolFlags.Optional) !== 0 || this.#checker.getNonNullableType(field) !== field;
      return { key: symbol.name, spec: text === "" ? spec : { ...spec, description: text }, isOpen };
    });
    return {
      type: "object",
      properties: Object.fromEntries(fields.map(({ key, spec }) => [key, spec])),
      required: fields.filter(({ isOpen }) => !isOpen).map(({ key }) => key),
    };
  }
}
