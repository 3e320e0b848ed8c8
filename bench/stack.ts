import { rmSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Job } from "./jobs";
import { environmentOf, type ProgramSettings } from "./programs/settings";
import { plainEnvironment, runProcess } from "./run-process";

/** Paths and limits that a stack needs. */
export interface Installation {
  /** The clone. */
  readonly root: string;
  /** Folder of the engine. */
  readonly engine: string;
  /** Number of operations that the engine runs at once. */
  readonly parallel: number;
}

/** Measurements of one command of the engine. */
export interface EngineSample {
  readonly milliseconds: number;
  /** Peak memory of the provider's process in bytes; undefined if it ended before it was sampled. */
  readonly providerBytes: number | undefined;
}

/** A stack with a program and its state in a folder. It can be copied, since creating one takes a second. */
export interface Stack {
  run(job: Job, settings: ProgramSettings, env: Readonly<Record<string, string>>): Promise<EngineSample>;
  /** The state file's text. */
  state(): Promise<string>;
  remove(): Promise<void>;
}

const commands: Readonly<Record<Job, readonly string[]>> = {
  create: ["up", "--skip-preview"],
  unchanged: ["up", "--skip-preview", "--expect-no-changes"],
  refresh: ["refresh", "--skip-preview"],
  change: ["up", "--skip-preview"],
  destroy: ["destroy", "--skip-preview"],
};

/** Only a stack with the plugin starts it. */
const plugins = { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] };

/** Exit code that shells report for an interrupted process. */
const INTERRUPTED = 130;

/** Creates stacks by copying one that was created before. */
export class Stacks {
  #model: Promise<string> | undefined;
  readonly #folders = new Set<string>();

  constructor(private readonly installation: Installation) {
    // Ctrl-C must not leave folders behind, and the exit handler cannot wait.
    process.once("exit", () => {
      for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    });
    process.once("SIGINT", () => process.exit(INTERRUPTED));
  }

  /**
   * @param program its text
   * @param concurrency the provider's `concurrency` for both appliances
   * @param isOfPlugin whether the provider plugin serves the stack
   */
  async make(program: string, concurrency: number, isOfPlugin: boolean): Promise<Stack> {
    const model = await (this.#model ??= this.#makeModel());
    const folder = await this.#temporaryFolder();
    await cp(model, folder, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(folder, "index.js"), `${program}\n`);
    const settings = JSON.stringify({ allowHttp: true, concurrency });
    const lines = `config:\n  flowgate:gateway: ${settings}\n  flowgate:replicator: ${settings}\n  flowgate:plugin: ${String(isOfPlugin)}\n`;
    await appendFile(join(folder, "Pulumi.bench.yaml"), lines);
    return {
      run: (job, program, env) => this.#run(folder, job, { ...env, ...environmentOf(program) }),
      state: () => readFile(join(folder, "state/.pulumi/stacks/bench/bench.json"), "utf8"),
      remove: () => this.#remove(folder),
    };
  }

  /** Deletes the remaining files. */
  async close(): Promise<void> {
    await Promise.all([...this.#folders].map((folder) => this.#remove(folder)));
  }

  async #run(folder: string, job: Job, env: Readonly<Record<string, string>>): Promise<EngineSample> {
    const memoryFile = join(folder, "memory");
    await rm(memoryFile, { force: true });
    const probe = {
      NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, "memory-probe.js"))}`,
      BENCH_MEMORY_FILE: memoryFile,
    };
    const flags = ["--stack", "bench", "--yes", "--parallel", String(this.installation.parallel), "--non-interactive"];
    const { milliseconds } = await this.#pulumi(folder, [...commands[job], ...flags], { ...env, ...probe });
    const kilobytes = await readFile(memoryFile, "utf8").catch(() => "");
    return { milliseconds, providerBytes: kilobytes === "" ? undefined : Number(kilobytes) * 1024 };
  }

  async #makeModel(): Promise<string> {
    const folder = await this.#temporaryFolder();
    await mkdir(join(folder, "state"));
    await writeFile(
      join(folder, "Pulumi.yaml"),
      JSON.stringify({ name: "bench", runtime: { name: "nodejs", options: { typescript: false } }, plugins }),
    );
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "bench", version: "1.0.0", private: true }));
    const { root } = this.installation;
    await link(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
    await link(root, join(folder, "node_modules/pulumi-flowgate"));
    await link(__dirname, join(folder, "node_modules/flowgate-bench"));
    await this.#pulumi(folder, ["stack", "init", "bench", "--non-interactive"], {});
    return folder;
  }

  #pulumi(folder: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    const { engine } = this.installation;
    const plain = plainEnvironment();
    return runProcess(join(engine, "pulumi"), args, {
      cwd: folder,
      env: {
        ...plain,
        PATH: [engine, dirname(process.execPath), plain["PATH"] ?? ""].join(delimiter),
        PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_CONFIG_PASSPHRASE: "bench",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        ...env,
      },
    });
  }

  async #temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "flowgate-bench-"));
    this.#folders.add(folder);
    return folder;
  }

  async #remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "dir");
}
