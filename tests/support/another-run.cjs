"use strict";
/**
 * Another run in a provider process that has had one: providers that share nothing with those before, as those of a new
 * process would. Loading the package takes longer than most tests.
 */
const { join } = require("node:path");

const provider = join(__dirname, "../../dist/provider");
const { dynamicProvider, newShared } = require(join(provider, "host"));
const { definitionOf } = require(join(provider, "registry"));

const runs = new Map();

exports.kind = (name, run) => {
  if (!runs.has(run)) runs.set(run, newShared());
  return dynamicProvider(definitionOf(name), runs.get(run));
};
