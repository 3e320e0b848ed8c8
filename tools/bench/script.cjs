"use strict";
// B1 and B2: does one job on the appliances and prints the milliseconds of the calls. The time to start Node.js and to
// load this file does not count, which favours the script.
const { createHash } = require("node:crypto");
const { FormData, Pool } = require("undici");
const { inputsOf, isChanged, onTheWire } = require("./objects.cjs");

const given = (name) => process.env[name] ?? "";
const [kind, job, n, width] = [
  given("BENCH_KIND"),
  given("BENCH_JOB"),
  Number(given("BENCH_N")),
  Number(given("BENCH_WIDTH")),
];
const all = Array.from({ length: n }, (_, index) => index);
const changed = all.filter(isChanged);

/** Runs tasks with at most `width` at a time. */
async function inParallel(items, run, most = width) {
  const rest = items[Symbol.iterator]();
  const work = async () => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: most }, work));
}

function gateway(pool) {
  const call = async (rm, fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ authToken: given("FLOWGATE_GATEWAY_TOKEN"), rm, ...fields })) {
      body.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const answer = await pool.request({ method: "POST", path: "/fcgi/svc_fcgi.fcgi", body });
    const reply = await answer.body.json();
    if (answer.statusCode !== 200 || "err" in reply) throw new Error(`the gateway answered ${JSON.stringify(reply)}`);
    return reply;
  };
  const groups = (fields) => call("ipgroups", fields);
  const list = async () => {
    const ours = new Set(all.flatMap((index) => [inputsOf.IpGroup(index).name, inputsOf.IpGroup(index, true).name]));
    return (await groups({ action: "loadTreeRootFast" })).results.filter(({ fc_name }) => ours.has(fc_name));
  };
  const users = (fields) => call("user_api", fields);
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
  const User = {
    create: () =>
      inParallel(all, (index) => {
        const { name, password, userGroups } = inputsOf.User(index);
        return users({ action: "createUser", json: { users: [{ name, pass: password, membership: userGroups }] } });
      }),
    destroy: () =>
      inParallel(all, (index) => users({ action: "delUsers", json: { delUsers: [inputsOf.User(index).name] } })),
  };
  return { IpGroup, User };
}

function replicator(pool) {
  let cookie = "";
  const call = async (path) => {
    const answer = await pool.request({ method: "GET", path: `/api/1/${path}`, headers: { cookie } });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"result":"error"')) throw new Error(`${path}: ${text}`);
  };
  const begin = async () => {
    const passwd = createHash("sha512").update(given("FLOWGATE_REPLICATOR_PASSWORD")).digest("hex");
    const body = JSON.stringify({ user: given("FLOWGATE_REPLICATOR_USER"), passwd });
    const answer = await pool.request({ method: "POST", path: "/api/1/login/", body });
    await answer.body.dump();
    cookie = [answer.headers["set-cookie"] ?? []]
      .flat()
      .map((one) => one.split(";")[0])
      .join("; ");
    await call("show/config");
  };
  /** One rebuild at the end makes all changes effective. */
  const changes = async (indexes, path) => {
    await begin();
    await inParallel(indexes, (index) => call(path(index)));
    await call("rebuild");
  };
  const ports = (index, after) => Object.values(inputsOf.ReplicatorProfile(index, after)).join("/");
  return {
    create: () => changes(all, (index) => `profile/add/${ports(index, false)}`),
    refresh: async () => (await begin(), await call("show/profile/0")),
    change: () => changes(changed, (index) => `profile/update/${ports(index, true)}`),
    destroy: () => changes(all, (index) => `profile/remove/profile-${index}`),
  };
}

async function main() {
  const open = (url) => new Pool(given(url), { connections: width, pipelining: 1 });
  const pools = [open("FLOWGATE_GATEWAY_URL"), open("FLOWGATE_REPLICATOR_URL")];
  const scripts = { ...gateway(pools[0]), ReplicatorProfile: replicator(pools[1]) };
  const startedAt = performance.now();
  await scripts[kind][job]();
  console.log(performance.now() - startedAt);
  await Promise.all(pools.map((pool) => pool.close()));
}

void main();
