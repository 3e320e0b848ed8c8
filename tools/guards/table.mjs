import { applianceGuards } from "./appliances.mjs";
import { outputGuards } from "./output.mjs";
import { resourceGuards } from "./resources.mjs";
import { transportGuards } from "./transport.mjs";

/** @typedef {import("./guard.mjs").Guard} Guard */

/** Every guard that `npm run test:guards` removes. @type {Readonly<Record<string, readonly Guard[]>>} */
export const guards = {
  Objects: resourceGuards,
  Appliances: applianceGuards,
  "Secrets and peers": transportGuards,
  "What is printed": outputGuards,
};
