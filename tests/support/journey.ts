import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { launch } from "./clone";
import { engineEnvironment, findEngineFolder } from "./engine";
import { temporaryFolder } from "./temporary-folder";

/** The parts of the sandbox file that a journey changes. */
const kept = z.object({
  gateway: z.object({ ipGroups: z.array(z.object({ name: z.string() })) }),
  replicator: z.object({
    configured: z.object({ settings: z.array(z.object({ name: z.string(), value: z.string().optional() })) }),
  }),
});

/** An empty folder and a terminal. Each command is one that a new user would type, and is counted. */
export class Journey {
  readonly commands: string[] = [];
  #simulator: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    readonly env: Record<string, string>,
  ) {}

  /** Begins a journey. Tools in the folders of `tools` take precedence over others. */
  static async begin(tools: readonly string[]): Promise<Journey> {
    const [outside, engine] = [temporaryFolder(), await findEngineFolder()];
    const folder = join(outside, "network");
    await mkdir(join(outside, "state"));
    await mkdir(folder);
    const more = { PULUMI_CONFIG_PASSPHRASE: "test" };
    const backend = `file://${join(outside, "state")}`;
    return new Journey(folder, engineEnvironment([...tools, engine], backend, join(outside, "home"), more));
  }

  /** Types a command and waits for its end. */
  async type(command: string): Promise<{ readonly code: number; readonly output: string }> {
    this.commands.push(command);
    const { code, stdout, stderr } = await launch("sh", ["-c", command], this.folder, this.env).ended;
    return { code: code ?? -1, output: `${stdout}${stderr}` };
  }

  /** Types `flowgate simulate` in a second terminal, and copies the settings that it prints. */
  async simulate(command: string): Promise<void> {
    this.commands.push(command);
    const child = spawn("sh", ["-c", `exec ${command}`], { cwd: this.folder, env: this.env });
    this.#simulator = child;
    const text = await new Promise<string>((resolve, reject) => {
      let seen = "";
      const read = (chunk: Buffer): void => {
        seen += String(chunk);
        if (seen.includes("Then try")) resolve(seen);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", () => {
        reject(new Error(`The simulator ended: ${seen}`));
      });
    });
    for (const [, name = "", value = ""] of text.matchAll(/^export (\w+)=(.*)$/gmu)) this.env[name] = value;
  }

  /** What the sandbox holds now, according to its file. */
  async held(file: string): Promise<{ ipGroups: readonly string[]; setting: (name: string) => string | undefined }> {
    const { gateway, replicator } = kept.parse(JSON.parse(await readFile(join(this.folder, file), "utf8")));
    return {
      ipGroups: gateway.ipGroups.map(({ name }) => name),
      setting: (name) => replicator.configured.settings.find((one) => one.name === name)?.value,
    };
  }

  async end(): Promise<void> {
    const simulator = this.#simulator;
    if (simulator?.exitCode === null) {
      const ended = new Promise((resolve) => simulator.once("exit", resolve));
      // npx passes the signal on to the command it runs.
      simulator.kill("SIGTERM");
      await ended;
      // Processes that it started keep these streams open for a while, and jest would wait for them.
      simulator.stdout?.destroy();
      simulator.stderr?.destroy();
    }
  }
}
