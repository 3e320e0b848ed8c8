import { type Simulator, startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { CheckFault, failureOf, Resource } from "./resource";

const programs: Readonly<Record<string, Properties>> = {
  IpGroup: { name: "Offices" },
  UserGroup: { name: "Operators" },
  Permission: { userGroupId: 2, permissionType: "app", seccode: "runReport" },
  ReplicatorProfile: { name: "edge", listeningPort: 2055, sendingPort: 2056 },
  Collector: { address: "10.0.0.1", profiles: ["legacy-netops"] },
  Policy: { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include" },
};
const kinds = Object.keys(programs);

const world = oneWorld();

const programOf = (kind: string): Properties => programs[kind] ?? {};
const faultsOf = async (program: Properties = programOf("IpGroup")): Promise<readonly string[]> => {
  const error: unknown = await new Resource(world, "IpGroup").check(program).catch((reason: unknown) => reason);
  return error instanceof CheckFault ? error.reasons : [];
};

describe("without a configuration", () => {
  beforeAll(() => world.nextRun({ onlyConfig: {} }));

  test.each(kinds)("a preview of a %s succeeds without credentials", async (kind) => {
    expect(await new Resource(world, kind).preview(programOf(kind))).toBe("create");
  });

  test("the first operation on the gateway names each missing key, the command that sets it and its variable", async () => {
    const message = await failureOf(new Resource(world, "IpGroup").up(programOf("IpGroup")));
    expect(message).toMatch(/^IpGroup "Offices": the gateway is not configured/u);
    expect(message).toContain("pulumi config set --path flowgate:gateway.url");
    expect(message).toContain("FLOWGATE_GATEWAY_URL");
    expect(message).toContain("pulumi config set --path --secret flowgate:gateway.token");
    expect(message).toContain("FLOWGATE_GATEWAY_TOKEN");
  });

  test("at a site, the error names the keys of that site", async () => {
    const message = await failureOf(new Resource(world, "IpGroup").up({ name: "Offices", site: "paris" }));
    expect(message).toContain("flowgate:sites.paris.gateway.url");
  });
});

describe("mistakes in the configuration", () => {
  test("are all reported at once by check, with the path of each key and the nearest known key", async () => {
    await world.nextRun({
      onlyConfig: {
        gateway: { url: "http://gateway.example.net", tokn: "t", concurrency: 0, caCert: "/no/such/file.pem" },
        replicator: { url: "https://user:pw@replicator.example.net", rebuild: "always" },
        site: {},
      },
    });
    const faults = (await faultsOf()).join("\n");
    expect(faults).toMatch(/flowgate:gateway\.url: .*allowHttp/u);
    expect(faults).toMatch(/flowgate:gateway.*unknown key "tokn", did you mean "token"\?/u);
    expect(faults).toMatch(/flowgate:gateway\.concurrency: .*\b1\b/u);
    expect(faults).toMatch(/flowgate:gateway\.caCert: .*no\/such\/file\.pem/u);
    expect(faults).toMatch(/flowgate:replicator\.url: /u);
    expect(faults).toMatch(/flowgate:replicator\.rebuild: /u);
    expect(faults).toMatch(/flowgate:?.*unknown key "site", did you mean "sites"\?/u);
    expect(faults).not.toContain("user:pw");
    expect(await failureOf(new Resource(world, "IpGroup").up(programOf("IpGroup")))).toContain("tokn");
  });

  test("of a site are reported only for its resources, and an unknown site is reported with the nearest known one", async () => {
    await world.nextRun({
      config: { sites: { paris: { gateway: { url: "http://gw.example.net", allowHttp: false } } } },
    });
    expect(await faultsOf()).toEqual([]);
    expect(await faultsOf({ name: "a", site: "paris" })).toEqual([
      expect.stringMatching(/flowgate:sites\.paris\.gateway\.url: .*allowHttp/u),
    ]);
    expect(await faultsOf({ name: "a", site: "pariss" })).toEqual([
      expect.stringMatching(/^site: unknown site "pariss", did you mean "paris"\?/u),
    ]);
  });
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
    for (const kind of ["IpGroup", "ReplicatorProfile"]) {
      const resource = new Resource(world, kind);
      await resource.up(programOf(kind));
      await removed(resource);
    }
  });

  test("take precedence over the configuration for credentials, and only for credentials", async () => {
    const { gateway } = world.sim;
    await world.nextRun({
      config: { gateway: { token: "rotated since" } },
      env: { FLOWGATE_GATEWAY_TOKEN: gateway.token, FLOWGATE_GATEWAY_URL: "https://gateway.example.net" },
    });
    const resource = new Resource(world, "IpGroup");
    await resource.up(programOf("IpGroup"));
    expect(resource.outputs["appliance"]).toBe(`${gateway.url}/`);
    await removed(resource);
  });
});

