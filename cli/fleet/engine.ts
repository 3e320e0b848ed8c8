import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PulumiCommand } from "@pulumi/pulumi/automation/cmd";
import * as errors from "@pulumi/pulumi/automation/errors";
import { CommandError } from "../errors";
import type { Environment } from "../io";

/** The result of a command, as the Automation API reads it. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The message of its error. */
  readonly toString?: () => string;
}

/** The same command, without a change of the selected stack: people and other runs use it too. */
function withoutSelection(args: readonly string[]): readonly string[] {
  const [area = "", what, ...rest] = args;
  if (area === "stack" && what === "select") return [area, ...rest];
  return area === "stack" && what === "init" ? [...args, "--no-select"] : args;
}

/** The Automation API's error for a command that failed. Its own commands create the same. */
const errorOf = (errors as unknown as { createCommandError(ended: Ended): Error }).createCommandError;

/** The exit code of an engine, which is stopped after these seconds. */
async function endOf(child: ChildProcess, seconds: number | undefined): Promise<number> {
  const timer = seconds === undefined ? undefined : setTimeout(() => void stop(child), seconds * 1_000);
  const [code] = (await once(child, "close").finally(() => clearTimeout(timer))) as [number | null];
  return code ?? -1;
}

/** Ends an engine as Ctrl-C does: the first time it waits for what runs, the second time it does not. */
async function stop(child: ChildProcess): Promise<void> {
  for (const signal of ["SIGINT", "SIGINT", "SIGKILL"] as const) {
    child.kill(signal);
    await sleep(5_000, undefined, { ref: false });
  }
}

/**
 * The engine's command for the Automation API. Each command runs in a process group of its own and prints into files:
 * Ctrl-C in a terminal signals a whole group, and without a reader of its output an engine dies, with its lock and with
 * what it was creating. So running sites end by themselves, even if this process is killed. What an update returns
 * besides its events is not read, so that the two commands that would read it, secrets included, are not run.
 *
 * @param seconds what each command may take
 */
export async function engineCommand(env: Environment["env"], seconds?: number): Promise<PulumiCommand> {
  const { command, version } = await PulumiCommand.get();
  const run = async (
    args: readonly string[],
    cwd: string,
    more: Readonly<Record<string, string>>,
    onOutput?: (text: string) => void,
    onError?: (text: string) => void,
  ): Promise<Ended> => {
    const [area, what] = args;
    if (area === "stack" && what === "output") return { code: 0, stdout: "{}", stderr: "" };
    if (area === "stack" && what === "history") return { code: 0, stdout: "[{}]", stderr: "" };
    const folder = mkdtempSync(join(tmpdir(), "flowgate-fleet-"));
    const files = ["stdout", "stderr"].map((name) => join(folder, name));
    const [out, err] = files.map((file) => openSync(file, "w"));
    try {
      const child = spawn(command, [...withoutSelection(args), "--non-interactive"], {
        cwd,
        env: { ...env, ...more, PULUMI_AUTOMATION_API: "true", PULUMI_SKIP_UPDATE_CHECK: "true" },
        detached: true,
        stdio: ["ignore", out, err],
      });
      const code = await endOf(child, seconds);
      const [stdout = "", stderr = ""] = files.map((file) => readFileSync(file, "utf8"));
      onOutput?.(stdout);
      onError?.(stderr);
      if (child.killed) throw new CommandError("attention", `stopped after its siteTimeout of ${String(seconds)} s`);
      if (code === 0) return { code, stdout, stderr };
      throw errorOf({ code, stdout, stderr, toString: () => `${stdout}\n${stderr}` });
    } finally {
      for (const file of [out, err]) if (file !== undefined) closeSync(file);
      rmSync(folder, { recursive: true });
    }
  };
  return { command, version, run } as unknown as PulumiCommand;
}
