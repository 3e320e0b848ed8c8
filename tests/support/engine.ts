import { execFile, spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, makeProgramFolder, root } from "./clone";
import { type EngineEvent, type Step, readJsonLines, stepsOf } from "./engine-events";
import { keepProcesses, type KeptProcesses } from "./kept/processes";

/** A run of the real engine takes seconds, a first one on a busy machine more; in milliseconds. */
const PATIENCE = 180_000;

// Holds for every test of the file that imports this.
jest.setTimeout(PATIENCE);

export interface EngineOptions {
  /** Name of the Pulumi project. Default `program`. */
  project?: string;
  /** Name of the stack, which is made at once. Default `test`. */
  stack?: string;
  /** Environment variables of every run, e.g. credentials. */
  env?: Readonly<Record<string, string>>;
  /** Say in Pulumi.yaml where the provider plugin is. Default false. */
  plugin?: boolean;
  /** Record every gRPC call of the engine, for {@link EngineWorkspace.grpcCalls}. Default false. */
  debugGrpc?: boolean;
  /**
   * Run all commands in one process of the program and one of the dynamic provider. A command finds nothing there of
   * the commands before it. Starting the two takes two thirds of a command. Default false: a test of how a process
   * starts, prints or ends needs new ones.
   */
  keepProcesses?: boolean;
}

export interface RunOptions {
  /** Further arguments of the command. */
  args?: readonly string[];
  /** Environment variables of this run only. */
  env?: Readonly<Record<string, string>>;
  /** Expect the run to fail: then it is a success that ends this with an error. Default false. */
  fails?: boolean | "perhaps";
  /** Start program and provider for this command although the workspace keeps theirs. Default false. */
  newProcesses?: boolean;
}

/** What one command printed, and what it did. */
export interface Run {
  code: number;
  stdout: string;
  stderr: string;
  /** Both, for searching. */
  output: string;
  /** Resources that were touched or looked at, in order. Empty for commands other than up, preview, refresh, destroy. */
  steps: Step[];
  /** Number of resources by operation (`create`, `update`, `same`, ...), the stack itself included. */
  changes: Record<string, number>;
}

/** One call that the engine made or got. */
export interface GrpcCall {
  /** E.g. `/pulumirpc.ResourceProvider/Create`. */
  method: string;
  request?: Record<string, unknown>;
  response?: Record<string, unknown>;
}

