import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Simulator, startSimulator } from "../../simulator";
import { World } from "../support/lifecycle";
import { failureOf, Resource } from "./resource";

/** Two appliances behind one proxy. The proxy removes the first path segment and forwards the rest. */
async function startProxy(boxes: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const [, name = "", rest = ""] = /^\/(\w+)(\/.*)$/u.exec(incoming.url ?? "") ?? [];
    const box = boxes[name];
    if (box === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const onward = request(new URL(rest, box), { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

// It closes after the proxies.
const world = new World();
let other: Simulator;
let proxies: { gateway: Server; replicator: Server };
beforeAll(async () => {
  await world.start();
  const { gateway, replicator } = world.sim;
  other = await startSimulator({
    https: false,
    gateway: { token: gateway.token },
    replicator: { user: replicator.user, password: replicator.password },
  });
  proxies = {
    gateway: await startProxy({ a: gateway.url, b: other.gateway.url }),
    replicator: await startProxy({ a: replicator.url, b: other.replicator.url }),
  };
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) proxy.close();
  await Promise.all([world.close(), other.close()]);
});

const originOf = (kind: "gateway" | "replicator"): string =>
  `http://127.0.0.1:${(proxies[kind].address() as AddressInfo).port}`;
/** Begins a run whose appliances have this path prefix. */
const at = (path: string, more: (origin: string) => object = () => ({})): Promise<void> =>
  world.nextRun({
    config: {
      gateway: { url: `${originOf("gateway")}${path}`, ...more(originOf("gateway")) },
      replicator: { url: `${originOf("replicator")}${path}`, ...more(originOf("replicator")) },
    },
  });

/** Objects that both appliances could hold under the same names and numbers. */
const programs = [
  ["User", { name: "alice", password: "a password of alice" }],
  ["UserGroup", { name: "Operators" }],
  ["IpGroup", { name: "Offices" }],
  ["ReplicatorProfile", { name: "edge", listeningPort: 2055, sendingPort: 2056 }],
] as const;

async function declareAll(): Promise<Resource[]> {
  const resources = programs.map(([kind]) => new Resource(world, kind));
  for (const [index, [, program]] of programs.entries()) await resources[index]?.up(program);
  return resources;
}

test("two appliances behind one proxy are distinct: with the other's path, every call fails and nothing is sent", async () => {
  const before = world.sim.snapshot();
  await at("/b");
  // These foreign objects have the same names and numbers as ours.
  await declareAll();
  const theirs = other.snapshot();
  await at("/a/");
  const ours = await declareAll();
  for (const resource of ours) expect(resource.outputs["appliance"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a$/u);

  await at("/b");
  other.requests.clear();
  for (const [index, resource] of ours.entries()) {
    const program = programs[index]?.[1] ?? {};
    const driver = world.provider.kind(resource.kind);
    const calls = [
      resource.preview(program),
      resource.up(program),
      resource.refresh(),
      driver.update(resource.id, resource.outputs, program),
      resource.destroy(),
    ];
    for (const message of await Promise.all(calls.map(failureOf))) {
      expect(message).toMatch(/: it was created on \S+\/a, but the configured URL is \S+\/b\. .*formerUrls/u);
    }
  }
  expect([other.requests.count(), world.sim.requests.count()]).toEqual([0, 0]);
  expect(other.snapshot()).toBe(theirs);

  await at("/a");
  for (const [index, resource] of ours.entries()) expect(await resource.up(programs[index]?.[1] ?? {})).toBe("same");
  for (const resource of ours) await resource.destroy();
  expect(world.sim.snapshot()).toBe(before);
});

describe("a state that holds only the origin, as older releases wrote it", () => {
  test("matches any path: up and refresh show no change, and an update writes the full base URL", async () => {
    await at("/a");
    const group = new Resource(world, "IpGroup");
    await group.up({ name: "Offices" });
    group.assume(group.id, { ...group.outputs, appliance: originOf("gateway") });
    expect(await group.up({ name: "Offices" })).toBe("same");
    expect(await group.refresh()).toBe("same");
    expect(group.outputs["appliance"]).toBe(originOf("gateway"));
    expect(await group.up({ name: "Branches" })).toBe("update");
    expect(group.outputs["appliance"]).toBe(`${originOf("gateway")}/a`);
    await group.destroy();
  });

  test("matches a formerUrl with any path, and a refresh writes the current base URL", async () => {
    const direct = world.sim.gateway.url;
    await world.nextRun();
    const group = new Resource(world, "IpGroup");
    await group.up({ name: "Offices" });
    expect(group.outputs["appliance"]).toBe(`${direct}/`);
    group.assume(group.id, { ...group.outputs, appliance: direct });
    await world.nextRun({ config: { gateway: { url: `${originOf("gateway")}/a`, formerUrls: [`${direct}/old/`] } } });
    expect(await group.refresh()).toBe("changed");
    expect(group.outputs["appliance"]).toBe(`${originOf("gateway")}/a`);
    await group.destroy();
  });
});

test("formerUrls are compared as full base URLs, including the path", async () => {
  await at("/a");
  const group = new Resource(world, "IpGroup");
  await group.up({ name: "Offices" });
  await world.nextRun({ config: { gateway: { formerUrls: [originOf("gateway"), `${originOf("gateway")}/b`] } } });
  expect(await failureOf(group.preview({ name: "Offices" }))).toMatch(/: it was created on \S+\/a, but/u);
  await world.nextRun({ config: { gateway: { formerUrls: [`${originOf("gateway")}/a/`] } } });
  expect(await group.preview({ name: "Offices" })).toBe("same");
  await group.destroy();
});
