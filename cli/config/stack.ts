import { execFile, type ExecFileException } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigurationError } from "../errors";
import type { Io } from "../io";

/** What the current folder's stack says about this package. */
export interface StackConfiguration {
  /** Values of the keys in the namespace `flowgate`, without it; structured ones as JSON text. */
  readonly values: Readonly<Record<string, string>>;
  /** Why no stack was read, where a folder of Pulumi lets one expect it. */
  readonly notRead?: string;
}

/** Which stack: one by name, the selected one, or none. */
export type StackChoice = string | boolean;

const NAMESPACE = "flowgate:";
const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];
/** The engine asks a backend, which may be far away. */
const DEADLINE_MS = 60_000;
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * The configuration of the stack in the current folder, as the provider would get it. Without a Pulumi project, without
 * an engine or without a selected stack there is none, and the environment stands alone. A stack that is there but
 * cannot be read is an error: its URL may be another one than the environment's.
 */
export async function readStack(io: Pick<Io, "env" | "cwd">, choice: StackChoice): Promise<StackConfiguration> {
  if (choice === false) return { values: {}, notRead: "--no-stack was given" };
  const named = typeof choice === "string" ? ["--stack", choice] : [];
  if (!isInProject(io.cwd)) {
    if (named.length === 0) return { values: {} };
    throw new ConfigurationError("--stack names a stack, but there is no Pulumi project in this folder or above it.");
  }
  const told = await pulumi(io, ["config", "--json", "--show-secrets", ...named]);
  if ("stdout" in told) return { values: ownValues(told.stdout) };
  if (told.missing) {
    if (named.length === 0) return { values: {}, notRead: "there is no `pulumi` on the PATH" };
    throw new ConfigurationError("--stack names a stack, but there is no `pulumi` on the PATH that could read it.");
  }
  if (named.length === 0 && (await nothingSelected(io))) return { values: {}, notRead: "no stack is selected" };
  throw new ConfigurationError(
    `The stack's configuration cannot be read: pulumi says "${told.words}". Repair that, or use the environment ` +
      "alone with --no-stack.",
  );
}

function isInProject(folder: string): boolean {
  if (projectFiles.some((name) => existsSync(join(folder, name)))) return true;
  return dirname(folder) !== folder && isInProject(dirname(folder));
}

async function nothingSelected(io: Pick<Io, "env" | "cwd">): Promise<boolean> {
  const told = await pulumi(io, ["stack", "ls", "--json"]);
  if (!("stdout" in told)) return false;
  const stacks = JSON.parse(told.stdout) as readonly { current?: boolean }[];
  return !stacks.some(({ current }) => current === true);
}

/** Nothing but the keys of this package is kept: the others may be secrets of somebody else. */
function ownValues(json: string): Record<string, string> {
  const all = JSON.parse(json) as Readonly<Record<string, { value?: string }>>;
  const own = Object.entries(all).flatMap(([key, { value }]) =>
    key.startsWith(NAMESPACE) && value !== undefined ? [[key.slice(NAMESPACE.length), value] as const] : [],
  );
  return Object.fromEntries(own);
}

type Told = { stdout: string } | { missing: boolean; words: string };

function pulumi({ env, cwd }: Pick<Io, "env" | "cwd">, args: readonly string[]): Promise<Told> {
  const options = {
    cwd,
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: DEADLINE_MS,
    maxBuffer: MOST_OUTPUT_BYTES,
  };
  return new Promise((resolve) => {
    execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
      resolve(error === null ? { stdout } : { missing: error.code === "ENOENT", words: wordsOf(error, stderr) });
    });
  });
}

function wordsOf(error: ExecFileException, stderr: string): string {
  const words = stderr
    .split("\n")
    .map((text) => text.replace(/^error: /u, "").trim())
    .filter((text) => text !== "");
  if (words.length > 0) return words.join("; ");
  return error.killed === true ? `no answer within ${DEADLINE_MS / 1000} s` : "nothing";
}
