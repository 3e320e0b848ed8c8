// The main use case on a fresh clone: set-up, then the real Pulumi engine brings both appliances to a declared state.
// Exits with 1 if a claim does not hold.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, pid } from "node:process";
import { appliancesEnvironment, engineEnvironment } from "./lib/engine-environment.mjs";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { prepare } from "./prepare.mjs";

let chapters = 0;
/** Begins a chapter, with what happens and why it matters. @param {string} what @param {string[]} why */
const chapter = (what, ...why) => console.log(`\n${(chapters += 1)}. ${what}\n\n${why.join("\n")}\n`);

/** Prints a claim that holds, or ends the demo. @param {string} words @param {boolean} holds */
function claim(words, holds) {
  if (!holds) throw new SetupError(`Check failed: ${words}`);
  console.log(`ok ${words}`);
}

runMain(async () => {
  chapter(
    "Set-up",
    "Install the dependencies, compile the package and find the Pulumi engine: minutes the first time.",
  );
  const engine = await prepare(console.log);
  // What has just been compiled.
  const { startSimulator } = await import("pulumi-flowgate/simulator");
  const simulator = await startSimulator({ https: true });
  const folder = await mkdtemp(join(tmpdir(), "flowgate-demo-"));
  const stack = `demo-${pid}`;
  try {
    await play(simulator, folder, engine.folder, stack);
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true });
    await rm(join(root, `Pulumi.${stack}.yaml`), { force: true });
  }
});

/**
 * @param {import("pulumi-flowgate/simulator").Simulator} simulator
 * @param {string} folder of the state
 * @param {string} engine its folder
 * @param {string} stack
 */
async function play(simulator, folder, engine, stack) {
  const { gateway, replicator, requests, mutate } = simulator;
  const held = () => simulator.snapshot({ withoutNotesAndPreferences: true });
  const before = held();
  const engines = engineEnvironment(engine, `file://${join(folder, "state")}`, join(folder, "home"), "demo");
  const env = { ...process.env, ...engines, ...appliancesEnvironment(simulator) };
  /** Runs a command with its output visible, or in a file. @param {string} text @param {number} expected how it ends */
  const run = async (text, expected = 0) => {
    console.log(`$ ${text}`);
    const [line = "", file] = text.split(" > ");
    const [name, ...args] = line.split(" ");
    const output = file === undefined ? undefined : await open(file, "w");
    const command = name === "flowgate" ? [execPath, join(root, "dist/cli/main.js")] : [join(engine, "pulumi")];
    const child = spawn(command[0] ?? "", [...command.slice(1), ...args], {
      cwd: root,
      env,
      stdio: ["inherit", output?.fd ?? "inherit", "inherit"],
    });
    const [code] = await once(child, "close");
    await output?.close();
    if (code !== expected) throw new SetupError(`\`${text}\` ended with ${code}; what it printed is above.`);
  };

  chapter(
    "Start two appliances",
    "A simulated management gateway and a simulated flow replicator keep state, and refuse what the real ones refuse.",
    "They already hold IP groups, users and a profile of others. The environment has the URLs and credentials, as",
    "`flowgate simulate` prints them. The program is examples/quickstart/index.ts, which Pulumi.yaml names.",
  );
  await mkdir(join(folder, "state"));
  await run(`pulumi stack init ${stack}`);

  chapter(
    "Preview",
    "It shows what `up` would change, and finds the mistakes in the program. It asks no appliance, so it also works in a",
    "pull request, on a machine that cannot reach the appliances. `flowgate summary` makes the comment there.",
  );
  const preview = join(folder, "preview.json");
  await run(`pulumi preview --json --show-sames > ${preview}`);
  await run(`flowgate summary ${preview}`);
  claim("the preview sent no request", requests.count() === 0);

  chapter("Up", "Pulumi creates what the program declares: IP groups, a user group, profiles, collectors, policies.");
  await run("pulumi up --yes --skip-preview");
  claim("the gateway has the IP group Company", gateway.store.ipGroupsNamed("Company").length === 1);
  claim("the replicator has the profile netflow", replicator.store.profiles.has("netflow"));

  chapter(
    "A change by hand",
    "An operator changes the threshold of a collector and removes the rules of an IP group. `flowgate drift` says so.",
  );
  mutate.setThreshold("10.20.0.10", 100);
  mutate.setRules("Company branches", []);
  await run("flowgate drift", 9);

  chapter("Back to the program", "`up` with `--refresh` takes back these changes, and only these.");
  requests.clear();
  await run("pulumi up --refresh --yes --skip-preview --suppress-outputs");
  console.log(`Changes sent: ${requests.verbs({ kind: "write" }).join(", ")}`);
  await run("flowgate drift");

  chapter(
    "Destroy",
    "It removes what the program created and nothing else. The comparison leaves out the notes of addresses, which the",
    "API can change but not remove.",
  );
  await run("pulumi destroy --yes --skip-preview");
  claim("both appliances are as they were before", held() === before);
  console.log("\nDone. The README shows how to try your own changes.");
}
