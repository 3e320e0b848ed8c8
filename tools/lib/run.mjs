import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { SetupError } from "./errors.mjs";

/** @typedef {{ cwd?: string; env?: NodeJS.ProcessEnv }} RunOptions */

/**
 * Runs a program to its end and returns its standard output. Throws what it printed if it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function capture(command, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(command, args, { ...options, encoding: "utf8", maxBuffer: 2 ** 28 });
    return stdout;
  } catch (error) {
    const { stdout, stderr, message } = /** @type {Error & { stdout: string; stderr: string }} */ (error);
    throw new SetupError(`\`${command} ${args.join(" ")}\` failed:\n${stdout + stderr || message}`);
  }
}

/**
 * Runs a program whose output goes directly to the terminal. Throws if it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<void>}
 */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new SetupError(`\`${command} ${args.join(" ")}\` failed; what it printed is above.`));
    });
  });
}
