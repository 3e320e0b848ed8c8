import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The certificate of the simulator's CA as a file, for as long as it runs. */
export interface CaFile {
  /** Undefined over HTTP, which has none. */
  readonly path: string | undefined;
  remove(): Promise<void>;
}

export const withoutCaFile: CaFile = { path: undefined, remove: () => Promise.resolve() };

/** Writes the certificate into a folder of its own below the system's temporary one. */
export async function caFile(pem: string): Promise<CaFile> {
  const folder = await mkdtemp(join(tmpdir(), "flowgate-simulator-"));
  const path = join(folder, "ca.pem");
  await writeFile(path, pem);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
