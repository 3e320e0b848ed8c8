/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the one form that loads a CommonJS module at a chosen moment, compiled and in tests alike */

/** Modules of other folders that load slowly, loaded on demand: help and usage errors appear at once. */
export const lazy = {
  gateway: () => require("../provider/appliance/gateway/open") as typeof import("../provider/appliance/gateway/open"),
  replicator: () =>
    require("../provider/appliance/replicator/open") as typeof import("../provider/appliance/replicator/open"),
  configuration: () => require("../provider/config/configuration") as typeof import("../provider/config/configuration"),
  model: () => require("../lib/model/resolve") as typeof import("../lib/model/resolve"),
  modelCompare: () => require("../lib/model/explain") as typeof import("../lib/model/explain"),
  modelSites: () => require("../lib/model/sites") as typeof import("../lib/model/sites"),
  modelProblems: () => require("../lib/model/problem") as typeof import("../lib/model/problem"),
  reportArguments: () => require("../provider/report/arguments") as typeof import("../provider/report/arguments"),
  reportCsv: () => require("../provider/report/csv") as typeof import("../provider/report/csv"),
  reportStream: () => require("../provider/report/stream") as typeof import("../provider/report/stream"),
  previewOnly: () => require("../provider/config/preview-only") as typeof import("../provider/config/preview-only"),
  rules: () => require("../provider/values/rule") as typeof import("../provider/values/rule"),
  simulator: () => require("../simulator") as typeof import("../simulator"),
};

/** The implementation of each command, loaded when it runs: help and usage errors appear at once. */
export const work = {
  accept: () => require("./accept") as typeof import("./accept"),
  fleet: () => require("./commands/fleet/run-operation") as typeof import("./commands/fleet/run-operation"),
  fleetSites: () => require("./commands/fleet/chosen") as typeof import("./commands/fleet/chosen"),
  fleetWaves: () => require("./commands/fleet/waves") as typeof import("./commands/fleet/waves"),
  check: () => require("./check") as typeof import("./check"),
  init: () => require("./init") as typeof import("./init"),
  export: () => require("./export") as typeof import("./export"),
  import: () => require("./import") as typeof import("./import"),
  diagram: () => require("./diagram") as typeof import("./diagram"),
  drift: () => require("./drift") as typeof import("./drift"),
  adopt: () => require("./adopt") as typeof import("./adopt"),
  certify: () => require("./certify") as typeof import("./certify"),
  doctor: () => require("./doctor") as typeof import("./doctor"),
  rehearsal: () => require("./rehearsal") as typeof import("./rehearsal"),
  snapshot: () => require("./snapshot") as typeof import("./snapshot"),
  state: () => require("./state") as typeof import("./state"),
  trace: () => require("./trace") as typeof import("./trace"),
  summary: () => require("./summary") as typeof import("./summary"),
};
