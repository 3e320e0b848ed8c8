"use strict";
/** The program of a stack of the bench. The environment names the contestant, the kind and the number of objects. */
const { spawn } = require("node:child_process");
const { inputsOf, onTheWire } = require("./objects.cjs");

const { BENCH_CONTESTANT: contestant, BENCH_KIND: kind = "", BENCH_N: n, BENCH_CHANGED } = process.env;

/** `sh -c "curl ..."` with the values in the environment, the safe way to pass secrets to a command. */
function post(fields) {
  const all = { authToken: process.env.FLOWGATE_GATEWAY_TOKEN, rm: "ipgroups", ...fields };
  const variables = Object.entries(all).map(([name, value]) => [`FORM_${name}`, value]);
  const forms = Object.keys(all).map((name) => `--form-string "${name}=$FORM_${name}"`);
  const command = `curl -sS --fail ${forms.join(" ")} "$FLOWGATE_GATEWAY_URL/fcgi/svc_fcgi.fcgi"`;
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", command], { env: { ...process.env, ...Object.fromEntries(variables) } });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0 && !output.includes('"err"')) resolve(JSON.parse(output));
      else reject(new Error(`curl ended with ${String(code)}: ${output}`));
    });
  });
}

let made = 0;
/** The providers of contestants that are no product: B0 does nothing, B3 is what users of `@pulumi/command` write. */
exports.providers = {
  B0: {
    create: async (inputs) => ({ id: String((made += 1)), outs: { ...inputs, computed: made } }),
    update: async (_id, _olds, news) => ({ outs: { ...news, computed: 0 } }),
    delete: async () => undefined,
  },
  B3: {
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
  const inputs = (index) => inputsOf[kind](index, BENCH_CHANGED === "true");
  const all = Array.from({ length: Number(n) }, (_, index) => index);
  if (contestant === "B0" || contestant === "B3") {
    const pulumi = require("@pulumi/pulumi");
    // A literal text, as this package has: the text that Pulumi generates is larger and slows the engine down.
    const text = `exports.handler = () => require(${JSON.stringify(__filename)}).providers.${contestant}`;
    class Declared extends pulumi.CustomResource {}
    for (const index of all) {
      new Declared(`pulumi-nodejs:dynamic/bench:${kind}`, `${kind}-${index}`, { ...inputs(index), __provider: text });
    }
    return;
  }
  const flowgate = require("pulumi-flowgate");
  if (contestant !== "B6") for (const index of all) new flowgate[kind](`${kind}-${index}`, inputs(index));
  else {
    const groups = all.map((index) => {
      const { name, rules } = inputs(index);
      return [name, { rules }];
    });
    new flowgate.IpGroups("groups", { groups: Object.fromEntries(groups) });
  }
};
