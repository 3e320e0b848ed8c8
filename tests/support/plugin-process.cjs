"use strict";
/** The plugin, with a way to say that another command of Pulumi begins: a new process for each would take too long. */
const { join } = require("node:path");

const root = join(__dirname, "../..");
const { servePlugin } = require(join(root, "dist/plugin/main.js"));
const { version } = require(join(root, "package.json"));

servePlugin({ version, schema: join(root, "schema.json") }).then((service) => {
  process.on("message", () => {
    service.nextCommand();
    process.send("done");
  });
});
