// The process that runs the program for one site after another, see KeptProcess.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { parse } from "yaml";
import { counted, doNotReuse, modules, serve, type Host, type Service } from "./host";
import { activeResources, traces, type Traces } from "./traces";

/** The parts of `Pulumi.yaml` that determine how a program is run. */
interface Project {
  readonly main?: string;
  readonly runtime?: string | { readonly options?: { typescript?: boolean; nodeargs?: string; tsconfig?: string } };
}

/** Milliseconds between two looks at what a program has left running. */
const LOOK_MS = 20;
/** Number of looks after a site: then what is still running belongs to the program. */
const MOST_LOOKS = 100;

const folder = process.cwd();

/** Pulumi's own server for programs without a process of their own. */
function open(): Host {
  const project = projectIn(folder);
  const program = resolve(folder, project.main ?? ".");
  refuseUnfit(project, program);
  process.argv[1] = modules.resolve("@pulumi/pulumi/cmd/run");
  const ofPulumi = createRequire(process.argv[1]);
  const grpc = ofPulumi("@grpc/grpc-js") as {
    Server: new () => {
      addService(definition: unknown, service: Service): void;
      bindAsync(address: string, credentials: unknown, bound: (error: Error | null, port: number) => void): void;
    };
    ServerCredentials: { createInsecure(): unknown };
  };
  const { LanguageServer } = modules("@pulumi/pulumi/automation/server") as {
    LanguageServer: new (run: () => unknown) => Service;
  };
  const { LanguageRuntimeService } = modules("@pulumi/pulumi/proto/language_grpc_pb") as {
    LanguageRuntimeService: unknown;
  };
  compileTypeScript(project);
  finishLikeProcess();

  const run = (): unknown => {
    const exported: unknown = modules(entryOf(program));
    return typeof exported === "function" ? (exported as () => unknown)() : exported;
  };
  const server = new grpc.Server();
  server.addService(LanguageRuntimeService, counted(new LanguageServer(run), ["run"]));
  const port = new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const env = { ...process.env };
  return {
    begin: async () => {
      process.chdir(folder);
      for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, env);
      forgetModules();
      await port;
      before = traces();
      hasFailed = false;
      return port;
    },
    end: async () => {
      // The connections with the engine take a moment to close.
      for (let looks = 0; looks < MOST_LOOKS && activeResources() > before.active; looks += 1) await pause();
      return traces().since(before);
    },
  };
}

let before: Traces = traces();
let hasFailed = false;
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, () => {
    hasFailed = true;
    doNotReuse("an error of the program was not caught");
  });
}

function projectIn(path: string): Project {
  const name = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].find((one) => existsSync(join(path, one)));
  return name === undefined ? {} : (parse(readFileSync(join(path, name), "utf8")) as Project);
}

/** Throws if a program cannot be loaded more than once, or only with arguments of Node.js. */
function refuseUnfit({ runtime }: Project, program: string): void {
  const name = typeof runtime === "string" ? runtime : ((runtime as { name?: string } | undefined)?.name ?? "nodejs");
  if (name !== "nodejs") throw new Error(`the program is for ${name}, not for Node.js`);
  const { nodeargs } = (typeof runtime === "object" ? runtime.options : undefined) ?? {};
  if (nodeargs !== undefined) throw new Error("the program needs arguments of Node.js (runtime.options.nodeargs)");
  if (packageOf(program).type === "module")
    throw new Error("the program is an ES module, which cannot be loaded again");
}

interface Package {
  readonly type?: string;
  readonly main?: string;
  readonly exports?: unknown;
}

/** The package that a program belongs to. */
function packageOf(path: string): Package {
  const file = join(path, "package.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Package;
  return dirname(path) === path ? {} : packageOf(dirname(path));
}

/** The file or folder to load: like Pulumi, the entry that the package names if the project names none. */
function entryOf(program: string): string {
  if (program !== folder) return program;
  const { exports: entries, main } = packageOf(program);
  const named = typeof entries === "string" ? entries : main;
  const file = named === undefined ? undefined : join(program, named);
  return file !== undefined && existsSync(file) ? file : `${program}${sep}`;
}

/** Compiles programs in TypeScript like Pulumi does. Files that did not change are compiled once. */
function compileTypeScript({ runtime }: Project): void {
  const options = typeof runtime === "object" ? runtime.options : undefined;
  if (options?.typescript === false) return;
  const utilities = modules("@pulumi/pulumi/tsutils") as {
    loadTypeScriptCompilerOptions(path: string): Record<string, unknown>;
    typeScriptRequireStrings(): { tsnodeRequire: string; typescriptRequire: string };
  };
  const project = process.env["PULUMI_NODEJS_TSCONFIG_PATH"] ?? options?.tsconfig ?? "tsconfig.json";
  const { tsnodeRequire, typescriptRequire } = utilities.typeScriptRequireStrings();
  const given = utilities.loadTypeScriptCompilerOptions(project);
  const ofUtilities = createRequire(modules.resolve("@pulumi/pulumi/tsutils"));
  const { register } = ofUtilities(tsnodeRequire) as { register(options: object): void };
  const only = process.env["PULUMI_NODEJS_TRANSPILE_ONLY"];
  register({
    compiler: typescriptRequire,
    transpileOnly: only === undefined ? given["noCheck"] : only === "true",
    project,
    skipProject: !existsSync(project),
    compilerOptions: {
      target: "ES2020",
      module: "nodenext",
      moduleResolution: "nodenext",
      sourceMap: "true",
      ...given,
    },
  });
}

/**
 * Completes a program as the end of its process does: when nothing of it is running any more, and only if nothing
 * failed. Pulumi's server completes it as soon as its function has returned, even after errors. The engine would then
 * delete every resource that a failed program did not reach.
 */
function finishLikeProcess(): void {
  const settings = modules("@pulumi/pulumi/runtime/settings") as {
    disconnect(isComplete: boolean): Promise<void>;
    waitForRPCs(): Promise<void>;
  };
  const log = modules("@pulumi/pulumi/log") as { hasErrors(): boolean };
  const { disconnect, waitForRPCs } = settings;
  settings.disconnect = async (isComplete) => {
    await waitForRPCs();
    // Node.js reports rejections only after the microtasks of the code that has just ended.
    await new Promise(setImmediate);
    if (isComplete && !hasFailed) await untilNothingRuns();
    await disconnect(isComplete && !hasFailed && !log.hasErrors());
  };
}

/** A pause that does not keep this process running. */
function pause(): Promise<void> {
  return new Promise((next) => setTimeout(next, LOOK_MS).unref());
}

async function untilNothingRuns(): Promise<void> {
  const idle = async (): Promise<void> => {
    while (!hasFailed && activeResources() > before.active) {
      await pause();
    }
  };
  await idle();
  if (process.listenerCount("beforeExit") === 0) return;
  process.emit("beforeExit", 0);
  await new Promise(setImmediate);
  await idle();
}

/** Forgets the program's own modules, wherever they are. Those of packages are loaded once. */
function forgetModules(): void {
  const own = join(__dirname, "../../..", sep);
  for (const file of Object.keys(require.cache)) {
    if (!file.includes(`${sep}node_modules${sep}`) && !file.startsWith(own))
      Reflect.deleteProperty(require.cache, file);
  }
}

serve(open);
