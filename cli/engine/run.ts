import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "#zod";
import { ConfigurationError } from "../errors";
import { yamlIn } from "../files";
import type { Io } from "../io";
import { present } from "../../provider/values/collections";
import { sentence } from "../../provider/values/quoted";

/** The stack to use: one by name, the selected one (true), or none (false). */
export type StackChoice = string | boolean;

/** Result of an engine's run: its output, or why there is none. */
export type EngineOutput =
  | { readonly stdout: string }
  | {
      /** What is not there, as a clause: the engine, or a project. */
      readonly missing?: string;
      readonly words: string;
    };

/** The environment and folder that an engine is run in. */
export type Surroundings = Pick<Io, "env" | "cwd">;

/** The flags that name a chosen stack; none for the selected one. */
export function stackFlags(stack: StackChoice | undefined): string[] {
  return typeof stack === "string" ? ["--stack", stack] : [];
}

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

const execute = promisify(execFile);

/** A state of thousands of resources is a long text, and a backend may be slow to reach. */
const limits = { maxBuffer: 2 ** 30, timeout: 600_000 };

/** Runs a command of Pulumi that only reads, without prompts. */
export async function pulumi({ env, cwd }: Surroundings, args: readonly string[]): Promise<EngineOutput> {
  try {
    const { stdout } = await execute("pulumi", [...args, "--non-interactive"], {
      ...limits,
      cwd,
      env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    return { stdout };
  } catch (error) {
    const { code, message, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT") return { missing: NO_ENGINE, words: message };
    const missing = projectFile(cwd) === undefined ? "there is no project in this folder or above it" : undefined;
    return { ...present({ missing }), words: wordsIn(stderr) };
  }
}

/** The project file of Pulumi for a folder, in it or above it; undefined if there is none. */
export function projectFile(folder: string): string | undefined {
  const name = projectFiles.find((one) => existsSync(join(folder, one)));
  if (name !== undefined) return join(folder, name);
  return dirname(folder) === folder ? undefined : projectFile(dirname(folder));
}

/** The name in a project file of Pulumi; empty if it has none. */
export function projectName(file: string): string {
  return z.looseObject({ name: z.string() }).safeParse(yamlIn(file)).data?.name ?? "";
}

/** The output of an engine's run. Throws with the engine's message if there is none. */
export function outputOf(output: EngineOutput, what: string): string {
  if (!("words" in output)) return output.stdout;
  if (output.missing !== undefined) throw new ConfigurationError(`${what} needs Pulumi, but ${output.missing}.`);
  throw failedRun(what, output.words);
}

/** Why no engine runs. */
export const NO_ENGINE = "there is no `pulumi` on the PATH: install it from https://www.pulumi.com/docs/install/";

/** How the engine says that no stack is selected. */
export const NOTHING_SELECTED = /no stack selected/u;

/** What helps if the engine says something, as a sentence with its command. */
const cures: readonly (readonly [RegExp, string])[] = [
  [NOTHING_SELECTED, "Select one: `pulumi stack select <name>`."],
  [
    /must be logged in|PULUMI_ACCESS_TOKEN|no Pulumi backend/iu,
    "Log in: `pulumi login`, or `pulumi login --local` for states on this machine.",
  ],
  [/passphrase/iu, "Give the passphrase of the stack: `export PULUMI_CONFIG_PASSPHRASE=<passphrase>`."],
];

/** The error of an engine's run: the program, its configuration or the stack is wrong. */
export function failedRun(what: string, words: string, otherwise = ""): ConfigurationError {
  const [, cure = otherwise] = cures.find(([said]) => said.test(words)) ?? [];
  return new ConfigurationError(sentence(`${what} failed: pulumi says "${words}"`, cure === "" ? undefined : cure));
}

function wordsIn(stderr: string): string {
  const words = stderr
    .split("\n")
    .map((text) => text.replace(/^error: /u, "").trim())
    .filter((text) => text !== "");
  return words.length > 0 ? words.join("; ") : "nothing";
}
