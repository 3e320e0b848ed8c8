"use strict";
/**
 * Preloaded (`--require`) into programs: makes `typescript: false` of Pulumi.yaml hold. The language host that is built
 * here takes it as a flag, which today's engine does not give it, so that each program in JavaScript would load and
 * set up the TypeScript compiler: a second of processor time that users of a released engine do not spend.
 */
const { readFileSync } = require("node:fs");

if (
  /[\\/]cmd[\\/]run(?:[\\/]index\.js)?$/u.test(process.argv[1] ?? "") &&
  /\btypescript"?: ?false\b/u.test(project())
) {
  process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
}

function project() {
  try {
    return readFileSync("Pulumi.yaml", "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}
