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
 * @param {string} pulumi path of the binary
 * @returns {Promise<string | undefined>} undefined if it does not run
 */
export async function versionOf(pulumi) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { code, stdout } = await capture(pulumi, ["version"], { env, timeout: PATIENCE });
  return code === 0 ? stdout.trim().replace(/^v/u, "") : undefined;
}

/**
 * Whether a language host works: after its start it prints the port that it listens on.
 *
 * @param {string} host path of `pulumi-language-nodejs`
 * @returns {Promise<boolean>}
 */
export function languageHostWorks(host) {
  return new Promise((resolve) => {
    // The host requires the engine's address, but calls it only when it runs a program.
    const child = spawn(host, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"], timeout: PATIENCE });
    let printed = "";
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(/^\d+\s/u.test(printed)));
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      printed += text;
      if (printed.includes("\n")) child.kill();
    });
  });
}

/**
 * The first executable file with this name in `folders`.
 *
 * @param {string} name
 * @param {readonly string[]} folders
 * @returns {Promise<string | undefined>} its path
 */
export async function findExecutable(name, folders) {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** @param {string} path */
export async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: unusable in both cases
  }
}

/** @returns {string[]} */
export function pathFolders() {
  return (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
}
