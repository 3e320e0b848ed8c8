"use strict";
/**
 * Shared by the processes that tests keep for several Pulumi commands. Each command begins with its own environment. At
 * the end of a command the test gets everything that was printed during it.
 */
const kept = new Set(["NODE_OPTIONS", "PATH"]);
let printed = "";

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text) => {
    printed += text;
    return true;
  };
}

/** Begins and ends commands when the test says so. Ends this process together with the test. */
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
