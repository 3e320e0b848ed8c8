import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** Writes a file into a folder of its own, and gives its path. */
export function write(text: string, name = "layer.yaml"): string {
  const folder = mkdtempSync(join(tmpdir(), "flowgate-model-"));
  folders.push(folder);
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Removes what {@link write} made; for `afterAll`. */
export function removeFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}
