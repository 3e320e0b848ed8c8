// The main use case on a fresh clone: set-up, then the real Pulumi engine brings both appliances to a declared state.
// Exits with 1 if a claim does not hold. With --keep, appliances and stack stay until Ctrl-C.
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { argv } from "node:process";
import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { holdings, startAppliances } from "./demo/appliances.mjs";
import { chapter, ending, note } from "./demo/say.mjs";
import { createStack } from "./demo/stack.mjs";
import * as story from "./demo/story.mjs";
import { runMain } from "./lib/errors.mjs";
import { checkNode } from "./lib/node-version.mjs";
import { root } from "./lib/paths.mjs";
import { requireEngine } from "./pulumi/engine.mjs";

runMain(async () => {
  const keep = argv.includes("--keep");
  await checkNode();
  chapter(
    "Set-up",
    "Install the dependencies, compile the package and find the Pulumi engine. The first time, this takes several minutes.",
  );
  await installDependencies(note);
  await build(note);
  const engine = await requireEngine(note);
  note(`Pulumi ${engine.version}, ${engine.origin}`);

  chapter(
    "Start two appliances",
    "A simulated management gateway and a simulated flow replicator: HTTPS servers that keep state and refuse what the\n" +
      "real appliances refuse. Some IP groups, users and a profile already exist and must not change.",
  );
  const appliances = await startAppliances();
  note(`management gateway   ${appliances.gateway.url}`);
  note(`replication service  ${appliances.replicator.url}`);
  const stack = await createStack({ engine: engine.folder });
  const stage = { appliances, stack };
  try {
    const before = holdings(appliances);
    await story.configure(stage);
    await story.preview(stage);
    await story.create(stage);
    await story.nothingToDo(stage);
    await story.repair(stage);
    await story.rename(stage);
    if (keep) {
      await play(stage);
    } else {
      await story.destroy(stage, before);
      ending("Done. `npm run demo -- --keep` leaves everything running, so that you can try your own changes.");
    }
  } finally {
    await appliances.close();
    await stack.remove();
  }
});

/**
 * Keeps everything running until the reader presses Ctrl-C.
 *
 * @param {story.Stage} stage
 */
async function play({ stack }) {
  const { folder, settings } = stack;
  const file = join(folder, "env.sh");
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`);
  await writeFile(file, `${lines.join("\n")}\n`);
  chapter("Try it yourself", "The appliances run until you press Ctrl-C here. In another terminal:");
  for (const line of [
    `cd ${relative(process.cwd(), folder) || "."} && . ./env.sh`,
    "pulumi stack output",
    "pulumi config set profileName another-name && pulumi up",
    `pulumi up                  # after a change of ${relative(folder, join(root, "examples/quickstart/index.ts"))}`,
    "pulumi refresh --diff",
    "pulumi destroy",
  ]) {
    note(line);
  }
  await new Promise((resolve) => process.once("SIGINT", resolve));
}
