"use strict";
/**
 * Runs the program of the folder that it is started in, as often as an engine asks for it, with Pulumi's own server for
 * programs that have no process of their own. Loading Pulumi's packages takes a second of each command otherwise.
 */
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { obey } = require("./commands.cjs");

const folder = process.cwd();
const modules = createRequire(join(folder, "package.json"));
// As in a process of Pulumi's runner of programs.
process.argv[1] = modules.resolve("@pulumi/pulumi/cmd/run");
const grpc = require("@grpc/grpc-js");
const { parse } = require("yaml");
const { LanguageServer } = modules("@pulumi/pulumi/automation/server");
const { LanguageRuntimeService } = modules("@pulumi/pulumi/proto/language_grpc_pb");
const log = modules("@pulumi/pulumi/log");
const settings = modules("@pulumi/pulumi/runtime/settings");

// The types are for tests that check them; here they cost most of the time.
require.extensions[".ts"] = (module, file) => {
  const { transpileModule, ModuleKind, ScriptTarget } = modules("typescript");
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
  module._compile(transpileModule(readFileSync(file, "utf8"), { compilerOptions, fileName: file }).outputText, file);
};

let hasFailed = false;
for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, () => (hasFailed = true));

// Pulumi's runner of programs says that all is declared only where nothing failed, and its server of programs always:
// then the engine deletes what a failed program did not come to.
const { disconnect, waitForRPCs } = settings;
settings.disconnect = async (isComplete) => {
  await waitForRPCs();
  // Rejections are noticed after the microtasks of what has just ended.
  await new Promise(setImmediate);
  return disconnect(isComplete && !hasFailed && !log.hasErrors());
};

/** What the program exports, loaded again but for packages. */
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
