// Updates the generated parts of the documentation. With --check it writes nothing, and exits with 1 if something is
// outdated.
import { runMain } from "../lib/errors.mjs";
import "../lib/typescript.mjs";

runMain(async () => (await import("./generate.ts")).generate());
