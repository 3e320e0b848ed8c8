// Prints the engine that is on this machine as JSON, for tests: {"folder", "version", "origin"}. Ends with 1 if none is.
import { runMain, SetupError } from "../lib/errors.mjs";
import { findEngine } from "./engine.mjs";

runMain(async () => {
  const engine = await findEngine();
  if (engine === undefined) throw new SetupError("There is no Pulumi engine here yet; `npm run setup` gets one.");
  console.log(JSON.stringify(engine));
});
