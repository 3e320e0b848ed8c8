// Writes the gallery of docs/operations/errors.md: causes each error with the real provider process and records its
// message.
import { env, execPath } from "node:process";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { show } from "../lib/run.mjs";

runMain(async () => {
  env["UPDATE_GALLERY"] = "1";
  const code = await show(execPath, ["node_modules/jest/bin/jest.js", "tests/faults/gallery.test.ts"], { cwd: root });
  if (code !== 0) throw new SetupError("An error of the gallery could not be brought about; see above.");
});
