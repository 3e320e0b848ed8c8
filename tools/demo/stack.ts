import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { engineEnvironment } from "../lib/engine-environment.mjs";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture, show } from "../lib/run.mjs";
import { command } from "./say.mjs";

export type Stack = Awaited<ReturnType<typeof createStack>>;

/**
 * Creates a Pulumi project that runs examples/quickstart, with a stack whose state is in a folder.
 *
 * @param engine its folder
 */
export async function createStack(engine: string) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "flowgate-demo-")));
  await mkdir(join(folder, "state"));
  const project = {
    name: "flowgate-demo",
    runtime: { name: "nodejs", options: { typescript: true } },
    main: relative(folder, join(root, "examples/quickstart")),
  };
  await writeFile(join(folder, "Pulumi.yaml"), `${JSON.stringify(project, undefined, 2)}\n`);
  const settings = engineEnvironment(engine, `file://${join(folder, "state")}`, join(folder, "home"), "demo");
  const env = { ...process.env, ...settings };
  const pulumi = join(engine, "pulumi");

  const init = await capture(pulumi, ["stack", "init", "demo", "--non-interactive"], { cwd: folder, env });
  if (init.code !== 0) throw new SetupError(`pulumi stack init failed:\n${init.stdout}${init.stderr}`);
  return {
    folder,
    settings,
    /**
     * Runs a command with its output visible, including the engine's progress.
     *
     * @param text the command as users type it
     * @param quiet additional arguments that users do not need
     */
    async run(text: string, quiet: readonly string[] = []) {
      command(`pulumi ${text}`);
      const code = await show(pulumi, [...text.split(" "), ...quiet], { cwd: folder, env });
      if (code !== 0) throw new SetupError(`\`pulumi ${text}\` ended with ${code}; what it printed is above.`);
    },
    /** Sets a configuration value; the key is a path. Secrets are shown as `...` and stored encrypted. */
    async config(key: string, value: string, { secret = false }: { secret?: boolean } = {}) {
      command(`pulumi config set --path ${secret ? "--secret " : ""}${key} ${secret ? "..." : value}`);
      const flag = secret ? "--secret" : "--plaintext";
      const args = ["config", "set-all", "--path", flag, `${key}=${value}`, "--non-interactive"];
      const { code, stderr } = await capture(pulumi, args, { cwd: folder, env });
      if (code !== 0) throw new SetupError(`pulumi config failed:\n${stderr}`);
    },
    /** Removes all files of the demo. */
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
