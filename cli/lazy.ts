/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the one form that loads a CommonJS module at a chosen moment, compiled and in tests alike */

/** Modules of other folders that load slowly, loaded on demand: help and usage errors appear at once. */
export const lazy = {
  configuration: () => require("../provider/config/configuration") as typeof import("../provider/config/configuration"),
  model: () => require("../sdk/model/resolve") as typeof import("../sdk/model/resolve"),
  modelSites: () => require("../sdk/model/sites") as typeof import("../sdk/model/sites"),
  report: () => require("../provider/report/run") as typeof import("../provider/report/run"),
  simulator: () => require("../simulator") as typeof import("../simulator"),
};

/** The implementation of each command, loaded when it runs: help and usage errors appear at once. */
export const work = {
  fleet: () => require("./fleet/command") as typeof import("./fleet/command"),
  check: () => require("./commands/check") as typeof import("./commands/check"),
  summary: () => require("./summary") as typeof import("./summary"),
};
