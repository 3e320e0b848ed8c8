// Prepares a file for jest: compiles TypeScript, several times as fast as the compiler does (`npm test` checks the
// types), and lets a few packages load late what no test needs (`transformIgnorePatterns` of jest.config.js).
const { createHash } = require("node:crypto");
const { join } = require("node:path");
const { transformSync, version } = require("esbuild");
const { late } = require("../tests/support/late.cjs");

/** @type {import("esbuild").TransformOptions} */
const options = {
  loader: "ts",
  format: "cjs",
  platform: "node",
  target: "node20",
  // The runtime of jest knows no `import()`.
  supported: { "dynamic-import": false },
  tsconfigRaw: { compilerOptions: { target: "ES2022", esModuleInterop: true } },
  sourcemap: "both",
};

const requests = late.flatMap((one) => one.requests).map((name) => name.replace(/[./]/gu, "\\$&"));
const loading = new RegExp(`require\\("(?:${requests.join("|")})"\\)`, "gu");
const loadedLate = `require(${JSON.stringify(join(__dirname, "../tests/support/late.cjs"))}).loadedLate`;

module.exports = {
  /** @type {import("@jest/transform").SyncTransformer["getCacheKey"]} */
  getCacheKey: (source, path) =>
    createHash("sha256")
      .update(JSON.stringify([source, path, options, version, loading.source]))
      .digest("hex"),
  /** @type {import("@jest/transform").SyncTransformer["process"]} */
  process: (source, sourcefile) =>
    sourcefile.endsWith(".ts")
      ? transformSync(source, { ...options, sourcefile })
      : { code: source.replace(loading, (call) => `${loadedLate}(() => ${call})`) },
};
