"use strict";
// Does one job on the appliances, as many calls at a time as the provider may send, and prints the milliseconds of the
// calls. The time to start Node.js and to load this file does not count, which favours the script.
const { createHash } = require("node:crypto");
const { FormData, Pool } = require("undici");
const { inputsOf, isChanged, onTheWire } = require("./objects.cjs");

const { BENCH_KIND, BENCH_JOB, BENCH_N, BENCH_WIDTH, ...env } = process.env;
const width = Number(BENCH_WIDTH);
const all = Array.from({ length: Number(BENCH_N) }, (_, index) => index);
const changed = all.filter(isChanged);
const pool = (url) => new Pool(url, { connections: width, pipelining: 1 });

/** Runs tasks with at most `width` at a time. */
async function inParallel(items, run) {
  const rest = items[Symbol.iterator]();
  const work = async () => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}

const gateway = pool(env.FLOWGATE_GATEWAY_URL);

async function groups(fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ authToken: env.FLOWGATE_GATEWAY_TOKEN, rm: "ipgroups", ...fields })) {
    body.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return (await gateway.request({ method: "POST", path: "/fcgi/svc_fcgi.fcgi", body })).body.json();
}

async function list() {
  const ours = new Set(all.flatMap((index) => [inputsOf.IpGroup(index).name, inputsOf.IpGroup(index, true).name]));
  return (await groups({ action: "loadTreeRootFast" })).results.filter(({ fc_name }) => ours.has(fc_name));
}

const IpGroup = {
  create: async () => {
    await list();
    await inParallel(all, (index) => {
      const { name, rules } = inputsOf.IpGroup(index);
      return groups({ action: "saveRule", new_fc: name, added: onTheWire(rules) });
    });
  },
  refresh: async () => inParallel(await list(), ({ fc_id }) => groups({ action: "loadRules", fc_id })),
  change: async () => {
    const ids = new Map((await list()).map(({ fc_id, fc_name }) => [fc_name, fc_id]));
    await inParallel(changed, async (index) => {
      const fc_id = ids.get(inputsOf.IpGroup(index).name);
      const { name, rules } = inputsOf.IpGroup(index, true);
      const held = (await groups({ action: "loadRules", fc_id })).results.find(({ type }) => type === "ip");
      const updated = onTheWire(rules.slice(1)).map((rule) => ({ rule_id: Number(held.rule_id), ...rule }));
      return groups({ action: "update", fc_id, name, updated });
    });
  },
  destroy: async () =>
    inParallel(await list(), ({ fc_id }) => groups({ action: "delete", json: [{ id: String(fc_id) }] })),
};

const replicator = pool(env.FLOWGATE_REPLICATOR_URL);
let cookie = "";

async function call(path) {
  await (await replicator.request({ method: "GET", path: `/api/1/${path}`, headers: { cookie } })).body.dump();
}

async function logIn() {
  const passwd = createHash("sha512").update(env.FLOWGATE_REPLICATOR_PASSWORD).digest("hex");
  const body = JSON.stringify({ user: env.FLOWGATE_REPLICATOR_USER, passwd });
  const answer = await replicator.request({ method: "POST", path: "/api/1/login/", body });
  await answer.body.dump();
  cookie = [answer.headers["set-cookie"]]
    .flat()
    .map((one) => one.split(";")[0])
    .join("; ");
  await call("show/config");
}

/** One rebuild at the end makes all changes effective. */
async function changes(indexes, path) {
  await logIn();
  await inParallel(indexes, (index) => call(path(index)));
  await call("rebuild");
}

const ports = (index, after) => Object.values(inputsOf.ReplicatorProfile(index, after)).join("/");
const ReplicatorProfile = {
  create: () => changes(all, (index) => `profile/add/${ports(index, false)}`),
  refresh: async () => (await logIn(), await call("show/profile/0")),
  change: () => changes(changed, (index) => `profile/update/${ports(index, true)}`),
  destroy: () => changes(all, (index) => `profile/remove/profile-${index}`),
};

async function main() {
  const startedAt = performance.now();
  await { IpGroup, ReplicatorProfile }[BENCH_KIND][BENCH_JOB]();
  console.log(performance.now() - startedAt);
  await Promise.all([gateway.close(), replicator.close()]);
}

void main();
