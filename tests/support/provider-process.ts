import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type ProgramFolder, cleanEnvironment, makeProgramFolder, root } from "./clone";
import { isRunning, leave, takeLeft } from "./left-processes";
import { cancel, type KindDriver, configure, driveKind, isPlugin } from "./provider-calls";

// Holds for every test of the file that imports this: the first of them may have to wait for the package to be built.
jest.setTimeout(60_000);

export interface ProviderOptions {
  /**
   * Stack configuration. A key without `:` gets the prefix `flowgate:`; a value that is no string is sent as JSON text,
   * as the engine sends structured configuration. Example: `{ gateway: { url, token }, sites: {...} }`.
   */
  config?: Readonly<Record<string, unknown>>;
  /** Environment variables on top of this process's, from which `FLOWGATE_*` and `PULUMI_*` are taken out. */
  env?: Readonly<Record<string, string>>;
  /** The program's folder. By default a temporary one in which `pulumi-flowgate` resolves to the clone. */
  folder?: string;
}

/** Pulumi's own dynamic provider process, driven over gRPC as the engine drives it, without the engine. */
export interface ProviderProcess {
  /**
   * The calls of one kind.
   * @param name e.g. `IpGroup`
   * @param providerText what a resource's `__provider` holds; by default the text that the SDK classes register
   */
  kind(name: string, providerText?: string): KindDriver;
  /**
   * Another run: providers that know nothing of those before, with a configuration of their own. Everything else is as
   * in a new process; what only a process can show is for tests that start one.
   */
  anotherRun(config: Readonly<Record<string, unknown>>): Promise<void>;
  /** Says that the engine is about to end; gives when the provider is ready for it. Only the plugin knows the call. */
  cancel(): Promise<void>;
  /** Another command in this run, e.g. a destroy after an up: nothing is declared in it yet. */
  nextCommand(): void;
  /** All that was printed in this run until now. */
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the process has not ended. */
  readonly isRunning: boolean;
  /** The operating system's process, e.g. for its memory. */
  readonly pid: number;
  /** Ends the process as the engine does and waits for its end; deletes the temporary folder. Returns the status. */
  close(): Promise<number | null>;
  /** As {@link close}, but at once (SIGKILL), as a crash or a power cut would. */
  kill(): Promise<number | null>;
  /** Leaves the process alone as an engine does that is killed, and waits for its end. Returns the status. */
  abandon(): Promise<number | null>;
  /** Leaves the process, with its folder, to a later test file; false where enough of them are left. */
  leave(folder: string): boolean;
}

/** The text of `__provider` that the class of this kind registers. */
export function providerTextOf(kind: string): string {
  return `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
}

/** Starts a provider process and configures it. Takes about a third of a second. */
export async function startProvider(options: ProviderOptions = {}): Promise<ProviderProcess> {
  const folder = options.folder === undefined ? await makeProgramFolder() : borrowed(options.folder);
  const child = spawn(process.execPath, commandOf(), {
    cwd: folder.path,
    env: cleanEnvironment(options.env),
    stdio: isPlugin ? ["pipe", "pipe", "pipe", "ipc"] : ["pipe", "pipe", "pipe"],
  }) as ChildProcessWithoutNullStreams;
  const listening = listenTo(child);
  const port = await Promise.race([firstLine(child), listening.ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`the provider process ended at once: ${listening.printed.stderr}`);
  const started = drive({ child, port, run: 1, listening, folder });
  await started.configure(options.config ?? {});
  return started.provider;
}

/**
 * A provider process that an earlier test file has left, with its folder: another run of it is to begin. Gives none where
 * none is left.
 */
export function takeProvider(): { provider: ProviderProcess; folder: string } | undefined {
  const left = takeLeft(commandOf().join(" "));
  if (left === undefined) return undefined;
  const { provider } = drive({ ...left, listening: listenTo(left.child), folder: borrowed(left.folder) });
  return { provider, folder: left.folder };
}

interface Driven {
  readonly child: ChildProcessWithoutNullStreams;
  readonly port: string;
  /** Runs that the process has had, or begins now. */
  readonly run: number;
  readonly listening: Listening;
  readonly folder: Pick<ProgramFolder, "remove">;
}

function drive({ child, port, listening, folder, ...had }: Driven): {
  provider: ProviderProcess;
  configure(config: Readonly<Record<string, unknown>>): Promise<void>;
} {
  const { printed, ended } = listening;
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  let { run } = had;
  let command = 0;
  /** When the plugin knows that another command has begun. */
  let begun: Promise<unknown> = Promise.resolve();
  let before = { stdout: 0, stderr: 0 };
  const end = async (stop: () => unknown): Promise<number | null> => {
    client.close();
    stop();
    const code = await ended;
    await folder.remove();
    return code;
  };
  const provider: ProviderProcess = {
    kind: (name, providerText = run + command === 1 ? providerTextOf(name) : textOfRun(name, run, command)) =>
      isPlugin ? after(() => begun, driveKind(client, name)) : driveKind(client, name, providerText),
    nextCommand() {
      command += 1;
      if (!isPlugin) return;
      // One at a time: each answer is that of the message before it.
      begun = begun.then(async () => {
        const answer = once(child, "message");
        child.send("next command");
        await answer;
      });
    },
    cancel: () => cancel(client),
    async anotherRun(config) {
      run += 1;
      command = 0;
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
    pid: child.pid ?? 0,
    close: () => end(() => child.kill("SIGTERM")),
    kill: () => end(() => child.kill("SIGKILL")),
    abandon: () => end(() => child.stdin.destroy()),
    leave(path) {
      if (!isRunning(child) || !leave({ child, port, run, command: commandOf().join(" "), folder: path })) return false;
      listening.stop();
      client.close();
      return true;
    },
  };
  return { provider, configure: (config) => configure(client, config) };
}

/** What a process prints, and its end. */
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

/** What is started, with its arguments. The plugin shows its lines on standard error where it knows no engine. */
function commandOf(): string[] {
  if (isPlugin) return [join(root, "tests/support/plugin-process.cjs")];
  // The address is the engine's; the dynamic provider never calls it.
  return [join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider"), "127.0.0.1:1"];
}

/** The calls of a kind, each once something has happened. */
function after(ready: () => Promise<unknown>, driver: KindDriver): KindDriver {
  const calls = Object.entries(driver).map(([name, call]: [string, unknown]) => {
    if (typeof call !== "function") return [name, call];
    const begin = call as (...args: unknown[]) => unknown;
    return [name, (...args: unknown[]) => ready().then(() => begin(...args))];
  });
  return Object.fromEntries(calls) as KindDriver;
}

function textOfRun(kind: string, run: number, command: number): string {
  const script = join(root, "tests/support/another-run.cjs");
  return `exports.handler = () => require(${JSON.stringify(script)}).kind("${kind}", ${run}, ${command})`;
}

function borrowed(path: string): Pick<ProgramFolder, "path" | "remove"> {
  return { path, remove: () => Promise.resolve() };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the provider process has no stdout");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
}
