import { definitionOf } from "../../provider/registry";
import { failureOf, newResource } from "../lifecycle/resource";
import { configFor } from "../support/configuration";
import type { RunOptions } from "../support/lifecycle";
import { benchOfKinds, kinds } from "./kinds";

/** What another place of its appliance in the configuration means for a resource, for every kind. */
const bench = benchOfKinds();
const { world } = bench;

/** The appliances under another host name, as if they had moved. */
function elsewhere(more: (url: string) => object = () => ({})): RunOptions {
  const { gateway, replicator } = world.sim;
  const at = ({ url }: { url: string }) => ({ url: url.replace("127.0.0.1", "localhost"), ...more(url) });
  return { config: { gateway: at(gateway), replicator: at(replicator) } };
}

test.each(kinds)(
  "%s: another URL than the one in the state is refused unless formerUrls lists that one",
  async (kind) => {
    const { first, second } = bench.declared(kind);
    const resource = await bench.made(kind);
    const held = world.sim.snapshot();
    await world.nextRun(elsewhere());
    const calls = [
      resource.preview(first),
      resource.up(second),
      resource.refresh(),
      resource.destroy(),
      world.provider.kind(kind).update(resource.id, resource.outputs, second),
    ];
    const says =
      / on localhost:\d+: it was created on http:\/\/127\.0\.0\.1:\d+\/, but the configured URL is http:\/\/localhost:\d+\/\./u;
    for (const message of await Promise.all(calls.map(failureOf))) expect(message).toMatch(says);
    expect(world.sent()).toEqual([]);
    expect(world.sim.snapshot()).toBe(held);

    await world.nextRun(elsewhere((url) => ({ formerUrls: [url] })));
    expect(await resource.preview(first)).toBe("same");
    expect(await resource.refresh()).toBe("changed");
    expect(resource.outputs["appliance"]).toMatch(/^http:\/\/localhost:/u);
    expect(await resource.up(first)).toBe("same");
    await bench.end(resource);
  },
);

test.each(kinds)("%s: a site that is renamed, or moves to the top level, changes only the state", async (kind) => {
  const { first } = bench.declared(kind);
  const { appliance } = definitionOf(kind);
  const own = configFor(world.sim);
  const at = (site: string) => ({ onlyConfig: { sites: { [site]: own } } });
  await world.nextRun(at("paris"));
  const resource = await newResource(world, kind, { ...first, site: "paris" });
  const { id } = resource;
  const held = world.sim.snapshot();
  for (const [run, program] of [
    [at("lutetia"), { ...first, site: "lutetia" }],
    [{ onlyConfig: own }, first],
  ] as const) {
    await world.nextRun(run);
    expect(await resource.up(program)).toBe("update");
    expect(world.changes()).toEqual([]);
    expect(await resource.up(program)).toBe("same");
    expect(resource.id).toBe(id);
    expect(resource.outputs["appliance"]).toBe(new URL(world.sim[appliance].url).href);
    expect(world.sim.snapshot()).toBe(held);
  }
  await bench.end(resource);
});

test.each(kinds)("%s: under another name in the program, without an alias, the object is kept", async (kind) => {
  const adopts = /^(?:Membership|Permission|Setting|UserPreferences)/u.test(kind) ? {} : { onExisting: "adopt" };
  const program = { ...bench.inputs(kind, "first"), ...adopts };
  const old = await bench.made(kind);
  const held = world.sim.snapshot();
  await world.nextRun();
  const next = await newResource(world, kind, program);
  const said = await world.printed(() => old.remove());
  // Preferences have no removal.
  if (kind !== "UserPreferences") expect(said).toContain(`program has it.${kind === "Setting" ? " What it was" : ""}`);
  expect(world.sim.snapshot()).toBe(held);
  expect(await next.up(program)).toBe("same");
});

test.each([
  ["User", { userGroups: [1, 2] }, { userGroups: [2] }, { password: "a password" }],
  ["UserGroup", { members: ["admin"] }, { members: [] }, {}],
])("%s: under another name, without a link, only that link is removed", async (kind, first, second, more) => {
  const program = { name: "passed on", onExisting: "adopt", ...more };
  const old = await newResource(world, kind, { ...program, ...first });
  await world.nextRun();
  await newResource(world, kind, { ...program, ...second });
  world.sim.requests.clear();
  expect(await world.printed(() => old.remove())).toContain("it stays, because another resource declares it");
  expect(world.sim.requests.verbs()).toEqual(["user_api/membership"]);
});
