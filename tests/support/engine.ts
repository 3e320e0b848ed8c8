import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, launch, makeProgramFolder, root } from "./clone";
import { type EngineEvent, type Step, readJsonLines, stepsOf } from "./engine-events";
import { startKeyService } from "./key-service";
import { configure, createStack, selectStack } from "./stack-files";

/** In milliseconds. A run of the real engine takes seconds; the first one on a busy machine takes longer. */
const PATIENCE = 180_000;

// Applies to every test of a file that imports this module.
jest.setTimeout(PATIENCE);

export interface EngineOptions {
  /** Name of the Pulumi project. Default `program`. */
  project?: string;
  /** Name of the stack, which is created immediately. Default `test`. */
  stack?: string;
  /** Environment variables of every run, e.g. credentials. */
  env?: Readonly<Record<string, string>>;
  /** Whether Pulumi.yaml names the path of the provider plugin. Default false. */
  plugin?: boolean;
  /** Record every gRPC call of the engine, for {@link EngineWorkspace.grpcCalls}. Default false. */
  debugGrpc?: boolean;
}

export interface RunOptions {
  /** More arguments for the command. */
  args?: readonly string[];
  /** Environment variables of this run only. */
  env?: Readonly<Record<string, string>>;
  /** Expect the run to fail. A run that succeeds is then an error. Default false. */
  fails?: boolean | "perhaps";
}

/** What one command printed and did. */
export interface Run {
  code: number;
  stdout: string;
  stderr: string;
  /** Standard output and standard error together, for searching. */
  output: string;
  /**
   * The resources that the run touched or looked at, in order. Empty for commands other than up, preview, refresh and
   * destroy.
   */
  steps: Step[];
  /** Number of resources by operation (`create`, `update`, `same`, ...), the stack itself included. */
  changes: Record<string, number>;
}

/** One gRPC call that the engine sent or received. */
export interface GrpcCall {
  /** E.g. `/pulumirpc.ResourceProvider/Create`. */
  method: string;
  request?: Record<string, unknown>;
  response?: Record<string, unknown>;
}

/**
 * A stack in a temporary folder, with a program that the real engine runs. It touches nothing outside of the folder.
 */
