// Prints the Pulumi engine as JSON: {"folder", "version", "origin"}. Without arguments only an engine on this machine
// counts, and the script exits with 1 if there is none (tests use this). With --get, a missing engine is downloaded or
// built.
import { argv } from "node:process";
import { runMain, SetupError } from "../lib/errors.mjs";
import { findEngine, requireEngine } from "./engine.mjs";

runMain(async () => {
  const found = argv.includes("--get") ? await requireEngine(console.error) : await findEngine();
  if (found === undefined) throw new SetupError("There is no Pulumi engine here yet; `npm run setup` gets one.");
  console.log(JSON.stringify(found));
});
