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
});
