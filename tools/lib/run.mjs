import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * @typedef {object} Finished
 * @property {number} code exit status; 127 if the program could not be started, 124 after a timeout
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeout] milliseconds
 * @property {(line: string) => void} [onStderr] called with each line of stderr
 */

/**
 * Runs a program to its end and returns its output. Never throws: the caller checks the status.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Finished>}
 */
export function capture(command, args, options = {}) {
  const { cwd, env, timeout, onStderr } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, timeout, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (stderr += text));
    if (onStderr !== undefined) createInterface({ input: child.stderr }).on("line", onStderr);
    child.once("error", (error) => resolve({ code: 127, stdout, stderr: stderr + error.message }));
    child.once("close", (code) => resolve({ code: code ?? 124, stdout, stderr }));
  });
}

/**
 * Runs a program whose output goes directly to the terminal.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit status
 */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
