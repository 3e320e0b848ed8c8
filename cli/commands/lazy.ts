/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the one form that loads a CommonJS module at a chosen moment, compiled and in tests alike */

/** The implementation of each command, loaded when it runs: help and usage errors appear at once. */
export const work = {
  accept: () => require("../accept") as typeof import("../accept"),
  fleet: () => require("./fleet/run-operation") as typeof import("./fleet/run-operation"),
  fleetWaves: () => require("./fleet/waves") as typeof import("./fleet/waves"),
  check: () => require("../check") as typeof import("../check"),
  init: () => require("../init") as typeof import("../init"),
  export: () => require("../export") as typeof import("../export"),
  import: () => require("../import") as typeof import("../import"),
  diagram: () => require("../diagram") as typeof import("../diagram"),
  drift: () => require("../drift") as typeof import("../drift"),
  adopt: () => require("../adopt") as typeof import("../adopt"),
  certify: () => require("../certify") as typeof import("../certify"),
  doctor: () => require("../doctor") as typeof import("../doctor"),
  rehearsal: () => require("../rehearsal") as typeof import("../rehearsal"),
  snapshot: () => require("../snapshot") as typeof import("../snapshot"),
  state: () => require("../state") as typeof import("../state"),
  trace: () => require("../trace") as typeof import("../trace"),
  summary: () => require("../summary") as typeof import("../summary"),
};
