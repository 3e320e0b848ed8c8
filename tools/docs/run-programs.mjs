// Runs programs with the mocks of pulumi-flowgate/testing: for the test of the documentation. Reads [{"title", "code"}]
// (JavaScript) from stdin, writes [{"title", "resources", "error"?}] with the number of resources that each declares.
import { createRequire } from "node:module";
import { join } from "node:path";
import { stdin } from "node:process";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import vm from "node:vm";
import { runMain } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";

const require = createRequire(join(root, "docs", "program.js"));

runMain(async () => {
  /** @type {{ title: string; code: string }[]} */
  const programs = JSON.parse(await text(stdin));
  /** @type {unknown} */
  let failure;
  process.on("unhandledRejection", (error) => (failure = error));
  const results = [];
  for (const { title, code } of programs) {
    // Each program must start fresh: the SDK's modules remember which resource declared which object.
    for (const file of Object.keys(require.cache))
      if (file.startsWith(join(root, "dist"))) Reflect.deleteProperty(require.cache, file);
    failure = undefined;
    const mocks = await require("pulumi-flowgate/testing").setMocks({ config: { "passwords:alice": "an example" } });
    try {
      vm.compileFunction(code, ["require", "module", "exports"])(require, {}, {});
      await mocks.done();
      // Rejections are reported after everything is registered.
      await setImmediate();
    } catch (error) {
      failure = error;
    }
    const error = failure instanceof Error ? failure.message : failure && inspect(failure);
    results.push({ title, resources: mocks.resources.length, error });
  }
  console.log(JSON.stringify(results));
});
