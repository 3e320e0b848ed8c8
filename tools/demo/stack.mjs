import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { SetupError } from "../lib/errors.mjs";
import { isAlive } from "../lib/lock.mjs";
import { root } from "../lib/paths.mjs";
import { capture, show } from "../lib/run.mjs";
import { command } from "./say.mjs";

/** Everything the demo writes is in a folder of its own below this one: project, stack configuration, state. */
const runs = join(root, ".demo");

const PASSPHRASE = "demo";

/** @typedef {Awaited<ReturnType<typeof createStack>>} Stack */

/**
 * Makes a Pulumi project that runs examples/quickstart, with a stack whose state is in a folder.
 *
 * @param {{ engine: string }} where folder of the engine
 */
export async function createStack({ engine }) {
  await removeAbandoned();
  const folder = join(runs, String(process.pid));
  await mkdir(join(folder, "state"), { recursive: true });
  const project = {
    name: "flowgate-demo",
    runtime: { name: "nodejs", options: { typescript: true } },
    main: "../../examples/quickstart",
  };
  await writeFile(join(folder, "Pulumi.yaml"), `${JSON.stringify(project, undefined, 2)}\n`);
  const settings = {
    PATH: [engine, dirname(execPath), process.env["PATH"] ?? ""].join(delimiter),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
  const env = { ...process.env, ...settings };
  const pulumi = join(engine, "pulumi");

  const init = await capture(pulumi, ["stack", "init", "demo", "--non-interactive"], { cwd: folder, env });
  if (init.code !== 0) throw new SetupError(`pulumi stack init failed:\n${init.stdout}${init.stderr}`);
  return {
    folder,
    settings,
    /**
     * Runs a command before the reader's eyes, with the engine's own progress.
     *
     * @param {string} text as a person types it
     * @param {readonly string[]} [quiet] further arguments that a person does not need
     */
    async run(text, quiet = []) {
      command(`pulumi ${text}`);
      const code = await show(pulumi, [...text.split(" "), ...quiet], { cwd: folder, env });
      if (code !== 0) throw new SetupError(`\`pulumi ${text}\` ended with ${code}; what it printed is above.`);
    },
    /**
     * Sets configuration, keys as paths. What is secret is shown as `...` and stored encrypted.
     *
     * @param {string} key
     * @param {string} value
     * @param {{ secret?: boolean }} [options]
     */
    async config(key, value, { secret = false } = {}) {
      command(`pulumi config set --path ${secret ? "--secret " : ""}${key} ${secret ? "..." : value}`);
      const flag = secret ? "--secret" : "--plaintext";
      const args = ["config", "set-all", "--path", flag, `${key}=${value}`, "--non-interactive"];
      const { code, stderr } = await capture(pulumi, args, { cwd: folder, env });
      if (code !== 0) throw new SetupError(`pulumi config failed:\n${stderr}`);
    },
    /** Removes everything that was written. */
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Folders of demos that were aborted. Those of others that run, with --keep perhaps, stay. */
async function removeAbandoned() {
  await mkdir(runs, { recursive: true });
  for (const name of await readdir(runs)) {
    if (!isAlive(Number(name))) await rm(join(runs, name), { recursive: true, force: true });
  }
}
