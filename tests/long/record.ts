import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";

/** The duration of each test in this folder that has no end of its own, in minutes. Default 30. */
export const minutes = Number(process.env["FLOWGATE_LONG_MINUTES"] ?? 30);

/** The seed of a long test: another one each time, and for each of its parts, unless `FLOWGATE_SEED` is set. */
export function seedOf(part = 0): number {
  return Number(process.env["FLOWGATE_SEED"] ?? Date.now() % 1_000_000_000) + part * 1_000_000_000;
}

/** Saves the figures of a long test beside it. Replaces those of the last run. */
export async function record(
  name: string,
  figures: Readonly<Record<string, number | string | boolean | readonly string[]>>,
): Promise<void> {
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  const text = JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, ...figures }, undefined, 2);
  await mkdir(join(__dirname, "results"), { recursive: true });
  await writeFile(join(__dirname, "results", `${name}.json`), `${text}\n`);
}
