import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../io";
import { type Frame, type Logged, type Registered, startMonitor } from "./monitor";
import type { Project } from "./project";

/** How a run of a program ended. */
export interface ProgramRun {
  /** Why it ended before it had declared everything; undefined if it did not. */
  readonly endedEarly: string | undefined;
  readonly logged: readonly Logged[];
  readonly isTransformed: boolean;
}

/** Runs a program as the engine's language host does, in a preview, without engine and appliances. */
export async function runProgram(
  project: Project,
  io: Environment,
  registered: (resource: Registered) => void,
): Promise<ProgramRun> {
  const monitor = await startMonitor({ project: project.name, stack: project.stack }, registered);
  try {
    const { code, words } = await ended(project, monitor.address, io.env);
    const { isComplete, isTransformed } = monitor.done;
    return { endedEarly: code === 0 && isComplete ? undefined : words, logged: monitor.logged, isTransformed };
  } finally {
    monitor.close();
  }
}

/** Keys of the configuration, and variables, through which a program would reach an appliance. */
const leadsToAppliances = /^(?:flowgate:(?:gateway|replicator|sites)$|FLOWGATE_)/u;

function ended(project: Project, address: string, env: Environment["env"]): Promise<{ code: number; words: string }> {
  const folder = dirname(require.resolve("pulumi-flowgate/package.json"));
  const args = [
    // The compiled module: the other Node process cannot load TypeScript.
    `--require=${join(folder, "dist/cli/commands/check/preload.js")}`,
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
  // Nothing may lead to an appliance: a function of the program must not send requests.
  const isHarmless = ([name]: readonly [string, unknown]): boolean => !leadsToAppliances.test(name);
  const own = {
    ...Object.fromEntries(Object.entries(env).filter(isHarmless)),
    FLOWGATE_CHECK: "alone",
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(Object.entries(project.config).filter(isHarmless))),
    PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: project.folder, env: own, stdio: ["ignore", "pipe", "pipe"] });
    let words = "";
    const keep = (chunk: Buffer): void => void (words = `${words}${String(chunk)}`.slice(-4000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, words: `the program ended with ${String(code)}: ${words.trim()}` }),
    );
  });
}

/** The innermost frame in the program itself, with the path of its file. */
export function ownFrame(frames: readonly Frame[], root: string): Frame | undefined {
  return frames
    .map((frame) => ({ ...frame, file: frame.file.startsWith("file:") ? fileURLToPath(frame.file) : frame.file }))
    .find(({ file }) => file.startsWith(root) && !/[/\\]node_modules[/\\]/u.test(file.slice(root.length)));
}
