"use strict";
/**
 * Preloaded (`--require`) into programs, to apply `typescript: false` of Pulumi.yaml. The language host that is built
 * here expects it as a flag, which today's engine does not pass. Without it, each program in JavaScript would load the
 * TypeScript compiler: a second of processor time that users of a released engine do not spend.
 */
const { existsSync, readFileSync } = require("node:fs");

const file = "Pulumi.yaml";
if (existsSync(file) && /\btypescript"?: ?false\b/u.test(readFileSync(file, "utf8"))) {
  process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
}
