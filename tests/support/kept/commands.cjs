"use strict";
/**
 * What the processes share that tests keep for several commands of Pulumi: each command begins with its own environment,
 * and at its end the test gets what was printed meanwhile.
 */
const kept = new Set(["NODE_OPTIONS", "PATH"]);
let printed = "";

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text) => {
    printed += text;
    return true;
  };
}

/** Begins and ends commands as the test says, and ends the process with the test. */
exports.obey = () => {
  process.on("message", ({ env }) => {
    if (env === undefined) {
      process.send({ printed });
      printed = "";
      return;
    }
    for (const name of Object.keys(process.env)) if (!kept.has(name) && !(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.send({ begun: true });
  });
  process.on("disconnect", () => process.exit(0));
};
