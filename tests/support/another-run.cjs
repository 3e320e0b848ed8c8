"use strict";
/**
 * Simulates another run in a provider process that has already had one. Its providers share nothing with those of
 * earlier runs, as if the process were new. Loading the package takes longer than most tests, so tests reuse the
 * process. Another command within a run keeps lists and sessions, so that requests can be counted, but its program has
 * not declared anything yet.
 */
const { join } = require("node:path");

const provider = join(__dirname, "../../dist/provider");
const { dynamicProvider, newShared } = require(join(provider, "dynamic/host"));
const { endWithEngine } = require(join(provider, "dynamic/engine-watch"));
const { definitionOf } = require(join(provider, "registry"));

const runs = new Map([[1, { shared: newShared(), command: 0 }]]);

exports.kind = (name, run, command) => {
  endWithEngine();
  if (!runs.has(run)) runs.set(run, { shared: newShared(), command });
  const known = runs.get(run);
  if (known.command !== command) known.shared.appliances.nextCommand();
  known.command = command;
  return dynamicProvider(definitionOf(name), known.shared);
};
