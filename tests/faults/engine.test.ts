import { declare, oneStage, stateOf } from "../engine/support";
import { stopped } from "../support/kills";

// Each test runs the engine several times.
jest.setTimeout(180_000);

const stage = oneStage();

const program = (options = ""): string =>
  declare(
    `for (let n = 0; n < 10; n += 1) new IpGroup("group " + n, { ${options}rules: [rule.ip("10.0.0." + n)] });`,
    `const netops = new ReplicatorProfile("netops", { listeningPort: 2055, sendingPort: 2056 });`,
    `for (let n = 1; n < 4; n += 1) new Collector("c" + n, { address: "10.1.0." + n, profiles: [netops] });`,
  );

test("after Ctrl-C during many operations, later runs complete the stack and create nothing twice", async () => {
  const { sim, engine } = stage;
  await engine.program(program());
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
    await engine.program(program('onExisting: "adopt", '));
    await engine.up();
  }
  for (let n = 0; n < 10; n += 1) expect(sim.gateway.store.ipGroupsNamed(`group ${n}`)).toHaveLength(1);
  expect(await stateOf(engine)).toHaveLength(14);
});
