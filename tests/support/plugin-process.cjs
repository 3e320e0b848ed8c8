"use strict";
/** Runs the plugin and lets a test announce the next Pulumi command. A new process per command would take too long. */
const { join } = require("node:path");

const root = join(__dirname, "../..");
const { servePlugin } = require(join(root, "dist/provider/plugin/main.js"));
const { version } = require(join(root, "package.json"));

servePlugin({ version, schema: join(root, "plugin/schema.json") }).then((service) => {
  process.on("message", () => {
    service.nextCommand();
    process.send("done");
  });
});
