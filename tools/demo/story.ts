import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Simulator } from "pulumi-flowgate/simulator";
import { root } from "../lib/paths.mjs";
import { changesSent, holdings, meaning, same, startAppliances } from "./appliances.ts";
import { chapter, claim, ending, note } from "./say.mjs";
import { createStack, type Stack } from "./stack.ts";

const YES = ["--yes", "--skip-preview"];
/** The program's outputs are shown only once. */
const BRIEFLY = [...YES, "--suppress-outputs"];

interface Stage {
  readonly appliances: Simulator;
  readonly stack: Stack;
}

/**
 * Plays the demo. With `keep`, appliances and stack stay until Ctrl-C.
 *
 * @param engine its folder
 */
export async function play(engine: string, keep: boolean) {
  chapter(
    "Start two appliances",
    "A simulated management gateway and a simulated flow replicator: HTTPS servers that keep state and refuse what the\n" +
      "real appliances refuse. Some IP groups, users and a profile already exist and must not change.",
  );
  const appliances = await startAppliances();
  note(`management gateway   ${appliances.gateway.url}`);
  note(`replication service  ${appliances.replicator.url}`);
  const stack = await createStack(engine);
  const stage = { appliances, stack };
  try {
    const before = holdings(appliances);
    for (const act of [configure, preview, create, nothingToDo, repair, rename]) await act(stage);
    if (keep) {
      await tryIt(stack);
    } else {
      await destroy(stage, before);
      ending("Done. `npm run demo -- --keep` leaves everything running, so that you can try your own changes.");
    }
  } finally {
    await appliances.close();
    await stack.remove();
  }
}

async function configure({ appliances, stack }: Stage) {
  chapter(
    "Configure the appliances",
    "URLs and credentials belong to the stack configuration, not to the program. Secrets are encrypted. The certificates\n" +
      "of both appliances come from a private CA, so the stack trusts this CA and keeps verification on.",
  );
  const ca = join(stack.folder, "ca.pem");
  await writeFile(ca, appliances.caCert ?? "");
  const { gateway, replicator } = appliances;
  await stack.config("flowgate:gateway.url", gateway.url);
  await stack.config("flowgate:gateway.token", gateway.token, { secret: true });
  await stack.config("flowgate:gateway.caCert", ca);
  await stack.config("flowgate:replicator.url", replicator.url);
  await stack.config("flowgate:replicator.user", replicator.user);
  await stack.config("flowgate:replicator.password", replicator.password, { secret: true });
  await stack.config("flowgate:replicator.caCert", ca);
}

async function preview({ appliances, stack }: Stage) {
  chapter(
    "Preview",
    "The preview shows what `up` would change and finds the mistakes in the program. It contacts no appliance, so it also\n" +
      "works in a pull request, on a machine that cannot reach the appliances.",
  );
  await stack.run("preview");
  claim(appliances.requests.count() === 0, "the preview sent no request");
}

async function create({ appliances, stack }: Stage) {
  chapter(
    "Up",
    "Pulumi creates what the program declares: IP groups, a user group with permissions, profiles and collectors.",
  );
  await stack.run("up", YES);
  note(`changes sent: ${changesSent(appliances)}`);
  claim(appliances.gateway.store.ipGroupsNamed("Company").length === 1, "the gateway has the IP group Company");
  claim(appliances.replicator.store.profiles.has("netflow"), "the replicator has the profile netflow");
}

async function nothingToDo({ appliances, stack }: Stage) {
  chapter(
    "A second preview",
    "The appliances now match the program. With --expect-no-changes, Pulumi fails if it finds a difference.",
  );
  appliances.requests.clear();
  await stack.run("preview --expect-no-changes");
  claim(appliances.requests.count() === 0, "Pulumi found no difference and sent no request");
}

async function repair({ appliances, stack }: Stage) {
  chapter(
    "Repair changes made by hand",
    "Suppose an operator changes the collector's threshold to 100 and removes all rules from the IP group of the branches.\n" +
      "`refresh` shows both changes, and `up` reverts exactly these.",
  );
  const declared = meaning(appliances);
  appliances.mutate.setThreshold("10.20.0.10", 100);
  appliances.mutate.setRules("Company branches", []);
  claim(!same(meaning(appliances), declared), "the appliances no longer match the program");
  await stack.run("refresh --diff", BRIEFLY);
  appliances.requests.clear();
  await stack.run("up", BRIEFLY);
  note(`changes sent: ${changesSent(appliances)}`);
  claim(same(meaning(appliances), declared), "the appliances match the program again");
}

async function rename({ appliances, stack }: Stage) {
  chapter(
    "Rename a profile in place",
    "Collectors and policies refer to the profile by name. Replacing them all would lose packets, so one request renames\n" +
      "the profile, and the collectors and policies need no request.",
  );
  await stack.config("profileName", "company-flows");
  appliances.requests.clear();
  await stack.run("up", BRIEFLY);
  note(`changes sent: ${changesSent(appliances)}`);
  const changes = appliances.requests.verbs({ kind: "write" }).filter((verb) => verb !== "rebuild");
  claim(same(changes, ["profile/rename"]), "Pulumi sent one rename and no other change", () => changes.join(", "));
  const renamed = appliances.replicator.store.profiles.get("company-flows");
  claim(renamed?.collectors.size === 2, "both collectors belong to the renamed profile");
}

/** @param before what the appliances held in the beginning */
async function destroy({ appliances, stack }: Stage, before: string) {
  chapter(
    "Destroy",
    "Destroy removes what the program created and nothing else. The comparison leaves out the notes of addresses, because\n" +
      "the API can change such a note but cannot remove it.",
  );
  await stack.run("destroy", YES);
  claim(holdings(appliances) === before, "both appliances are byte for byte as they were before");
}

/** Keeps everything running until the reader presses Ctrl-C. */
async function tryIt({ folder, settings }: Stack) {
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`);
  await writeFile(join(folder, "env.sh"), `${lines.join("\n")}\n`);
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
