import { spawn } from "node:child_process";
import { PulumiCommand } from "@pulumi/pulumi/automation/cmd";
import * as errors from "@pulumi/pulumi/automation/errors";
import type { Environment } from "../io";

/** The result of a command, as the Automation API reads it. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The same command, without a change of the selected stack: people and other runs use it too. */
function withoutSelection([area = "", what = "", ...rest]: readonly string[]): string[] {
  if (area !== "stack") return [area, what, ...rest];
  return what === "select"
    ? [area, ...rest]
    : what === "init"
      ? [area, what, "--no-select", ...rest]
      : [area, what, ...rest];
}

/** The Automation API's error for a command that failed. Its own commands create the same. */
const errorOf = (errors as unknown as { createCommandError(ended: Ended): Error }).createCommandError;

/**
 * The engine's command for the Automation API. Each command runs in a process group of its own: Ctrl-C in a terminal
 * signals a whole group, and running sites end by themselves. What an update returns besides its events is not read,
 * so that the two commands that would read it, secrets included, are not run.
 */
export async function engineCommand(env: Environment["env"]): Promise<PulumiCommand> {
  const { command, version } = await PulumiCommand.get();
  const run = (
    args: readonly string[],
    cwd: string,
    more: Readonly<Record<string, string>>,
    onOutput?: (text: string) => void,
    onError?: (text: string) => void,
  ): Promise<Ended> => {
    const [area, what] = args;
    if (area === "stack" && what === "output") return Promise.resolve({ code: 0, stdout: "{}", stderr: "" });
    if (area === "stack" && what === "history") return Promise.resolve({ code: 0, stdout: "[{}]", stderr: "" });
    return new Promise((resolve, reject) => {
      const child = spawn(command, [...withoutSelection(args), "--non-interactive"], {
        cwd,
        env: { ...env, ...more, PULUMI_AUTOMATION_API: "true", PULUMI_SKIP_UPDATE_CHECK: "true" },
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const said = { stdout: "", stderr: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said.stdout += text;
        onOutput?.(text);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        said.stderr += text;
        onError?.(text);
      });
      child.once("error", reject);
      child.once("close", (code) => {
        const ended = { code: code ?? -1, ...said };
        if (code === 0) resolve(ended);
        else reject(errorOf(ended));
      });
    });
  };
  return { command, version, run } as unknown as PulumiCommand;
}
