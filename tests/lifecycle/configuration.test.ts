import { type Simulator, startSimulator } from "../../simulator";
import { samples } from "../kinds/samples";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, Resource } from "./resource";

const world = oneWorld();

/** One kind of each appliance. */
const [group, profile] = [samples.IpGroup.minimal, samples.ReplicatorProfile.minimal];

test.each(Object.entries(samples))(
  "without a configuration, a preview of a %s succeeds without credentials",
  async (kind, { minimal }) => {
    await world.nextRun({ onlyConfig: {} });
    expect(await new Resource(world, kind).preview(minimal)).toBe("create");
  },
);

test("a mistake in the configuration of a site is reported only for its resources", async () => {
  await world.nextRun({
    config: { sites: { paris: { gateway: { url: "http://gw.example.net", allowHttp: false } } } },
  });
  const preview = (program: Properties): Promise<unknown> => new Resource(world, "IpGroup").preview(program);
  expect(await preview(group)).toBe("create");
  expect(await failureOf(preview({ ...group, site: "paris" }))).toMatch(
    /flowgate:sites\.paris\.gateway\.url: .*allowHttp/u,
  );
  expect(await failureOf(preview({ ...group, site: "pariss" }))).toMatch(
    /^site: unknown site "pariss", did you mean "paris"\?/u,
  );
});

describe("environment variables", () => {
  const removed = async (resource: Resource): Promise<void> => {
    await resource.destroy();
    expect(world.sim.requests.count({ result: "error" })).toBe(0);
  };

  test("provide what the configuration lacks", async () => {
    const { gateway, replicator } = world.sim;
    await world.nextRun({
      onlyConfig: { gateway: { allowHttp: true }, replicator: { allowHttp: true } },
      env: {
        FLOWGATE_GATEWAY_URL: gateway.url,
        FLOWGATE_GATEWAY_TOKEN: gateway.token,
        FLOWGATE_REPLICATOR_URL: replicator.url,
        FLOWGATE_REPLICATOR_USER: replicator.user,
        FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
      },
    });
    for (const [kind, program] of [
      ["IpGroup", group],
      ["ReplicatorProfile", profile],
    ] as const) {
      const resource = await newResource(world, kind, program);
      await removed(resource);
    }
  });

  test("take precedence over the configuration for credentials, and only for credentials", async () => {
    const { gateway } = world.sim;
    await world.nextRun({
      config: { gateway: { token: "rotated since" } },
      env: { FLOWGATE_GATEWAY_TOKEN: gateway.token, FLOWGATE_GATEWAY_URL: "https://gateway.example.net" },
    });
    const resource = await newResource(world, "IpGroup", group);
    expect(resource.outputs["appliance"]).toBe(`${gateway.url}/`);
    await removed(resource);
  });
});

describe("a site", () => {
  let paris: Simulator;
  beforeAll(async () => {
    paris = await startSimulator({ https: false, gateway: { token: "token of paris" } });
    const site = { gateway: { url: paris.gateway.url }, replicator: { url: world.sim.replicator.url } };
    await world.nextRun({
      config: { sites: { paris: site, "new-york": site, oslo: { gateway: { url: paris.gateway.url } } } },
      env: {
        FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: paris.gateway.token,
        FLOWGATE_SITE_NEW_YORK_GATEWAY_TOKEN: paris.gateway.token,
      },
    });
  });
  afterAll(() => paris.close());

  test.each(["paris", "new-york"])("overrides the top-level keys one by one: %s", async (site) => {
    const [before, home] = [paris.snapshot(), world.sim.snapshot()];
    const here = await newResource(world, "IpGroup", { ...group, site });
    expect(paris.gateway.store.ipGroupsNamed("Offices")).toHaveLength(1);
    expect(here.outputs).toMatchObject({ site, appliance: `${paris.gateway.url}/` });
    // This site shares the top-level replicator.
    const there = await newResource(world, "ReplicatorProfile", { ...profile, site });
    expect(there.outputs).toMatchObject({ site, appliance: `${world.sim.replicator.url}/` });
    await Promise.all([here.destroy(), there.destroy()]);
    expect([paris.snapshot(), world.sim.snapshot()]).toEqual([before, home]);
  });

  test("that sets only its gateway is refused by check for replicator resources, and accepted for IP groups", async () => {
    const refused = new Resource(world, "ReplicatorProfile").preview({ ...profile, site: "oslo" });
    expect(await failureOf(refused)).toMatch(/^site: "oslo" has no replicator of its own\. /u);
    expect(await new Resource(world, "IpGroup").preview({ ...group, site: "oslo" })).toBe("create");
  });
});
