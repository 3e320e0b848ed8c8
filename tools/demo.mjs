// The main use case on a fresh clone: set-up, then the real Pulumi engine brings both appliances to a declared state.
// Exits with 1 if a claim does not hold. With --keep, appliances and stack stay until Ctrl-C.
import { argv } from "node:process";
import { chapter, note } from "./demo/say.mjs";
import { runMain } from "./lib/errors.mjs";
import { prepare } from "./prepare.mjs";

runMain(async () => {
  chapter(
    "Set-up",
    "Install the dependencies, compile the package and find the Pulumi engine. The first time, this takes several minutes.",
  );
  const { folder, version, origin } = await prepare(note);
  note(`Pulumi ${version}, ${origin}`);
  // Both need what has just been installed.
  await import("./lib/typescript.mjs");
  const { play } = await import("./demo/story.ts");
  await play(folder, argv.includes("--keep"));
});
