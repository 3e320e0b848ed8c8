import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

afterAll(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A new folder below the system's temporary one. It is removed after the last test of the file. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "flowgate-test-"));
  folders.push(path);
  return path;
}
