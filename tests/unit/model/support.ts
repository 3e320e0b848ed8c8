import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";

/** Writes a file into a new folder and returns its path. */
export function write(text: string, name = "layer.yaml"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}
