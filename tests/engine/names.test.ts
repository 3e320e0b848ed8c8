import { holdingsOf } from "../support/held";
import { declare, oneStage } from "./support";

/** A profile with all of its dependents, and two more profiles whose names will be swapped. */
const before = `
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Collector("collector", { address: "10.0.0.1", profiles: [flows] });
new Policy("policy", { cidr: "10.0.0.0/8", profile: flows, kind: "include" });
const left = new ReplicatorProfile("left", { listeningPort: 3001, sendingPort: 4001 });
const right = new ReplicatorProfile("right", { listeningPort: 3002, sendingPort: 4002 });
new Collector("of-left", { address: "10.0.0.2", profiles: [left] });
`;
const renamed = before.replace('("flows", {', '("flows", { name: "all-flows",');
const exchanged = renamed
  .replace('("left", {', '("left", { name: "right",')
  .replace('("right", {', '("right", { name: "left",');
/** Created after the rename, when the name is free. */
const reused = `new ReplicatorProfile("new", { name: "flows", listeningPort: 5001, sendingPort: 5002 }, { dependsOn: flows });`;

const allFlows = { facts: "2055 -> 2056", collectors: ["10.0.0.1"], policies: ["include 10.0.0.0/8"] };
const left = { facts: "3001 -> 4001", collectors: ["10.0.0.2"], policies: [] };
const right = { facts: "3002 -> 4002", collectors: [], policies: [] };

describe("names in one program", () => {
  const stage = oneStage({ simulator: { foreign: false }, engine: { keepProcesses: true } });
  let factory: string;

  beforeAll(async () => {
    factory = stage.sim.snapshot();
  });

  test("preview rejects two resources for one object with an error that names both, and sends nothing", async () => {
    const { sim, engine } = stage;
    await engine.program(
      declare(`
new IpGroup("one", { name: "Same" });
new IpGroup("two", { name: pulumi.output("Same") });
new Collector("first", { address: "10.0.0.1", profiles: ["a"] });
new Collector("second", { address: "10.0.0.1", profiles: ["b"] });
`),
    );
    const { output } = await engine.preview({ fails: true });
    expect(output).toContain('error: IpGroup "two" declares the same object as IpGroup "one" in this program.');
    expect(output).toContain('error: Collector "second" declares the same object as Collector "first"');
    expect(sim.requests.count()).toBe(0);
  });

  describe("when a profile is renamed, a new profile gets its old name, and two others exchange their names", () => {
    let output: string;

    beforeAll(async () => {
      const { engine } = stage;
      await engine.program(declare(before));
      await engine.up();
      await engine.program(declare(exchanged, reused));
      ({ output } = await engine.up({ args: ["--continue-on-error"], fails: true }));
    });

    test("the error about the reused name says that its former profile was renamed", () => {
      expect(output).toMatch(
        /ReplicatorProfile "flows" on \S+: the profile that had this name was renamed to "all-flows"/u,
      );
    });

    test("the errors about the exchange suggest a third name in between", () => {
      expect(output).toMatch(/ReplicatorProfile "right" on \S+: it cannot be renamed from "left" to "right"/u);
      expect(output).toMatch(/ReplicatorProfile "left" on \S+: it cannot be renamed from "right" to "left"/u);
      expect(output).toContain("with a third name in between");
    });

    test("no profile, collector or policy is lost", () => {
      expect(holdingsOf(stage.sim).profiles).toEqual({ "all-flows": allFlows, left, right });
    });
  });

  test("the next up creates the profile with the old name, and the renamed profile keeps its collector and policy", async () => {
    const { sim, engine } = stage;
    await engine.program(declare(renamed, reused));
    sim.requests.clear();
    await engine.up();
    expect(sim.requests.verbs({ kind: "write" })).toEqual(["profile/add", "rebuild"]);
    const flows = { facts: "5001 -> 5002", collectors: [], policies: [] };
    expect(holdingsOf(sim).profiles).toEqual({ "all-flows": allFlows, flows, left, right });
  });

  test("destroy removes each profile by its current name", async () => {
    await stage.engine.destroy();
    expect(stage.sim.snapshot()).toBe(factory);
  });
});
