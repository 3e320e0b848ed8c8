import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../io";
import { type Frame, type Logged, type Made, type Registered, startMonitor } from "./monitor";
import type { Project } from "./project";
import { TEXTS_VARIABLE } from "./texts";

/** How a run of a program ended. */
export interface ProgramRun {
  readonly code: number;
  /** What the program printed, for a message. */
  readonly words: string;
  readonly logged: readonly Logged[];
}

/**
 * Runs a program as the engine's language host does, in a preview, without engine and appliances.
 *
 * @param registered returns the id and outputs of each registered resource
 * @param texts contents of files by path, which the program reads in place of the files on the disk
 */
export async function runProgram(
  project: Project,
  io: Environment,
  registered: (resource: Registered) => Made,
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<ProgramRun> {
  const monitor = await startMonitor({ project: project.name, stack: project.stack }, registered);
  const folder = texts.size === 0 ? undefined : await mkdtemp(join(tmpdir(), "flowgate-check-"));
  try {
    const instead = folder === undefined ? {} : { [TEXTS_VARIABLE]: join(folder, "texts.json") };
    const byPath = [...texts].map(([path, text]) => [realpathSync(path), text] as const);
    for (const path of Object.values(instead)) {
      await writeFile(path, JSON.stringify(Object.fromEntries(byPath)), { mode: 0o600 });
    }
    return { ...(await ended(project, monitor.address, { ...io.env, ...instead })), logged: monitor.logged };
  } finally {
    monitor.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Keys of the configuration, and variables, through which a program would reach an appliance. */
const leadsToAppliances = /^(?:flowgate:(?:gateway|replicator|sites)$|FLOWGATE_)/u;

function ended(project: Project, address: string, env: Environment["env"]): Promise<{ code: number; words: string }> {
  const args = [
    `--require=${preload()}`,
    ...project.nodeArguments,
    project.runner,
    `--monitor=${address}`,
    `--engine=${address}`,
    `--project=${project.name}`,
    `--stack=${project.stack}`,
    `--root-directory=${project.folder}`,
    `--pwd=${project.folder}`,
    "--dry-run=true",
    "--parallel=16",
    project.main,
  ];
  // Without a snapshot that answers, nothing may lead to an appliance: a function of the program must not send requests.
  const isRecorded = (project.config["flowgate:snapshot"] ?? env["FLOWGATE_SNAPSHOT"] ?? "") !== "";
  const isHarmless = (name: string): boolean => isRecorded || !leadsToAppliances.test(name);
  const own = Object.entries(env).filter(([name]) => isHarmless(name) || name === TEXTS_VARIABLE);
  const config = Object.entries(project.config).filter(([key]) => isHarmless(key));
  const environment = {
    ...Object.fromEntries(own),
    FLOWGATE_CHECK: isRecorded ? "snapshot" : "alone",
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(config)),
    PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: project.folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let words = "";
    const keep = (chunk: Buffer): void => void (words = `${words}${String(chunk)}`.slice(-4000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code: code ?? 1, words: `the program ended with ${String(code)}: ${words.trim()}` });
    });
  });
}

/** The compiled module that is loaded before the program: the other Node process cannot load TypeScript. */
function preload(): string {
  return join(dirname(require.resolve("pulumi-flowgate/package.json")), "dist/cli/commands/check/preload.js");
}

/** The innermost frame in the program itself, with the path of its file. */
export function ownFrame(frames: readonly Frame[], root: string): Frame | undefined {
  return frames
    .map((frame) => ({ ...frame, file: frame.file.startsWith("file:") ? fileURLToPath(frame.file) : frame.file }))
    .find(({ file }) => file.startsWith(root) && !/[/\\]node_modules[/\\]/u.test(file.slice(root.length)));
}
