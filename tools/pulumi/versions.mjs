import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { capture } from "../lib/run.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** The Go modules of the engine and its language host; change the versions in their go.mod files. */
export const modules = {
  engine: { folder: join(here, "engine"), requires: "github.com/pulumi/pulumi/pkg/v3", command: "cmd/pulumi" },
  language: {
    folder: join(here, "language"),
    requires: "github.com/pulumi/pulumi/sdk/v3",
    command: "nodejs/cmd/pulumi-language-nodejs",
  },
};

/** The three files of an engine, all in one folder. */
export const engineFiles = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/**
 * The versions that are built, downloaded and tested, without the `v`. The engine's version is also the oldest that is
 * accepted from PATH.
 */
export async function wantedVersions() {
  return { engine: await requiredVersion(modules.engine), language: await requiredVersion(modules.language) };
}

/** @param {{ folder: string; requires: string }} module */
async function requiredVersion({ folder, requires }) {
  const text = await readFile(join(folder, "go.mod"), "utf8");
  const line = text.split("\n").find((one) => one.replace("require", "").trim().startsWith(`${requires} v`));
  const version = / v(\S+)/u.exec(line ?? "")?.[1];
  if (version === undefined) throw new Error(`${folder}/go.mod does not require ${requires}`);
  return version;
}

/** Milliseconds that a binary may take to answer; a first start from a slow disk needs several seconds. */
const PATIENCE = 20_000;

/** The version that `pulumi version` prints, without the `v`; undefined if it does not run. @param {string} pulumi */
export async function versionOf(pulumi) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { code, stdout } = await capture(pulumi, ["version"], { env, timeout: PATIENCE });
  return code === 0 ? stdout.trim().replace(/^v/u, "") : undefined;
}

/**
 * Whether a language host works: after its start it prints the port that it listens on. It calls the engine's address
 * only when it runs a program.
 *
 * @param {string} host
 * @returns {Promise<boolean>}
 */
export function languageHostWorks(host) {
  return new Promise((resolve) => {
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

/** @param {string} path */
export async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not executable: unusable in both cases
  }
}

/** The path of the first executable with this name. @param {string} name @param {readonly string[]} folders */
export async function findExecutable(name, folders) {
  for (const folder of folders) if (await isExecutable(join(folder, name))) return join(folder, name);
  return undefined;
}
