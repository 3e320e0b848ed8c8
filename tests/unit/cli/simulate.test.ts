import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failed, flowgate, printed, startFlowgate, startInProcess, startSite, temporaryFolder } from "./support";
import { has } from "../../support/has";

/** The variables that a user pastes into another terminal. */
function exported(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^export (\w+)=(.*)$/gmu)];
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}

test("simulate prints all settings that other commands need, over HTTPS", async () => {
  const simulator = startInProcess(["simulate"]);
  const env = exported(await simulator.until("Then try"));
  expect(Object.keys(env)).toEqual([
    "FLOWGATE_GATEWAY_URL",
    "FLOWGATE_GATEWAY_TOKEN",
    "FLOWGATE_GATEWAY_CERT_FINGERPRINTS",
    "FLOWGATE_REPLICATOR_URL",
    "FLOWGATE_REPLICATOR_USER",
    "FLOWGATE_REPLICATOR_PASSWORD",
    "FLOWGATE_REPLICATOR_CERT_FINGERPRINTS",
  ]);
  await printed(flowgate(["doctor"], { env }));
  const { stdout } = await flowgate(["call", "gateway", "ipgroups/loadTreeRootFast", "--json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({ results: [{}, {}, {}] });
});

test("simulate prints a line for each request, and none with --quiet", async () => {
  const [loud, quiet] = [startInProcess(["simulate"]), startInProcess(["simulate", "--quiet"])];
  for (const simulator of [loud, quiet]) {
    await printed(
      flowgate(["call", "replicator", "exporter/noprofile"], { env: exported(await simulator.until("Then try")) }),
    );
  }
  await loud.until(/^\d\d:\d\d:\d\d {2}replicator {2}session {2}login {2}200 success {2}\d+ ms$/mu);
  await loud.until(/replicator {2}read {5}exporter\/noprofile/u);
  await quiet.end();
  expect(quiet.stdout()).not.toContain("noprofile");
});

test.each<NodeJS.Signals>(["SIGINT", "SIGTERM"])("%s ends simulate with 0", async (signal) => {
  const { child, ended, until } = startFlowgate(["simulate"]);
  await until("Then try");
  child.kill(signal);
  expect(await ended).toMatchObject({ code: 0 });
});

test("simulate --json prints one object per line: first the settings to use, then each request", async () => {
  const simulator = startInProcess(["simulate", "--json", "--token", "sandbox-token", "--user", "ops"]);
  const [first = ""] = (await simulator.until("\n")).split("\n");
  const described = JSON.parse(first) as { environment: Record<string, string> };
  expect(described.environment).toMatchObject({
    FLOWGATE_GATEWAY_TOKEN: "sandbox-token",
    FLOWGATE_REPLICATOR_USER: "ops",
  });
  await flowgate(["call", "gateway", "ipgroups/loadTreeRootFast"], { env: described.environment });
  const [, second = ""] = (await simulator.until(/\n.*\n/u)).split("\n");
  expect(JSON.parse(second)).toMatchObject({
    appliance: "gateway",
    verb: "ipgroups/loadTreeRootFast",
    kind: "read",
    status: 200,
    milliseconds: expect.any(Number) as number,
  });
  expect(second).not.toContain("sandbox-token");
});

test("ports, latency, switches and HTTP of the simulator can be set with options", async () => {
  const free = startInProcess(["simulate", "--http"]);
  const { FLOWGATE_GATEWAY_URL: url = "" } = exported(await free.until("Then try"));
  expect(url).toMatch(/^http:/u);
  expect(free.stdout()).toContain("export FLOWGATE_GATEWAY_ALLOW_HTTP=true");
  await free.end();

  const args = ["--gateway-port", new URL(url).port, "--latency", "1500", "--switch", "release=20", "idType=string"];
  const simulator = startInProcess(["simulate", ...args]);
  const env = exported(await simulator.until("Then try"));
  expect(env["FLOWGATE_GATEWAY_URL"]).toBe(url.replace("http:", "https:"));
  const groups = await flowgate(["call", "gateway", "ipgroups/loadTreeRootFast"], { env });
  // The command waits longer than a second without a terminal, so a plain line says what it waits for.
  expect([groups.code, groups.waited]).toEqual([0, [has(/^Sending ipgroups\/loadTreeRootFast \(\d+ s\)\n$/u)]]);
  expect(await failed(flowgate(["call", "replicator", "exporter/noprofile"], { env }), 6)).toContain(
    "releases 18 and 19",
  );
});

test.each([
  [["--gateway-port", "65536"], "Write a port from 0 (any free one) to 65535."],
  [["--latency", "-1"], "Write a whole number of milliseconds."],
  [["--switch", "idTyp=string"], 'unknown switch "idTyp", did you mean "idType"? The switches are absentRule, '],
  [["--switch", "other=1"], 'unknown switch "other". The switches are absentRule, absentRules, '],
  [["--switch", "release"], '"release" is not a switch: write name=value. The switches are absentRule, '],
  [["--switch", "numbersAs=maybe"], 'The switch numbersAs must be one of numbers, text, not "maybe".'],
  [["--switch", "release=17"], 'The switch release must be one of 19, 18, 20, not "17".'],
  [["--switch", "rebuildMs=soon"], 'The switch rebuildMs must be a whole number, not "soon".'],
])("simulate refuses %j and starts nothing", async (args, says) => {
  expect(await failed(flowgate(["simulate", ...args]), 2)).toContain(says);
});

test("simulate --file keeps ports, credentials and certificate for the next start, unless options change them", async () => {
  const file = join(temporaryFolder(), "appliances.json");
  const first = startInProcess(["simulate", "--file", file]);
  const env = exported(await first.until("Then try"));
  await first.end();
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const second = startInProcess(["simulate", "--file", file]);
  expect(exported(await second.until("Then try"))).toEqual(env);
  await printed(flowgate(["doctor"], { env }));
  await second.end();

  const third = startInProcess(["simulate", "--file", file, "--token", "another", "--gateway-port", "0", "--http"]);
  const changed = exported(await third.until("Then try"));
  expect(changed["FLOWGATE_GATEWAY_TOKEN"]).toBe("another");
  expect(changed["FLOWGATE_GATEWAY_URL"]).not.toBe(env["FLOWGATE_GATEWAY_URL"]?.replace("https:", "http:"));
  expect(changed["FLOWGATE_REPLICATOR_URL"]).toBe(env["FLOWGATE_REPLICATOR_URL"]?.replace("https:", "http:"));
  await third.end();

  const fourth = startInProcess(["simulate", "--file", file]);
  const last = exported(await fourth.until("Then try"));
  expect(last["FLOWGATE_GATEWAY_TOKEN"]).toBe("another");
  // The file kept the certificate of the first start while both appliances used HTTP.
  expect(last["FLOWGATE_GATEWAY_CERT_FINGERPRINTS"]).toBe(env["FLOWGATE_GATEWAY_CERT_FINGERPRINTS"]);
});

test("a file with other content and a port in use are each reported with a clear error", async () => {
  const file = join(temporaryFolder(), "appliances.json");
  writeFileSync(file, "{}");
  expect(await failed(flowgate(["simulate", "--file", file]), 2)).toContain("holds no stores of the simulator");

  const { port } = new URL((await startSite()).sim.gateway.url);
  const taken = await failed(flowgate(["simulate", "--gateway-port", port]), 2);
  expect(taken).toMatch(/^error: A port cannot be used: .*EADDRINUSE.*\n$/u);
});

test("values with characters that are special in a shell are quoted", async () => {
  const stdout = await printed(flowgate(["simulate", "--quiet", "--password", "it's $5; rm"]));
  expect(exported(stdout)["FLOWGATE_REPLICATOR_PASSWORD"]).toBe(String.raw`'it'\''s $5; rm'`);
});
