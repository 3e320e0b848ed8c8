"use strict";
/**
 * Simulates another command in a provider process that has already had one. Its providers share nothing with those of
 * earlier commands, as if the process were new. Loading the package takes longer than most tests, so tests reuse the
 * process.
 */
const { join } = require("node:path");

const provider = join(__dirname, "../../dist/provider");
const { dynamicProvider, newShared } = require(join(provider, "dynamic/host"));
const { endWithEngine } = require(join(provider, "dynamic/engine-watch"));
const { definitionOf } = require(join(provider, "registry"));

const runs = new Map();

exports.kind = (name, run) => {
  endWithEngine();
  if (!runs.has(run)) runs.set(run, newShared());
  return dynamicProvider(definitionOf(name), runs.get(run));
};
