import { projectFile, pulumi } from "../engine";
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
/** The engine asks a backend, which may be far away. */
const limits = { deadlineMs: 60_000, mostOutputBytes: 16 * 1024 * 1024 };

/**
 * The configuration of the stack in the current folder, as the provider would get it. Without a Pulumi project, without
 * an engine or without a selected stack there is none, and only the environment counts. A stack that is there but
 * cannot be read is an error: its URL may be another one than the environment's.
 */
export async function readStack(io: Pick<Io, "env" | "cwd">, choice: StackChoice): Promise<StackConfiguration> {
  if (choice === false) return { values: {}, notRead: "--no-stack was given" };
  const named = typeof choice === "string" ? ["--stack", choice] : [];
  if (projectFile(io.cwd) === undefined) {
    if (named.length === 0) return { values: {} };
    throw new ConfigurationError("--stack names a stack, but there is no Pulumi project in this folder or above it.");
  }
  const output = await pulumi(io, ["config", "--json", "--show-secrets", ...named], limits);
  if (!("words" in output)) return { values: ownValues(output.stdout) };
  if (output.missing) {
    if (named.length === 0) return { values: {}, notRead: "there is no `pulumi` on the PATH" };
    throw new ConfigurationError("--stack names a stack, but there is no `pulumi` on the PATH that could read it.");
  }
  if (named.length === 0 && (await nothingSelected(io))) return { values: {}, notRead: "no stack is selected" };
  throw new ConfigurationError(
    `The stack's configuration cannot be read: pulumi says "${output.words}". Repair that, or use the environment ` +
      "alone with --no-stack.",
  );
}

async function nothingSelected(io: Pick<Io, "env" | "cwd">): Promise<boolean> {
  const output = await pulumi(io, ["stack", "ls", "--json"], limits);
  if ("words" in output) return false;
  const stacks = JSON.parse(output.stdout) as readonly { current?: boolean }[];
  return !stacks.some(({ current }) => current === true);
}

/** Nothing but the keys of this package is kept: the others may be secrets of other packages. */
function ownValues(json: string): Record<string, string> {
  const all = JSON.parse(json) as Readonly<Record<string, { value?: string }>>;
  const own = Object.entries(all).flatMap(([key, { value }]) =>
    key.startsWith(NAMESPACE) && value !== undefined ? [[key.slice(NAMESPACE.length), value] as const] : [],
  );
  return Object.fromEntries(own);
}
