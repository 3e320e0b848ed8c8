/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the one form that loads a CommonJS module at a chosen moment, compiled and in tests alike */

/** Modules of other folders that load slowly, loaded on demand: help and usage errors appear at once. */
export const lazy = {
  gateway: () => require("../provider/appliance/gateway/open") as typeof import("../provider/appliance/gateway/open"),
  replicator: () =>
    require("../provider/appliance/replicator/open") as typeof import("../provider/appliance/replicator/open"),
  configuration: () => require("../provider/config/configuration") as typeof import("../provider/config/configuration"),
  model: () => require("../lib/model/resolve") as typeof import("../lib/model/resolve"),
  modelCompare: () => require("../lib/model/compare") as typeof import("../lib/model/compare"),
  modelSites: () => require("../lib/model/sites") as typeof import("../lib/model/sites"),
  modelPlaces: () => require("../lib/model/place") as typeof import("../lib/model/place"),
  modelProblems: () => require("../lib/model/problem") as typeof import("../lib/model/problem"),
  reportArguments: () => require("../provider/report/arguments") as typeof import("../provider/report/arguments"),
  reportCsv: () => require("../provider/report/csv") as typeof import("../provider/report/csv"),
  reportStream: () => require("../provider/report/stream") as typeof import("../provider/report/stream"),
  previewOnly: () => require("../provider/config/preview-only") as typeof import("../provider/config/preview-only"),
  rules: () => require("../provider/values/rule") as typeof import("../provider/values/rule"),
  simulator: () => require("../simulator") as typeof import("../simulator"),
};
