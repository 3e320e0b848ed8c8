"use strict";
/**
 * Runs the program of the current folder each time an engine asks for it. It uses Pulumi's own language server for
 * programs without a separate process. Otherwise loading Pulumi's packages would take a second per command.
 */
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { obey } = require("./commands.cjs");

const folder = process.cwd();
const modules = createRequire(join(folder, "package.json"));
// The same value as in a process of Pulumi's program runner.
process.argv[1] = modules.resolve("@pulumi/pulumi/cmd/run");
const grpc = require("@grpc/grpc-js");
const { parse } = require("yaml");
const { LanguageServer } = modules("@pulumi/pulumi/automation/server");
const { LanguageRuntimeService } = modules("@pulumi/pulumi/proto/language_grpc_pb");
const log = modules("@pulumi/pulumi/log");
const settings = modules("@pulumi/pulumi/runtime/settings");

// Transpiles without type checks. Other tests check the types; here they would take most of the time.
require.extensions[".ts"] = (module, file) => {
  const { transpileModule, ModuleKind, ScriptTarget } = modules("typescript");
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
  module._compile(transpileModule(readFileSync(file, "utf8"), { compilerOptions, fileName: file }).outputText, file);
};

let hasFailed = false;
for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, () => (hasFailed = true));

// Pulumi's program runner reports that the program is complete only if nothing failed. Its language server always
// reports this, so the engine would delete every resource that a failed program did not reach.
const { disconnect, waitForRPCs } = settings;
settings.disconnect = async (isComplete) => {
  await waitForRPCs();
  // Node.js reports rejections only after the microtasks of the code that has just ended.
  await new Promise(setImmediate);
  return disconnect(isComplete && !hasFailed && !log.hasErrors());
};

/** Loads the program again, but not its packages, and returns its exports. */
async function program() {
  hasFailed = false;
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(folder) && !file.includes("node_modules")) delete require.cache[file];
  }
  const { main = "." } = parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8"));
  const exported = modules(join(folder, main));
  return typeof exported === "function" ? exported() : exported;
}

const server = new grpc.Server();
server.addService(LanguageRuntimeService, new LanguageServer(program));
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.send({ port });
});
obey();
