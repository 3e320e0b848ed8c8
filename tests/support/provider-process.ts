import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type ProgramFolder, cleanEnvironment, makeProgramFolder, root } from "./clone";
import { isRunning, leave, takeLeft } from "./left-processes";
import { after, cancel, type KindDriver, configure, driveKind, isPlugin, providerTextOf } from "./provider-calls";

// Applies to every test of a file that imports this module. The first test may have to wait for the package to be
// built.
jest.setTimeout(60_000);

export interface ProviderOptions {
  /**
   * Stack configuration. A key without `:` gets the prefix `flowgate:`. A value that is not a string is sent as JSON
   * text, as the engine sends structured configuration. Example: `{ gateway: { url, token }, sites: {...} }`.
   */
  config?: Readonly<Record<string, unknown>>;
  /** Environment variables added to those of this process, from which `FLOWGATE_*` and `PULUMI_*` are removed. */
  env?: Readonly<Record<string, string>>;
  /** The program's folder. Default: a temporary one in which `pulumi-flowgate` resolves to the clone. */
  folder?: string;
}

/** Pulumi's own dynamic provider process. Tests drive it over gRPC like the engine does, but without the engine. */
export interface ProviderProcess {
  /**
   * The calls of one kind.
   * @param name e.g. `IpGroup`
   * @param providerText the content of a resource's `__provider`; by default the text that the SDK classes register
   */
  kind(name: string, providerText?: string): KindDriver;
  /**
   * Begins another run: its providers know nothing of earlier ones and have their own configuration. Otherwise it is
   * like a new process. A test of something that only a new process shows must start one.
   */
  anotherRun(config: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Announces that the engine is about to end. Resolves when the provider is ready for it. Only the plugin has this
   * call.
   */
  cancel(): Promise<void>;
  /** Begins another command with the same configuration, e.g. a destroy after an up. */
  nextCommand(): void;
  /** Everything that was printed in this run so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the process is still running. */
  readonly isRunning: boolean;
  /**
   * Ends the process like the engine does, waits for its end and deletes the temporary folder. Returns the exit status.
   */
  close(): Promise<number | null>;
  /** Leaves the process and its folder to a later test file. Returns false if enough processes are left already. */
  leave(folder: string): boolean;
}

/** Starts a provider process and configures it. Takes about a third of a second. */
export async function startProvider(options: ProviderOptions = {}): Promise<ProviderProcess> {
  const folder = options.folder === undefined ? await makeProgramFolder() : borrowed(options.folder);
  const child = spawn(process.execPath, commandOf(), { cwd: folder.path, env: cleanEnvironment(options.env) });
  const listening = listenTo(child);
  const port = await Promise.race([firstLine(child), listening.ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`the provider process ended at once: ${listening.printed.stderr}`);
  const provider = drive({ child, port, run: 0, listening, folder, command: commandOf().join(" ") });
  await provider.anotherRun(options.config ?? {});
  return provider;
}

/**
 * Takes a provider process that an earlier test file left, with its folder. The caller must begin another run on it.
 * Returns undefined if none is left.
 */
export function takeProvider(): { provider: ProviderProcess; folder: string } | undefined {
  const left = takeLeft(commandOf().join(" "));
  if (left === undefined) return undefined;
  const provider = drive({ ...left, listening: listenTo(left.child), folder: borrowed(left.folder) });
  return { provider, folder: left.folder };
}

interface Driven {
  readonly child: ChildProcessWithoutNullStreams;
  readonly port: string;
  /** The number of commands that the process has had. */
  readonly run: number;
  readonly command: string;
  readonly listening: Listening;
  readonly folder: Pick<ProgramFolder, "close">;
}

function drive({ child, port, listening, folder, command, ...had }: Driven): ProviderProcess {
  const { printed, ended } = listening;
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  let { run } = had;
  let configured: Readonly<Record<string, unknown>> = {};
  /** Resolves when the plugin is configured for the command. */
  let ready: Promise<void> = Promise.resolve();
  let before = { stdout: 0, stderr: 0 };
  return {
    kind: (name, providerText = run === 1 ? providerTextOf(name) : textOfRun(name, run)) =>
      isPlugin ? after(() => ready, driveKind(client, name)) : driveKind(client, name, providerText),
    nextCommand() {
      run += 1;
      if (isPlugin) ready = ready.then(() => configure(client, configured));
    },
    cancel: () => cancel(client),
    async anotherRun(config) {
      run += 1;
      configured = config;
      before = { stdout: printed.stdout.length, stderr: printed.stderr.length };
      await configure(client, config);
    },
    get stdout() {
      return printed.stdout.slice(before.stdout);
    },
    get stderr() {
      return printed.stderr.slice(before.stderr);
    },
    get isRunning() {
      return isRunning(child);
    },
    async close() {
      client.close();
      child.kill("SIGTERM");
      const code = await ended;
      await folder.close();
      return code;
    },
    leave(path) {
      if (!isRunning(child) || !leave({ child, port, run, command, folder: path })) return false;
      listening.stop();
      client.close();
      return true;
    },
  };
}

/** The output of a process, and its end. */
interface Listening {
  readonly printed: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
  stop(): void;
}

function listenTo(child: ChildProcessWithoutNullStreams): Listening {
  const printed = { stdout: "", stderr: "" };
  const onOutput = (text: string): void => void (printed.stdout += text);
  const onError = (text: string): void => void (printed.stderr += text);
  let onClose: (code: number | null) => void = () => undefined;
  const ended = new Promise<number | null>((resolve) => (onClose = resolve));
  child.stdout.setEncoding("utf8").on("data", onOutput);
  child.stderr.setEncoding("utf8").on("data", onError);
  child.once("close", onClose);
  const stop = (): void => {
    child.stdout.off("data", onOutput);
    child.stderr.off("data", onError);
    child.off("close", onClose);
  };
  return { printed, ended, stop };
}

/** The command line of the process. Without an engine, the plugin prints its lines to standard error. */
function commandOf(): string[] {
  if (isPlugin) return [join(root, "plugin/pulumi-resource-flowgate")];
  // The engine's address. The dynamic provider never calls it.
  return [join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider"), "127.0.0.1:1"];
}

function textOfRun(kind: string, run: number): string {
  const script = join(root, "tests/support/another-run.cjs");
  return `exports.handler = () => require(${JSON.stringify(script)}).kind("${kind}", ${run})`;
}

function borrowed(path: string): Pick<ProgramFolder, "path" | "close"> {
  return { path, close: () => Promise.resolve() };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the provider process has no stdout");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
}