/** A stack in a temporary folder, with a program that is run by the real engine. Nothing outside of it is touched. */
export interface EngineWorkspace {
  /** The program's folder. */
  readonly folder: string;
  /** Where the state is: a folder of JSON files, to be searched for what must not be there. */
  readonly stateFolder: string;
  /** The environment of every run, for a process that a test starts by itself. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes or replaces the program. JavaScript (CommonJS) starts about a second faster than TypeScript. */
  program(source: string, language?: "javascript" | "typescript"): Promise<void>;
  /**
   * Sets stack configuration, e.g. `{ gateway: { url, token } }` in the namespace `flowgate`. Values of keys that are
   * called `token` or `password` are stored as secrets.
   */
  config(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs any command of the CLI, e.g. `pulumi(["stack", "output", "--json"])`. */
  pulumi(args: readonly string[], options?: Omit<RunOptions, "args">): Promise<Run>;
  up(options?: RunOptions): Promise<Run>;
  preview(options?: RunOptions): Promise<Run>;
  refresh(options?: RunOptions): Promise<Run>;
  destroy(options?: RunOptions): Promise<Run>;
  /** The resources in state, without stack and providers. */
  resources(): Promise<StateResource[]>;
  /** The outputs of the program, secret ones in clear. */
  outputs(): Promise<Record<string, unknown>>;
  /** The calls recorded until now; needs `debugGrpc`. */
  grpcCalls(): Promise<GrpcCall[]>;
  /** Lets a command that a test starts by itself use the processes that are kept. */
  asCommand<T>(work: (more: CommandParts) => Promise<T>, env?: Readonly<Record<string, string>>): Promise<T>;
  /** Deletes the folder. Does not destroy what the stack made. */
  close(): Promise<void>;
}

/** What a command of `pulumi` needs to use the processes that are kept. */
export interface CommandParts {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A resource as `pulumi stack export` shows it. */
export interface StateResource {
  urn: string;
  type: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  initErrors?: string[];
  pendingReplacement?: boolean;
}

let engineFolder: Promise<string> | undefined;

/** Where the engine is that `npm run setup` found or made; the same for all tests of a worker. */
export function findEngineFolder(): Promise<string> {
  engineFolder ??= promisify(execFile)(process.execPath, [join(root, "tools/pulumi/main.mjs")]).then(
    ({ stdout }) => (JSON.parse(stdout) as { folder: string }).folder,
  );
  return engineFolder;
}

/** Makes a program folder with a new stack whose state is a folder beside the program. Takes about half a second. */
export async function openEngine(options: EngineOptions = {}): Promise<EngineWorkspace> {
  const { project = "program", stack = "test" } = options;
  const [folder, engine] = await Promise.all([makeProgramFolder(), findEngineFolder()]);
  const inside = (name: string): string => join(folder.path, ".engine", name);
  const env = cleanEnvironment({
    PATH: [engine, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    PULUMI_BACKEND_URL: `file://${inside("state")}`,
    PULUMI_HOME: inside("home"),
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Without it there is no --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    ...(options.debugGrpc === true ? { PULUMI_DEBUG_GRPC: inside("grpc.jsonl") } : {}),
    ...options.env,
  });
  await mkdir(inside("state"), { recursive: true });

  const processes = options.keepProcesses === true ? await keepProcesses(folder.path, env) : undefined;
  const keptFor = (newProcesses?: boolean): KeptProcesses | undefined =>
    newProcesses === true ? undefined : processes;
  const pulumi: EngineWorkspace["pulumi"] = async (args, { env: more = {}, fails = false, newProcesses } = {}) => {
    const all = [...args, "--non-interactive", "--color", "never"];
    const [run, printed] = await during(keptFor(newProcesses), { ...env, ...more }, (parts) =>
      execute(join(engine, "pulumi"), all, folder.path, parts.env),
    );
    run.stderr += printed;
    run.output += printed;
    if (fails !== "perhaps" && (run.code !== 0) !== fails) {
      throw new Error(`pulumi ${args.join(" ")} ended with ${run.code}\n${run.stdout}\n${run.stderr}`);
    }
    return run;
  };
  let runs = 0;
  /** An operation on the stack, with what it did taken from the engine's own events. */
  const operate = async (command: string, flags: readonly string[], more: RunOptions = {}): Promise<Run> => {
    runs += 1;
    const log = inside(`events-${runs}.jsonl`);
    const program = keptFor(more.newProcesses)?.programArguments ?? [];
    const run = await pulumi([command, ...flags, "--event-log", log, ...program, ...(more.args ?? [])], more);
    return { ...run, ...stepsOf(await readJsonLines<EngineEvent>(log)) };
  };
  const program: EngineWorkspace["program"] = async (source, language = "javascript") => {
    await writeProgram(folder, project, source, language, options.plugin === true ? PLUGINS : {});
  };

  await program("");
  await pulumi(["stack", "init", stack]);
  const yes = ["--yes", "--skip-preview"];
  return {
    folder: folder.path,
    stateFolder: inside("state"),
    env,
    program,
    async config(values) {
      await pulumi(["config", "set-all", "--path", ...configArguments(values)]);
    },
    pulumi,
    up: (more) => operate("up", yes, more),
    preview: (more) => operate("preview", [], more),
    refresh: (more) => operate("refresh", yes, more),
    destroy: (more) => operate("destroy", yes, more),
    async resources() {
      const { stdout } = await pulumi(["stack", "export", "--show-secrets"]);
      const { deployment } = JSON.parse(stdout) as { deployment: { resources?: StateResource[] } };
      return (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
    },
    async outputs() {
      const { stdout } = await pulumi(["stack", "output", "--json", "--show-secrets"]);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    grpcCalls: () => readJsonLines<GrpcCall>(inside("grpc.jsonl")),
    asCommand: async (work, more = {}) => (await during(processes, { ...env, ...more }, work))[0],
    async close() {
      await processes?.close();
      await folder.remove();
    },
  };
}

/** Runs one command, in the processes that are kept if there are any; gives what they printed too. */
async function during<T>(
  kept: KeptProcesses | undefined,
  env: Readonly<Record<string, string>>,
  work: (parts: CommandParts) => Promise<T>,
): Promise<[result: T, printed: string]> {
  if (kept === undefined) return [await work({ args: [], env }), ""];
  await kept.begin(env);
  const result = await work({ args: kept.programArguments, env: { ...env, ...kept.env } });
  return [result, await kept.end()];
}

/** Where the plugin of the installed package is. */
const PLUGINS = { plugins: { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] } };

type Writable = Pick<Awaited<ReturnType<typeof makeProgramFolder>>, "path" | "write">;

async function writeProgram(
  folder: Writable,
  project: string,
  source: string,
  language: "javascript" | "typescript",
  more: object,
): Promise<void> {
  const typescript = language === "typescript";
  const runtime = { name: "nodejs", options: { typescript } };
  // JSON is YAML.
  await folder.write("Pulumi.yaml", JSON.stringify({ name: project, runtime, ...more }));
  const compilerOptions = {
    strict: true,
    target: "ES2022",
    module: "node16",
    moduleResolution: "node16",
    skipLibCheck: true,
  };
  if (typescript) await folder.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  await rm(join(folder.path, typescript ? "index.js" : "index.ts"), { force: true });
  await folder.write(typescript ? "index.ts" : "index.js", source);
}

function execute(command: string, args: string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, timeout: PATIENCE, stdio: ["ignore", "pipe", "pipe"] });
    const run: Run = { code: -1, stdout: "", stderr: "", output: "", steps: [], changes: {} };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (run.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (run.stderr += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...run, code: code ?? -1, output: `${run.stdout}\n${run.stderr}` }));
  });
}

const SECRET_KEY = /^(?:token|password)$/u;

/** `--plaintext` and `--secret` arguments of `pulumi config set-all --path`. */
function configArguments(values: Readonly<Record<string, unknown>>): string[] {
  const argumentsOf = (path: string, value: unknown, key: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item, index) => argumentsOf(`${path}[${index}]`, item, key));
    if (typeof value === "object" && value !== null) {
      return Object.entries(value).flatMap(([name, inner]) => argumentsOf(`${path}${step(name)}`, inner, name));
    }
    return [SECRET_KEY.test(key) ? "--secret" : "--plaintext", `${path}=${String(value)}`];
  };
  return Object.entries(values).flatMap(([key, value]) =>
    argumentsOf(key.includes(":") ? key : `flowgate:${key}`, value, key),
  );
}

function step(name: string): string {
  return /^[\w-]+$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** The text of a state file, of all of them: for asserting what must not be in there. */
export async function stateText(workspace: EngineWorkspace, project = "program", stack = "test"): Promise<string> {
  return readFile(join(workspace.stateFolder, ".pulumi/stacks", project, `${stack}.json`), "utf8");
}
