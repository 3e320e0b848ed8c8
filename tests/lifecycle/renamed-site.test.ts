import { oneWorld } from "../support/lifecycle";
import { Resource } from "./resource";

const programs = [
  ["IpGroup", { name: "Offices", rules: [{ type: "ip", address: "10.0.0.1" }] }],
  ["Setting", { name: "flowStopAlert", value: "7" }],
] as const;

describe("a site that was renamed", () => {
  const world = oneWorld();
  const under = (site: string): Record<string, Record<string, unknown>> => {
    const { gateway, replicator } = world.sim;
    const { user, password } = replicator;
    const own = {
      gateway: { url: gateway.url, token: gateway.token, allowHttp: true },
      replicator: { url: replicator.url, user, password, allowHttp: true },
    };
    return { sites: { [site]: own } };
  };

  test.each(programs)("and leads to the same appliance updates a %s only in the state", async (kind, program) => {
    await world.nextRun({ onlyConfig: under("paris") });
    const resource = new Resource(world, kind);
    await resource.up({ ...program, site: "paris" });
    const { id } = resource;
    await world.nextRun({ onlyConfig: under("lutetia") });
    const held = world.sim.snapshot();
    expect(await resource.up({ ...program, site: "lutetia" })).toBe("update");
    expect(resource.id).toBe(id);
    expect(world.sim.snapshot()).toBe(held);
    expect(world.sim.requests.verbs({ kind: "write" }).filter((verb) => verb !== "rebuild")).toEqual([]);
    expect(await resource.up({ ...program, site: "lutetia" })).toBe("same");
    await resource.destroy();
  });

  test("and moved to the top level updates its resource without replacing it", async () => {
    await world.nextRun({ onlyConfig: under("paris") });
    const resource = new Resource(world, "IpGroup");
    await resource.up({ name: "Moved up", site: "paris" });
    const { sites } = under("top");
    await world.nextRun({ onlyConfig: sites?.["top"] as Record<string, unknown> });
    expect(await resource.up({ name: "Moved up" })).toBe("update");
    await resource.destroy();
  });
});
