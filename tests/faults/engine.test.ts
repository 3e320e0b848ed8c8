import { declare, oneStage, stateOf } from "../engine/support";
import { stopped } from "../support/kills";

// Each test runs the engine several times.
jest.setTimeout(180_000);

const stage = oneStage();

const program = (count: number, ...more: string[]): string =>
  declare(
    `for (let n = 0; n < ${count}; n += 1) new IpGroup("group " + n, { rules: [rule.ip("10.0.0." + n)] });`,
    `const netops = new ReplicatorProfile("netops", { listeningPort: 2055, sendingPort: 2056 });`,
    `for (let n = 1; n < 4; n += 1) new Collector("c" + n, { address: "10.1.0." + n, profiles: [netops] });`,
    ...more,
  );

test("after Ctrl-C during many operations, later runs complete the stack and create nothing twice", async () => {
  const { sim, engine } = stage;
  await engine.program(program(10));
  sim.setLatency(200);
  const isTime = (): boolean => sim.requests.count({ action: "ipgroups/saveRule" }) >= 3;
  const over = await stopped(engine, ["up", "--parallel", "4"], isTime, (pid) => process.kill(-pid, "SIGINT"));
  expect(over).toBeUndefined();
  sim.setLatency(0);
  const left = (await stateOf(engine)).length;
  expect(left).toBeLessThan(14);
  const run = await engine.up({ args: ["--continue-on-error"] }).catch((error: unknown) => error);
  if (run instanceof Error) {
    // The error names objects that exist but are not in the state, with the line to add. Everything else is done.
    expect(run.message).toMatch(/already exists.*onExisting: "adopt"/u);
    await engine.program(program(10).replace("{ rules:", '{ onExisting: "adopt", rules:'));
    await engine.up();
  }
  for (let n = 0; n < 10; n += 1) expect(sim.gateway.store.ipGroupsNamed(`group ${n}`)).toHaveLength(1);
  expect(await stateOf(engine)).toHaveLength(14);
});

test("after a failed up with --continue-on-error, the state keeps what was made, and the next up sends only what is missing", async () => {
  const { sim, engine } = stage;
  const flows = `new ReplicatorProfile("flows", { listeningPort: 4055, sendingPort: 4056, enabled: false });`;
  await engine.program(program(13, flows));
  sim.faults.add({ match: /saveRule group 11/u, kind: { refuse: "Not now" } });
  sim.faults.add({ match: "profile/disable", times: 1, kind: { refuse: "the service is busy" } });
  const { output } = await engine.up({ args: ["--continue-on-error"], fails: true });
  expect(output).toMatch(/ReplicatorProfile "flows" on 127\.0\.0\.1:\d+: [\w ]+ failed: .*the service is busy/u);
  const held = (await stateOf(engine)).find(({ id }) => id === "flows");
  expect(held).toMatchObject({ outputs: { enabled: true }, initErrors: [expect.any(String)] });
  sim.faults.clear();
  sim.requests.clear();
  await engine.up();
  const sent = sim.requests.where({ kind: "write" }).map(({ verb, detail }) => `${verb} ${detail}`);
  expect(sent.filter((text) => !text.startsWith("rebuild")).sort()).toEqual([
    "ipgroups/saveRule group 11: 1 rule",
    expect.stringMatching(/^profile\/disable flows/u),
  ]);
});
