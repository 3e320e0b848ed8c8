import ts from "typescript";
import { SetupError } from "../lib/errors.mjs";
import { areAll, checker, exportsOf, type Field, fieldsOf, formsOf, textOf } from "./sources.ts";

/** A type in the form of Pulumi's schemas. */
export type Spec = Record<string, unknown>;

/** The files with the aliases that name types. */
const files = ["provider/values/rule.ts", "provider/values/seccode.ts", "provider/kinds/permission-set.ts"];
const { TypeAlias, Interface } = ts.SymbolFlags;

/** Translates types, and collects those that need a name. The others get one of owner and key. */
export class Specs {
  /** Named types by their token. */
  readonly types: Record<string, Spec> = {};
  readonly #aliases = new Map<ts.Type | undefined, ts.Symbol>();
  /** The constants whose comments describe the values of enums, by their values. */
  readonly #constants = new Map<string, ts.Symbol>();

  constructor() {
    for (const symbol of files.flatMap((file) => [...exportsOf(file).values()])) {
      if (symbol.flags & TypeAlias) this.#aliases.set(formsOf([checker.getDeclaredTypeOfSymbol(symbol)])[0], symbol);
    }
    for (const constant of exportsOf("sdk/enums.ts").values()) {
      const words = fieldsOf([checker.getTypeOfSymbol(constant)]).flatMap(({ types }) => types.map(wordOf));
      this.#constants.set(words.sort().join(" "), constant);
    }
  }

  /**
   * @param name of a type that has none
   * @param text describes what holds the value; a type without a comment of its own takes it over
   */
  of(types: readonly ts.Type[], name: string, text: string): Spec {
    const forms = formsOf(types);
    const [first] = forms;
    if (areAll(forms, ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (areAll(forms, ts.TypeFlags.NumberLike)) return { type: "integer" };
    if (areAll(forms, ts.TypeFlags.StringLiteral)) return this.#enumOf(forms, name, text);
    // An id (number or text) is text.
    if (first === undefined || !areAll(forms, ts.TypeFlags.Object)) return { type: "string" };
    if (checker.isArrayType(first)) {
      return { type: "array", items: this.of(checker.getTypeArguments(first as ts.TypeReference), name, text) };
    }
    const value = first.getStringIndexType();
    if (value === undefined) return this.#objectOf(forms, name, text);
    const isMixed = value.isUnion() && !areAll(value.types, ts.TypeFlags.Object);
    const additionalProperties = isMixed ? { $ref: "pulumi.json#/Any" } : this.of([value], name, text);
    return { type: "object", additionalProperties };
  }

  /** A property with its description. */
  property({ key, types, text }: Field, owner: string): Spec {
    if (text === "") {
      throw new SetupError(`${owner}.${key} has no doc comment, which the schema of the plugin needs.`);
    }
    return { ...this.of(types, owner + pascal(key), text), description: text };
  }

  properties(fields: readonly Field[], owner: string) {
    return Object.fromEntries(fields.map((field) => [field.key, this.property(field, owner)]));
  }

  #enumOf(forms: readonly ts.Type[], name: string, text: string): Spec {
    // The compiler's own order depends on what else it has read.
    const words = forms.map(wordOf).sort();
    const constant = this.#constants.get(words.join(" "));
    if (constant !== undefined) {
      const values = fieldsOf([checker.getTypeOfSymbol(constant)]);
      const described = values.map((one) => ({
        name: one.key,
        value: one.types.map(wordOf)[0],
        description: one.text,
      }));
      return this.#named(constant.name, { type: "string", description: textOf(constant), enum: described });
    }
    // Words that need no explanation of their own share that of the whole.
    const values = words.map((value) => ({ name: pascal(value.replace("/", "-or-")), value, description: text }));
    return this.#named(name, { type: "string", description: text, enum: values });
  }

  /**
   * Objects of several forms become one with the fields of all: few languages have typed unions, and check reports
   * fields that contradict each other.
   */
  #objectOf(forms: readonly ts.Type[], unnamed: string, text: string): Spec {
    const [first] = forms;
    const alias = this.#aliases.get(first);
    const symbol = alias ?? (first?.symbol.flags === Interface ? first.symbol : undefined);
    const name = symbol?.name ?? unnamed;
    const fields = fieldsOf(forms).map((field) => {
      if (forms.length === 1 || !field.isRequired) return field;
      return { ...field, text: `Decides which other fields it has: ${field.types.map(wordOf).sort().join(", ")}.` };
    });
    const description = (symbol === undefined ? "" : textOf(symbol)) || text;
    return this.#named(name, { ...this.object(fields, name), description });
  }

  /** An object without a name of its own. */
  object(fields: readonly Field[], owner: string) {
    const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key);
    return { type: "object", properties: this.properties(fields, owner), required };
  }

  #named(name: string, spec: Spec): Spec {
    this.types[token(name)] = spec;
    return { $ref: `#/types/${token(name)}` };
  }
}

function wordOf(type: ts.Type) {
  return (type as ts.StringLiteralType).value;
}

export function token(name: string) {
  return `flowgate:index:${name}`;
}

export function pascal(text: string) {
  return text.replace(/(?:^|[-_ ])(\w)/gu, (_, first) => String(first).toUpperCase());
}
