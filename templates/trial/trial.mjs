// Runs the life of every kind on a lab appliance with the real engine, and prints what worked.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process, { argv, env, exit } from "node:process";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { GatewayClient, ReplicatorClient } from "pulumi-flowgate/client";

const folder = import.meta.dirname;
process.on("uncaughtException", ({ message, words = /^error: (.*)$/mu.exec(message)?.[1] ?? message }) => {
  const isMissing = message.includes("spawn pulumi");
  console.error(`error: ${isMissing ? "Pulumi is not installed: https://www.pulumi.com/docs/install/" : words}`);
  if (!isMissing) console.error("This says what does not work: npx flowgate doctor --no-stack");
  exit(3);
});
const connection = (appliance) => {
  const [caCert = "", fingerprints, proxy] = ["CA_CERT", "CERT_FINGERPRINTS", "PROXY"].map(
    (key) => env[`FLOWGATE_${appliance}_${key}`] || undefined,
  );
  return {
    url: env[`FLOWGATE_${appliance}_URL`],
    allowHttp: env[`FLOWGATE_${appliance}_ALLOW_HTTP`] === "true",
    caCert: (existsSync(caCert) ? readFileSync(caCert, "utf8") : caCert) || undefined,
    certFingerprints: fingerprints?.split(/[\s,]+/u).filter(Boolean),
    proxy,
  };
};
const missing = ["GATEWAY_URL", "GATEWAY_TOKEN", "REPLICATOR_URL", "REPLICATOR_USER", "REPLICATOR_PASSWORD"]
  .map((name) => `FLOWGATE_${name}`)
  .filter((name) => (env[name] ?? "") === "");
if (missing.length > 0) {
  console.error(`Set ${missing.join(", ")} to those of a lab appliance.`);
  exit(3);
}
const gateway = new GatewayClient({ ...connection("GATEWAY"), token: env.FLOWGATE_GATEWAY_TOKEN });
const replicator = new ReplicatorClient({
  ...connection("REPLICATOR"),
  user: env.FLOWGATE_REPLICATOR_USER,
  password: env.FLOWGATE_REPLICATOR_PASSWORD,
});

/** Everything of both appliances that can be read, as text. */
async function held() {
  const groups = await gateway.call("ipgroups/loadTreeRootFast", {});
  const rules = [];
  for (const { fc_id, fc_name } of groups) rules.push([fc_name, await gateway.call("ipgroups/loadRules", { fc_id })]);
  const { api } = await replicator.call("/show/config");
  const exporters = [...(await replicator.call("/show/exporters/[filter]")).keys()].sort();
  const settings = [...(await replicator.call("/show/settings/[filter]"))].map(([name, { value, enabled }]) => [
    name,
    value,
    enabled,
  ]);
  return { groups: rules, config: api, exporters, settings: settings.sort() };
}

// A trial that is not at its end keeps its stack, its passphrase, and what the appliances held before it.
const backend = resolve(folder, ".trial");
const file = join(backend, "begun.json");
const isClean = argv.includes("--clean");
if (existsSync(file) !== isClean) {
  console.error(
    isClean ? "There is no trial to clean." : "A trial is not at its end: npm run trial -- --clean ends it.",
  );
  exit(2);
}
if (!isClean) {
  mkdirSync(backend, { recursive: true, mode: 0o700 });
  writeFileSync(join(backend, "passphrase"), randomBytes(16).toString("hex"), { mode: 0o600 });
  const begun = { mark: `trial-${randomBytes(3).toString("hex")}`, before: await held() };
  writeFileSync(file, JSON.stringify(begun), { mode: 0o600 });
}
const { mark, before } = JSON.parse(readFileSync(file, "utf8"));
const envVars = {
  PULUMI_BACKEND_URL: `file://${backend}`,
  PULUMI_CONFIG_PASSPHRASE: readFileSync(join(backend, "passphrase"), "utf8"),
  TRIAL_MARK: mark,
  TRIAL_PASSWORD: randomBytes(12).toString("base64url"),
};
const stack = await LocalWorkspace.createOrSelectStack({ stackName: mark, workDir: folder }, { envVars });
// A trial that was killed has left its lock.
if (isClean) await stack.cancel();

/** What became of each kind in each step. */
const table = new Map();
/** The engine's operations in words. Those that are not here are the parts of a replacement. */
const words = { create: "created", update: "changed", delete: "deleted", same: "unchanged" };
/** Set by Ctrl-C, which the engine gets too: what was made is destroyed. */
let isStopped = isClean;
process.on("SIGINT", () => (isStopped = true));
/** Runs a step, and notes for each kind what the engine did. */
async function run(step, operate) {
  const errors = [];
  if (isStopped && step !== "destroy") return errors;
  stack.workspace.envVars.TRIAL_STEP = step;
  const onEvent = ({ resOutputsEvent, resOpFailedEvent, diagnosticEvent }) => {
    const { op, type = "", urn } = (resOpFailedEvent ?? resOutputsEvent)?.metadata ?? {};
    const kind = /^(?:pulumi-nodejs:dynamic\/flowgate|flowgate:index):(\w+)$/u.exec(type)?.[1];
    if (diagnosticEvent?.severity === "error") errors.push(diagnosticEvent.message.trim());
    // A refresh shows the rule that another resource has in the shared group.
    if (kind === undefined || urn === undefined || urn.endsWith("::shared")) return;
    const row = table.get(kind) ?? {};
    if (row[step] !== "FAILED") row[step] = resOpFailedEvent ? "FAILED" : (words[op] ?? "replaced");
    table.set(kind, row);
  };
  await operate({ onEvent, continueOnError: true }).catch(({ message }) => {
    if (errors.length === 0) errors.push(/error: .*/u.exec(message)?.[0] ?? message);
  });
  return isStopped && step !== "destroy" ? [] : errors;
}

const operations = { create: "up", change: "up", refresh: "refresh", replace: "up", destroy: "destroy" };
const steps = Object.keys(operations);
const errors = [];
for (const step of steps) errors.push(...(await run(step, (options) => stack[operations[step]](options))));
const after = await held();
const { name, build, apiversion } = await replicator.call("/version");
const rows = [...table].sort().map(([kind, row]) => [kind, ...steps.map((step) => row[step] ?? "-")]);
for (const row of [["Kind", ...steps], ...rows]) console.log(row.map((cell) => String(cell).padEnd(19)).join(""));
const isAsBefore = JSON.stringify(before) === JSON.stringify(after);
const isDone = isAsBefore && errors.length === 0;
console.log(
  `\n${new Date().toISOString().slice(0, 10)}, ${name} build ${build}, API ${apiversion}, Node ${process.version}`,
);
console.log(`The appliances ${isAsBefore ? "hold" : "do NOT hold"} what they held before.`);
if (isClean) console.log(`No action reads accounts: look for users and user groups whose names begin with ${mark}.`);
for (const error of new Set(errors)) console.error(`error: ${error}`);
if (isDone) {
  await stack.workspace.removeStack(mark);
  rmSync(backend, { recursive: true });
} else console.error(`The stack ${mark} is kept in .trial: npm run trial -- --clean destroys what is left.`);
await Promise.all([gateway.close(), replicator.close()]);
exit(isDone && isClean === isStopped ? 0 : 9);
