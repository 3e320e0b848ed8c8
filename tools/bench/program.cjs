"use strict";
/** The program of a stack of the bench. The environment names the contestant, the kind and the number of objects. */
const { inputsOf } = require("./objects.cjs");

const { BENCH_CONTESTANT: contestant, BENCH_KIND: kind = "", BENCH_N: n, BENCH_JOB: job } = process.env;

let made = 0;
/** The provider of the contestant that does nothing. */
exports.handler = () => ({
  create: async (inputs) => ({ id: String((made += 1)), outs: { ...inputs, computed: made } }),
  update: async (_id, _olds, news) => ({ outs: { ...news, computed: 0 } }),
  delete: async () => undefined,
});

/** Declares the objects. Called by the program of the stack. */
exports.declare = () => {
  const all = Array.from({ length: Number(n) }, (_, index) => inputsOf[kind](index, job === "change"));
  if (contestant === "engine") {
    const pulumi = require("@pulumi/pulumi");
    // A literal text, as this package has: the text that Pulumi generates is larger and slows the engine down.
    const __provider = `exports.handler = require(${JSON.stringify(__filename)}).handler`;
    class Declared extends pulumi.CustomResource {}
    const type = `pulumi-nodejs:dynamic/bench:${kind}`;
    for (const [index, inputs] of all.entries()) new Declared(type, `${kind}-${index}`, { ...inputs, __provider });
    return;
  }
  if (contestant === "idle") {
    const { CustomResource } = require("@pulumi/pulumi");
    for (const [index, inputs] of all.entries()) new CustomResource(`idle:index:${kind}`, `${kind}-${index}`, inputs);
    return;
  }
  const flowgate = require("pulumi-flowgate");
  if (contestant === "bulk") {
    new flowgate.IpGroups("groups", { groups: Object.fromEntries(all.map(({ name, rules }) => [name, { rules }])) });
  } else {
    for (const [index, inputs] of all.entries()) new flowgate[kind](`${kind}-${index}`, inputs);
  }
};
