// Prints the Pulumi engine as JSON: {"folder", "version", "origin"}. Without arguments only one that is on this machine,
// else it ends with 1 (tests ask this way); with --get one is downloaded or built if there is none.
import { argv } from "node:process";
import { runMain, SetupError } from "../lib/errors.mjs";
import { findEngine, requireEngine } from "./engine.mjs";

runMain(async () => {
  const engine = argv.includes("--get") ? await requireEngine(console.error) : await findEngine();
  if (engine === undefined) throw new SetupError("There is no Pulumi engine here yet; `npm run setup` gets one.");
  console.log(JSON.stringify(engine));
});
