// Prints the Pulumi engine as JSON: {"folder", "version", "origin"}. Without --get, only one on this machine counts.
import { argv } from "node:process";
import { runMain } from "../lib/errors.mjs";
import { requireEngine } from "./engine.mjs";

runMain(async () => {
  console.log(JSON.stringify(await requireEngine(argv.includes("--get") ? undefined : ["path", "cache"])));
});
