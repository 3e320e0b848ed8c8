import { resolve } from "node:path";
import { UsageError } from "../../errors";
import { readNamed } from "../../files";

/** Values by key, as the user wrote them. */
export type Given = ReadonlyMap<string, string>;

/** Reads `key=value` pairs. A value that begins with `@` is the contents of a file. */
export async function given(pairs: readonly string[], cwd: string): Promise<Given> {
  const texts = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`"${pair}" is no field: write key=value.`);
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (texts.has(key)) {
      throw new UsageError(`${key} is given twice: write a list as JSON, such as ${key}='["a","b"]'.`);
    }
    const path = value.slice(1);
    texts.set(key, value.startsWith("@") ? readNamed(resolve(cwd, path), path).trimEnd() : value);
  }
  return texts;
}
