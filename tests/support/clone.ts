import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The root folder of the clone. */
export const root = resolve(__dirname, "../..");

/** A folder below the system's temporary folder that holds a program, like a user's. */
export interface ProgramFolder {
  readonly path: string;
  /** Writes a file of the program. Creates missing parent folders. */
  write(name: string, text: string): Promise<void>;
  /** Deletes the folder with everything in it. */
  close(): Promise<void>;
}

/** Packages in the program's node_modules besides this one: those that `npm install` would add. */
const packages = ["@pulumi/pulumi", "@types/node", "typescript"];

/**
 * Creates a program folder outside the clone, in which `pulumi-flowgate` and `@pulumi/pulumi` resolve to the clone, as
 * after `npm link`.
 */
export async function makeProgramFolder(): Promise<ProgramFolder> {
  const path = await mkdtemp(join(tmpdir(), "flowgate-program-"));
  await linkFolder(root, join(path, "node_modules", "pulumi-flowgate"));
  for (const name of packages) await linkFolder(join(root, "node_modules", name), join(path, "node_modules", name));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  };
  await write("package.json", JSON.stringify({ name: "program", version: "1.0.0", private: true }));
  return { path, write, close: () => rm(path, { recursive: true, force: true }) };
}

async function linkFolder(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "dir");
}

const option = `--require ${join(root, "tools/pulumi/typescript-option.cjs")}`;
const pace = `--require ${join(__dirname, "pace.cjs")}`;

/**
 * The environment for a child process: that of this process, without variables that would configure provider, engine or
 * jest by accident.
 */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:FLOWGATE_|PULUMI_|JEST_|NODE_ENV$|NODE_OPTIONS$)/u.test(entry[0]),
  );
  // The engine, a program in Go that ends soon, collects its garbage less often.
  const preload = extra["TEST_PACE"] === undefined ? option : `${option} ${pace}`;
  return { ...Object.fromEntries(kept), NODE_OPTIONS: preload, GOGC: "400", ...extra };
}

/** How a process ended, and what it printed. */
export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts a process without input and collects what it prints. */
export function launch(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  more: Pick<SpawnOptions, "timeout" | "detached"> = {},
): Running {
  const child = spawn(command, args, { ...more, cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}
