"use strict";
/** The program of a stack of the bench. The environment names the contestant, the kind and the number of objects. */
const { execFile } = require("node:child_process");
const { promisify } = require("node:util");
const { inputsOf, onTheWire } = require("./objects.cjs");

const { BENCH_CONTESTANT: contestant, BENCH_KIND: kind = "", BENCH_N: n, BENCH_JOB: job } = process.env;

/** `sh -c "curl ..."` with the values in the environment, the safe way to pass secrets to a command. */
async function post(fields) {
  const all = { authToken: process.env.FLOWGATE_GATEWAY_TOKEN, rm: "ipgroups", ...fields };
  const variables = Object.entries(all).map(([name, value]) => [`FORM_${name}`, value]);
  const forms = Object.keys(all).map((name) => `--form-string "${name}=$FORM_${name}"`);
  const command = `curl -sS --fail ${forms.join(" ")} "$FLOWGATE_GATEWAY_URL/fcgi/svc_fcgi.fcgi"`;
  const env = { ...process.env, ...Object.fromEntries(variables) };
  return JSON.parse((await promisify(execFile)("sh", ["-c", command], { env })).stdout);
}

let made = 0;
/** The providers of contestants that are no product: one does nothing, one is what users of `@pulumi/command` write. */
exports.providers = {
  engine: {
    create: async (inputs) => ({ id: String((made += 1)), outs: { ...inputs, computed: made } }),
    update: async (_id, _olds, news) => ({ outs: { ...news, computed: 0 } }),
    delete: async () => undefined,
  },
  curl: {
    create: async (inputs) => {
      const added = JSON.stringify(onTheWire(inputs.rules));
      const { fc_id } = await post({ action: "saveRule", new_fc: inputs.name, added });
      return { id: String(fc_id), outs: { ...inputs, groupId: fc_id } };
    },
    delete: async (id) => void (await post({ action: "delete", json: JSON.stringify([{ id }]) })),
  },
};

/** Declares the objects. Called by the program of the stack. */
exports.declare = () => {
  const all = Array.from({ length: Number(n) }, (_, index) => inputsOf[kind](index, job === "change"));
  if (contestant in exports.providers) {
    const pulumi = require("@pulumi/pulumi");
    // A literal text, as this package has: the text that Pulumi generates is larger and slows the engine down.
    const __provider = `exports.handler = () => require(${JSON.stringify(__filename)}).providers.${contestant}`;
    class Declared extends pulumi.CustomResource {}
    const type = `pulumi-nodejs:dynamic/bench:${kind}`;
    for (const [index, inputs] of all.entries()) new Declared(type, `${kind}-${index}`, { ...inputs, __provider });
    return;
  }
  const flowgate = require("pulumi-flowgate");
  if (contestant === "bulk") {
    new flowgate.IpGroups("groups", { groups: Object.fromEntries(all.map(({ name, rules }) => [name, { rules }])) });
  } else {
    for (const [index, inputs] of all.entries()) new flowgate[kind](`${kind}-${index}`, inputs);
  }
};
