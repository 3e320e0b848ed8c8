/**
 * What mutation testing runs: the tests of the files in `stryker.config.json`, whose code runs in their own process, so
 * that a change of a source reaches them. Other tests notice some of the changes too, and make each take many times as
 * long; a guard answers for itself.
 */
const { projects } = require("./jest.config.js");

/** `FLOWGATE_GUARDS="values/names values/spellings"` runs only those, for a quick `npx stryker run --mutate <file>`. */
const guards = process.env["FLOWGATE_GUARDS"]?.split(" ") ?? [
  "change/{change,change-each,create-each}",
  "appliance/{batcher,group-list,identity,limiter,rebuild,snapshot}",
  "functions/configuration",
  "gateway/{client,form,user-api}",
  "host/secret",
  "http/{base-url,json,request-log,secret}",
  "output/markdown",
  "replicator/{commands,cookies,login,path,session}",
  "values/{names,spellings}",
];

/** @type {import("jest").Config} */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  testEnvironment: "node",
  roots: ["lib", "provider", "simulator", "tests/unit"].map((folder) => `<rootDir>/${folder}`),
  // A change that makes a test wait for ever is noticed soon.
  testTimeout: 10_000,
  testMatch: guards.map((guard) => `<rootDir>/tests/unit/${guard}.test.ts`),
};