export interface EngineWorkspace {
  /** The program's folder. */
  readonly folder: string;
  /** The file with the state of the stack. */
  readonly stateFile: string;
  /** The environment of every run, for a test that starts a process itself. */
  readonly env: Readonly<Record<string, string>>;
  /** Creates or replaces the program. JavaScript (CommonJS) starts about a second faster than TypeScript. */
  program(source: string, language?: "javascript" | "typescript"): Promise<void>;
  /**
   * Sets stack configuration in the namespace `flowgate`, e.g. `{ gateway: { url, token } }`. Values of keys named
   * `token` or `password` are stored as secrets.
   */
  config(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs any command of the CLI, e.g. `pulumi(["stack", "output", "--json"])`. */
  pulumi(args: readonly string[], options?: Omit<RunOptions, "args">): Promise<Run>;
  up(options?: RunOptions): Promise<Run>;
  preview(options?: RunOptions): Promise<Run>;
  refresh(options?: RunOptions): Promise<Run>;
  destroy(options?: RunOptions): Promise<Run>;
  /** The outputs of the program. Secret outputs are in clear text. */
  outputs(): Promise<Record<string, unknown>>;
  /** The gRPC calls recorded so far. Needs `debugGrpc`. */
  grpcCalls(): Promise<GrpcCall[]>;
  /** Deletes the folder. Does not destroy the stack's resources. */
  close(): Promise<void>;
}

/** A resource of a state, with the fields that tests use. */
export interface StateResource {
  urn: string;
  type: string;
  outputs: Record<string, unknown>;
}

let engineFolder: Promise<string> | undefined;

/** The folder of the engine that `npm run setup` found or built. `npm test` has looked for it already. */
export async function findEngineFolder(): Promise<string> {
  const found = process.env["FLOWGATE_TESTS_ENGINE"];
  if (found !== undefined) return found;
  engineFolder ??= promisify(execFile)(process.execPath, [join(root, "tools/pulumi/main.mjs")]).then(
    ({ stdout }) => (JSON.parse(stdout) as { folder: string }).folder,
  );
  return engineFolder;
}

/** The environment of `pulumi` commands. Tools in the folders of `tools` take precedence over others. */
export function engineEnvironment(
  tools: readonly string[],
  backend: string,
  home: string,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return cleanEnvironment({
    PATH: [...tools, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    PULUMI_BACKEND_URL: backend,
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    ...more,
  });
}

/** Creates a program folder with a new stack, which is selected. The state is in a folder beside the program. */
export async function openEngine(options: EngineOptions = {}): Promise<EngineWorkspace> {
  const { project = "program", stack = "test" } = options;
  const [folder, engine, keys] = await Promise.all([makeProgramFolder(), findEngineFolder(), startKeyService()]);
  const inside = (name: string): string => join(folder.path, ".engine", name);
  const backend = `file://${inside("state")}`;
  const env = engineEnvironment([engine], backend, inside("home"), {
    ...keys.env,
    // Without it, the engine has no --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    // One preview of the quickstart checks types. Elsewhere this would take three seconds of each run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...(options.debugGrpc === true ? { PULUMI_DEBUG_GRPC: inside("grpc.jsonl") } : {}),
    ...options.env,
  });
  await mkdir(inside("state"), { recursive: true });

  const pulumi: EngineWorkspace["pulumi"] = async (args, { env: more = {}, fails = false } = {}) => {
    const all = [...args, "--non-interactive", "--color", "never"];
    const { ended } = launch(join(engine, "pulumi"), all, folder.path, { ...env, ...more }, { timeout: PATIENCE });
    const { code: status, stdout, stderr } = await ended;
    const code = status ?? -1;
    const output = `${stdout}\n${stderr}`;
    if (fails !== "perhaps" && (code !== 0) !== fails)
      throw new Error(`pulumi ${args.join(" ")} ended with ${code}\n${output}`);
    return { code, stdout, stderr, output, steps: [], changes: {} };
  };
  let runs = 0;
  /** Runs an operation on the stack. The result is read from the engine's own events. */
  const operate = async (command: string, flags: readonly string[], more: RunOptions = {}): Promise<Run> => {
    runs += 1;
    const log = inside(`events-${runs}.jsonl`);
    const run = await pulumi([command, ...flags, "--event-log", log, ...(more.args ?? [])], more);
    return { ...run, ...stepsOf(await readJsonLines<EngineEvent>(log)) };
  };
  const program: EngineWorkspace["program"] = async (source, language = "javascript") => {
    await writeProgram(folder, project, source, language, options.plugin === true ? PLUGINS : {});
  };

  await program("");
  const { protection } = keys;
  const place = { folder: folder.path, project, stack };
  await createStack(place, inside("state"), protection);
  await selectStack(place, inside("home"), backend);
  const yes = ["--yes", "--skip-preview"];
  return {
    folder: folder.path,
    stateFile: join(inside("state"), ".pulumi/stacks", project, `${stack}.json`),
    env,
    program,
    config: (values) => configure(place, protection, values),
    pulumi,
    up: (more) => operate("up", yes, more),
    preview: (more) => operate("preview", [], more),
    refresh: (more) => operate("refresh", yes, more),
    destroy: (more) => operate("destroy", yes, more),
    async outputs() {
      const { stdout } = await pulumi(["stack", "output", "--json", "--show-secrets"]);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    grpcCalls: () => readJsonLines<GrpcCall>(inside("grpc.jsonl")),
    async close() {
      keys.close();
      await folder.close();
    },
  };
}

/** What Pulumi.yaml says of the plugin: its path in the installed package. */
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
  // The file is JSON, which is also valid YAML.
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

/** The text of a stack's state file, for tests that check what it must not contain. */
export async function stateText({ stateFile }: EngineWorkspace): Promise<string> {
  return readFile(stateFile, "utf8");
}
