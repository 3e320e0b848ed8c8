/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the one form that loads a CommonJS module at a chosen moment, compiled and in tests alike */

/** Modules of other folders that load slowly, loaded on demand: help and usage errors appear at once. */
export const lazy = {
  gateway: () =>
    require("../provider/appliance/gateway/appliance") as typeof import("../provider/appliance/gateway/appliance"),
  replicator: () =>
    require("../provider/appliance/replicator/appliance") as typeof import("../provider/appliance/replicator/appliance"),
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
  accept: () => require("./commands/accept") as typeof import("./commands/accept"),
  fleet: () => require("./commands/fleet/run-operation") as typeof import("./commands/fleet/run-operation"),
  fleetSites: () => require("./commands/fleet/chosen") as typeof import("./commands/fleet/chosen"),
  fleetWaves: () => require("./commands/fleet/waves") as typeof import("./commands/fleet/waves"),
  check: () => require("./commands/check") as typeof import("./commands/check"),
  init: () => require("./commands/init") as typeof import("./commands/init"),
  export: () => require("./commands/export") as typeof import("./commands/export"),
  import: () => require("./commands/import") as typeof import("./commands/import"),
  diagram: () => require("./commands/diagram") as typeof import("./commands/diagram"),
  drift: () => require("./commands/drift") as typeof import("./commands/drift"),
  adopt: () => require("./commands/adopt") as typeof import("./commands/adopt"),
  certify: () => require("./commands/certify") as typeof import("./commands/certify"),
  doctor: () => require("./commands/doctor") as typeof import("./commands/doctor"),
  rehearsal: () => require("./rehearsal") as typeof import("./rehearsal"),
  snapshot: () => require("./commands/snapshot") as typeof import("./commands/snapshot"),
  state: () => require("./commands/state") as typeof import("./commands/state"),
  trace: () => require("./commands/trace") as typeof import("./commands/trace"),
  summary: () => require("./summary") as typeof import("./summary"),
};
