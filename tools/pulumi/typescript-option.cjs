"use strict";
/**
 * Preloaded (`--require`) into programs, to apply `typescript: false` of Pulumi.yaml. The language host that is built
 * here expects it as a flag, which today's engine does not pass. Without it, each program in JavaScript would load the
 * TypeScript compiler: a second of processor time that users of a released engine do not spend.
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
