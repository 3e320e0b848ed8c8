"use strict";
/**
 * Simulates another command in a provider process that has already had one. Its providers share nothing with those of
 * earlier commands, as if the process were new. Loading the package takes longer than most tests, so tests reuse the
 * process.
 */
const { join } = require("node:path");

const provider = join(__dirname, "../../dist/provider");
const { dynamicProvider, info } = require(join(provider, "dynamic/host"));
const { Appliances } = require(join(provider, "lifecycle/appliances"));
const { endWithEngine } = require(join(provider, "dynamic/engine-watch"));
const { definitionOf } = require(join(provider, "registry"));

const runs = new Map();

exports.kind = (name, run) => {
  endWithEngine();
  if (!runs.has(run)) runs.set(run, new Appliances(info));
  return dynamicProvider(definitionOf(name), runs.get(run));
};
