import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changesSent, holdings, meaning, same } from "./appliances.mjs";
import { chapter, claim, note } from "./say.mjs";

/** @import { Simulator } from "./appliances.mjs" */
/** @import { Stack } from "./stack.mjs" */

const YES = ["--yes", "--skip-preview"];
/** The program's outputs are shown only once. */
const BRIEFLY = [...YES, "--suppress-outputs"];

/** @typedef {{ appliances: Simulator; stack: Stack }} Stage */

/** @param {Stage} stage */
export async function configure({ appliances, stack }) {
  chapter(
    "Tell Pulumi where the appliances are",
    "URLs and credentials are stack configuration: they are in no program, and secrets are encrypted. Both appliances\n" +
      "have certificates of their own CA, as real ones do, so its certificate is configured too: verification stays on.",
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

/** @param {Stage} stage */
export async function preview({ appliances, stack }) {
  chapter(
    "Preview",
    "What would `up` do? Everything that is wrong in a program is found here, and the appliances are not even asked:\n" +
      "a pull request can be checked where they cannot be reached.",
  );
  await stack.run("preview");
  claim(appliances.requests.count() === 0, "the preview sent no request");
}

/** @param {Stage} stage */
export async function create({ appliances, stack }) {
  chapter(
    "Up",
    "Now the appliances get what the program declares: IP groups, a user group with rights, profiles, collectors.",
  );
  await stack.run("up", YES);
  note(`changes sent: ${changesSent(appliances)}`);
  claim(appliances.gateway.store.ipGroupsNamed("Company").length === 1, "the gateway holds the IP group Company");
  claim(appliances.replicator.store.profiles.has("netflow"), "the replicator holds the profile netflow");
}

/** @param {Stage} stage */
export async function nothingToDo({ appliances, stack }) {
  chapter(
    "A second preview",
    "What is declared is there, so nothing may be left to do. Pulumi fails here if it finds a difference.",
  );
  appliances.requests.clear();
  await stack.run("preview --expect-no-changes");
  claim(appliances.requests.count() === 0, "no difference was found, and no request was sent");
}

/** @param {Stage} stage */
export async function repair({ appliances, stack }) {
  chapter(
    "Somebody changes the appliances by hand",
    "At night somebody sets the collector's threshold to 100 and empties the IP group of the branches. `refresh` shows\n" +
      "both, and `up` puts back what was declared, no more.",
  );
  const declared = meaning(appliances);
  appliances.mutate.setThreshold("10.20.0.10", 100);
  appliances.mutate.setRules("Company branches", []);
  claim(!same(meaning(appliances), declared), "the appliances hold something else than what is declared");
  await stack.run("refresh --diff", BRIEFLY);
  appliances.requests.clear();
  await stack.run("up", BRIEFLY);
  note(`changes sent: ${changesSent(appliances)}`);
  claim(same(meaning(appliances), declared), "the appliances hold what is declared again");
}

/** @param {Stage} stage */
export async function rename({ appliances, stack }) {
  chapter(
    "Rename a profile in place",
    "Its collectors and policies hang on its name. To replace them all would lose packets, so one call renames the\n" +
      "profile, and what depends on it finds itself there and sends nothing.",
  );
  await stack.config("profileName", "company-flows");
  appliances.requests.clear();
  await stack.run("up", BRIEFLY);
  note(`changes sent: ${changesSent(appliances)}`);
  const changes = appliances.requests.verbs({ kind: "write" }).filter((verb) => verb !== "rebuild");
  claim(same(changes, ["profile/rename"]), "one rename was sent and nothing else", () => changes.join(", "));
  const renamed = appliances.replicator.store.profiles.get("company-flows");
  claim(renamed?.collectors.size === 2, "both collectors are with the profile under its new name");
}

/**
 * @param {Stage} stage
 * @param {string} before what the appliances held in the beginning
 */
export async function destroy({ appliances, stack }, before) {
  chapter(
    "Destroy",
    "Everything the program made goes, and only that: what others have on these appliances must be as it was. Notes of\n" +
      "addresses are left out of the comparison: the API can change them and not remove them.",
  );
  await stack.run("destroy", YES);
  claim(holdings(appliances) === before, "both appliances hold byte for byte what they held before");
}
