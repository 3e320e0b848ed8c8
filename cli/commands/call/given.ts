import { resolve } from "node:path";
import { jsonOf } from "../../output/json";
import { nearWord } from "../../../provider/values/quoted";
import { UsageError } from "../../errors";
import { readNamed } from "../../files";
import type { Form } from "./actions";

/** Values by key, as the user wrote them. */
export class Given {
  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  /** The values in these forms. Throws a UsageError for a key that is missing or unknown, and for a wrong value. */
  as(forms: Readonly<Record<string, Form | `${Form}?`>>, action: string): Readonly<Record<string, unknown>> {
    const known = Object.keys(forms);
    const wrong = [...this.texts.keys()].find((key) => !known.includes(key));
    if (wrong !== undefined) {
      const near = nearWord(wrong, known);
      const all = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
      throw new UsageError(`${action} has no "${wrong}": ${near === undefined ? all : `did you mean "${near}"?`}`);
    }
    return Object.fromEntries(
      Object.entries(forms).flatMap(([key, form]) => {
        const text = this.texts.get(key);
        if (text !== undefined) return [[key, valueOf(key, text, form.replace("?", "") as Form)]];
        if (form.endsWith("?")) return [];
        throw new UsageError(`${action} needs ${key}: add ${key}=<value>.`);
      }),
    );
  }
}

/** Reads `key=value` pairs. A value that begins with `@` is the contents of a file. */
export async function given(pairs: readonly string[], cwd: string): Promise<Given> {
  const texts = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`"${pair}" is no field: write key=value.`);
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (texts.has(key))
      throw new UsageError(`${key} is given twice: write a list as JSON, such as ${key}='["a","b"]'.`);
    const path = value.slice(1);
    texts.set(key, value.startsWith("@") ? (await readNamed(resolve(cwd, path), path)).trimEnd() : value);
  }
  return new Given(texts);
}

function valueOf(key: string, text: string, form: Form): unknown {
  if (form === "text") return text;
  if (form === "number") {
    if (/^\d{1,15}$/u.test(text)) return Number(text);
    throw new UsageError(`${key} must be a whole number.`);
  }
  const value = jsonOf(text);
  if (form === "list") return Array.isArray(value) ? value : [value ?? text];
  if (value === undefined) throw new UsageError(`${key} must be JSON.`);
  return value;
}
