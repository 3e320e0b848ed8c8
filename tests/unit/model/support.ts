import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** Writes a file into a new folder and returns its path. */
export function write(text: string, name = "layer.yaml"): string {
  const folder = mkdtempSync(join(tmpdir(), "flowgate-model-"));
  folders.push(folder);
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Removes the files that {@link write} created. Call it in `afterAll`. */
export function removeFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}
