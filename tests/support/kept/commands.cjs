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

/**
 * @param {(env: Record<string, string>) => void} begin what else happens when a command begins
 */
exports.obey = (begin) => {
  process.on("message", ({ env }) => {
    if (env === undefined) {
      process.send({ printed });
      printed = "";
      return;
    }
    for (const name of Object.keys(process.env)) if (!kept.has(name) && !(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    begin(env);
    process.send({ begun: true });
  });
  process.on("disconnect", () => process.exit(0));
};
