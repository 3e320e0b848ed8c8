/**
 * What mutation testing runs: the tests of the files in `stryker.config.json`, whose code runs in their own process, so
 * that a change of a source reaches them. Other tests notice some of the changes too, and make each take many times as
 * long; a guard answers for itself.
 */
const { projects } = require("./jest.config.js");

/** `FLOWGATE_GUARDS="unit/values/names unit/values/spellings"` runs only those, for a quick `npx stryker run --mutate <file>`. */
const guards = process.env["FLOWGATE_GUARDS"]?.split(" ") ?? [
  "unit/change/{change,change-each,create-each}",
  "unit/appliance/{batcher,group-list,group-sight,identity,limiter,read-back,rebuild,replicator-state,shown-names,snapshot}",
  "unit/functions/configuration",
  "unit/gateway/{caller,client,form,user-api}",
  "unit/host/secret",
  "unit/http/{base-url,json,request-log,schemas}",
  "unit/output/markdown",
  "unit/replicator/{commands,cookies,login,path,session}",
  "unit/values/{names,spellings}",
];

/** @type {import("jest").Config} */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  testEnvironment: "node",
  // Worlds run the provider in the process of the tests.
  moduleNameMapper: { "^\\./provider-process$": "<rootDir>/tests/support/in-process.ts" },
  roots: ["lib", "provider", "simulator", "tests"].map((folder) => `<rootDir>/${folder}`),
  // A change that makes a test wait for ever is noticed soon.
  testTimeout: 10_000,
  testMatch: guards.map((guard) => `<rootDir>/tests/${guard}.test.ts`),
};
