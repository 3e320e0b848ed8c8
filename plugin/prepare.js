// Builds the plugin in a checkout of the repository, as `pulumi package add <git URL>` makes one. A package from npm
// contains the built plugin.
const { execFileSync } = require("node:child_process");
const { existsSync, mkdirSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..");
if (!existsSync(join(root, "dist/provider/plugin/main.js"))) {
  const run = (command) =>
    execFileSync(command, { cwd: root, shell: true, stdio: ["ignore", process.stderr, "inherit"] });
  run("npm ci");
  run("node tools/build.mjs");
}

// Pulumi requires this folder after `npm install`, which creates none for a package without dependencies.
mkdirSync(join(__dirname, "node_modules"), { recursive: true });
