import { failedRun, NOTHING_SELECTED, projectFile, pulumi, stackFlags, type StackChoice } from "../engine/run";
import { ConfigurationError } from "../errors";
import type { Io } from "../io";

/** This package's configuration in the current folder's stack. */
export interface StackConfiguration {
  /** The values by key without the namespace, structured ones as JSON text. Unset if no stack was read. */
  readonly values?: Readonly<Record<string, string>>;
  /** Why no stack was read, if the folder belongs to a Pulumi project. */
  readonly notRead?: string;
}

const NAMESPACE = "flowgate:";

/**
 * The configuration of the stack in the current folder, as the provider would receive it. Without a Pulumi project, an
 * engine or a selected stack there is none, and only the environment counts. A stack that exists but cannot be read is
 * an error: its URL may differ from that in the environment.
 */
export async function readStack(io: Pick<Io, "env" | "cwd">, choice: StackChoice): Promise<StackConfiguration> {
  if (choice === false) return { notRead: "--no-stack was given" };
  const named = stackFlags(choice);
  if (projectFile(io.cwd) === undefined) {
    if (named.length === 0) return {};
    throw new ConfigurationError("--stack names a stack, but there is no Pulumi project in this folder or above it.");
  }
  const output = await pulumi(io, ["config", "--json", "--show-secrets", ...named]);
  if (!("words" in output)) return { values: ownValues(output.stdout) };
  const unselected = "no stack is selected: `pulumi stack select <name>`";
  const notRead = output.missing ?? (NOTHING_SELECTED.test(output.words) ? unselected : undefined);
  const otherwise = "Mend that, or use only the environment with --no-stack, if the command needs no state.";
  if (notRead === undefined) throw failedRun("Reading the stack's configuration", output.words, otherwise);
  if (named.length === 0) return { notRead };
  throw new ConfigurationError(`--stack names a stack, but ${notRead}.`);
}

/** Keeps only the keys of this package: others may be secrets of other packages. */
function ownValues(json: string): Record<string, string> {
  const all = JSON.parse(json) as Readonly<Record<string, { value?: string }>>;
  const own = Object.entries(all).flatMap(([key, { value }]) =>
    key.startsWith(NAMESPACE) && value !== undefined ? [[key.slice(NAMESPACE.length), value] as const] : [],
  );
  return Object.fromEntries(own);
}
