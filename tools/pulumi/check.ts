import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { capture } from "../lib/run.mjs";

/** Milliseconds that a binary may take to answer; a first start from a slow disk needs several seconds. */
const PATIENCE = 20_000;

/**
 * The version that `pulumi version` prints, without the `v`.
 *
 * @param pulumi path of the binary
 * @returns undefined if it does not run
 */
export async function versionOf(pulumi: string): Promise<string | undefined> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { code, stdout } = await capture(pulumi, ["version"], { env, timeout: PATIENCE });
  return code === 0 ? stdout.trim().replace(/^v/u, "") : undefined;
}

/**
 * Whether a language host works: after its start it prints the port that it listens on.
 *
 * @param host path of `pulumi-language-nodejs`
 */
export function languageHostWorks(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The host requires the engine's address, but calls it only when it runs a program.
    const child = spawn(host, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"], timeout: PATIENCE });
    let printed = "";
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(/^\d+\s/u.test(printed)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("\n")) child.kill();
    });
  });
}

/**
 * The first executable file with this name in `folders`.
 *
 * @returns its path
 */
export async function findExecutable(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

export async function isExecutable(path: string) {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: unusable in both cases
  }
}

export function pathFolders(): string[] {
  return (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
}
