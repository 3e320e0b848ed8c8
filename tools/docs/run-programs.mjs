// Runs programs like Pulumi, with its mocks in place of the engine, and prints the resources that they declare: for the
// test of the documentation. Reads [{"title", "code"}] (JavaScript) from stdin, writes [{"title", "resources",
// "error"?}].
import { createRequire } from "node:module";
import { join } from "node:path";
import { stdin } from "node:process";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import vm from "node:vm";
import { runtime } from "@pulumi/pulumi";
import { runMain } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";

const require = createRequire(join(root, "docs", "program.js"));

/** Computed outputs, like those of an appliance. */
const computed = {
  groupId: 101,
  ruleCount: 1,
  userGroup: 11,
  memberOf: [],
  appliance: "https://appliance.example.net",
};

/** Stack configuration for the programs. */
const configuration = { "passwords:alice": "an example" };

/** Marker of a secret in the wire form. The engine removes it before it calls a provider. */
const SECRET = "4dabf18193072939515e22adb298388d";

runMain(async () => {
  /** @type {{ title: string; code: string }[]} */
  const programs = JSON.parse(await text(stdin));
  /** @type {unknown} */
  let failure;
  process.on("unhandledRejection", (error) => (failure = error));
  const results = [];
  for (const { title, code } of programs) {
    /** @type {{ type: string; name: string; inputs: unknown }[]} */
    const resources = [];
    failure = undefined;
    try {
      await run(code, resources);
    } catch (error) {
      failure = error;
    }
    results.push({ title, resources, ...(failure === undefined ? {} : { error: messageOf(failure) }) });
  }
  console.log(JSON.stringify(results));
});

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : inspect(error);
}

/**
 * Runs one program, and records the resources that it registers.
 *
 * @param {string} code
 * @param {{ type: string; name: string; inputs: unknown }[]} resources
 */
async function run(code, resources) {
  // Each program must start fresh: the SDK's modules remember which resource declared which object.
  for (const file of Object.keys(require.cache))
    if (file.startsWith(join(root, "dist"))) Reflect.deleteProperty(require.cache, file);
  runtime.setAllConfig(configuration);
  await runtime.setMocks({
    newResource: ({ type, name, inputs: marked, custom }) => {
      const inputs = unmarked(marked);
      // A component only groups its children.
      if (custom !== false) resources.push({ type, name, inputs });
      return { id: "101", state: { ...computed, ...inputs } };
    },
    call: ({ inputs }) => inputs,
  });
  const load = vm.compileFunction(code, ["require", "module", "exports"], { filename: "program.js" });
  const module = { exports: {} };
  load(require, module, module.exports);
  // Waits until everything is registered, so that rejections are reported.
  await runtime.disconnect();
  await setImmediate();
}

/**
 * @param {any} value
 * @returns {any}
 */
function unmarked(value) {
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== "object" || value === null) return value;
  if (SECRET in value) return unmarked(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmarked(inner)]));
}
