const { AsyncLocalStorage } = require("node:async_hooks");
const { TestEnvironment } = require("jest-environment-node");

/** Those that a test file has used: Node.js 20 asks each at every promise until it is disabled. */
const used = new Set();
for (const name of /** @type {const} */ (["run", "enterWith"])) {
  const original = AsyncLocalStorage.prototype[name];
  /** @param {...any} args */
  AsyncLocalStorage.prototype[name] = function (...args) {
    used.add(this);
    return Reflect.apply(original, this, args);
  };
}

/** The environment of jest for Node.js, in which the contexts of one test file do not slow down the files after it. */
module.exports = class extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
};