describe("a site", () => {
  let paris: Simulator;
  beforeAll(async () => {
    paris = await startSimulator({ https: false, gateway: { token: "token of paris" } });
    const site = { gateway: { url: paris.gateway.url }, replicator: { inherit: true } };
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
    const group = new Resource(world, "IpGroup");
    await group.up({ name: "Offices", site });
    expect(paris.gateway.store.ipGroupsNamed("Offices")).toHaveLength(1);
    expect(group.outputs).toMatchObject({ site, appliance: `${paris.gateway.url}/` });
    // The configuration says that this site uses the top-level replicator.
    const profile = new Resource(world, "ReplicatorProfile");
    await profile.up({ ...programs["ReplicatorProfile"], site });
    expect(profile.outputs).toMatchObject({ site, appliance: `${world.sim.replicator.url}/` });
    await Promise.all([group.destroy(), profile.destroy()]);
    expect([paris.snapshot(), world.sim.snapshot()]).toEqual([before, home]);
  });

  test("that sets only its gateway is refused by check for replicator resources, and accepted for IP groups", async () => {
    const profile = new Resource(world, "ReplicatorProfile");
    const message = await failureOf(profile.preview({ ...programs["ReplicatorProfile"], site: "oslo" }));
    expect(message).toMatch(/^site: "oslo" has no replicator of its own\. Set flowgate:sites\.oslo\.replicator\.url /u);
    expect(message).toContain("pulumi config set --path flowgate:sites.oslo.replicator.inherit true");
    expect(await new Resource(world, "IpGroup").preview({ name: "Offices", site: "oslo" })).toBe("create");
  });
});

describe("when the configured URL differs from the one in the state", () => {
  const declared = (): [string, Resource][] => kinds.map((kind) => [kind, new Resource(world, kind)]);
  /** The URL of the simulator under another host name, as if the appliance had moved. */
  const elsewhere = (url: string): string => url.replace("127.0.0.1", "localhost");
  const moved = (former: boolean): Record<string, Record<string, unknown>> => {
    const { gateway, replicator } = configFor(world.sim);
    const at = (keys: Record<string, unknown> | undefined): Record<string, unknown> => ({
      url: elsewhere(String(keys?.["url"])),
      ...(former ? { formerUrls: [keys?.["url"]] } : {}),
    });
    return { gateway: at(gateway), replicator: at(replicator) };
  };

  test("diff, read, update and delete fail with one sentence and send nothing, and formerUrls allows an appliance that moved", async () => {
    await world.nextRun();
    const before = world.sim.snapshot();
    const resources = declared();
    for (const [kind, resource] of resources) await resource.up(programOf(kind));
    const held = world.sim.snapshot();

    await world.nextRun({ config: moved(false) });
    const messages: string[] = [];
    for (const [kind, resource] of resources) {
      const changed: Properties = { ...programOf(kind), ...changes[kind] };
      const driver = world.provider.kind(kind);
      const calls = [
        resource.preview(programOf(kind)),
        resource.up(changed),
        resource.refresh(),
        resource.destroy(),
        driver.update(resource.id, resource.outputs, changed),
      ];
      for (const message of await Promise.all(calls.map(failureOf))) {
        expect(message).toMatch(
          / on localhost:\d+: (?:the same as for .*: )?it was created on http:\/\/127\.0\.0\.1:\d+\/, but the configured URL is http:\/\/localhost:\d+\/\./u,
        );
        messages.push(message);
      }
    }
    expect(messages.filter((message) => message.includes("formerUrls"))).not.toEqual([]);
    expect(world.sim.requests.verbs()).toEqual([]);
    expect(world.sim.snapshot()).toBe(held);

    await world.nextRun({ config: moved(true) });
    for (const [kind, resource] of resources.reverse()) {
      expect(await resource.preview(programOf(kind))).toBe("same");
      expect(await resource.refresh()).toBe("changed");
      expect(resource.outputs["appliance"]).toMatch(/^http:\/\/localhost:/u);
      expect(await resource.up(programOf(kind))).toBe("same");
      await resource.destroy();
    }
    expect(world.sim.snapshot()).toBe(before);
  });

  const changes: Readonly<Record<string, Properties>> = {
    IpGroup: { rules: [{ type: "all" }] },
    UserGroup: { members: [1] },
    ReplicatorProfile: { sendingPort: 3000 },
    Collector: { threshold: 5 },
    Policy: { profile: "edge" },
  };
});
