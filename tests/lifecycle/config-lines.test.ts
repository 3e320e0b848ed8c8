import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, Resource } from "./resource";

const world = oneWorld();

const programs: readonly (readonly [kind: string, program: Properties, then: Properties])[] = [
  [
    "ReplicatorProfile",
    { name: "Edge 50% (a)", listeningPort: 3000, sendingPort: 9, description: "Main site, 100%", singularity: true },
    { name: "Edge 50% (a)", listeningPort: 3001, sendingPort: 9, description: "Other site", enabled: false },
  ],
  [
    "Collector",
    { address: "10.0.0.1", profiles: ["Edge 50% (a)"], threshold: 5, description: "note" },
    { address: "10.0.0.1", profiles: ["Edge 50% (a)", "legacy-netops"], threshold: 7, description: "another" },
  ],
  [
    "Policy",
    { cidr: "10.0.0.0/8", profile: "Edge 50% (a)", kind: "include" },
    { cidr: "10.0.0.0/8", profile: "Edge 50% (a)", kind: "exclude" },
  ],
];

async function create(): Promise<Resource[]> {
  const resources: Resource[] = [];
  for (const [kind, program] of programs) {
    const resource = await newResource(world, kind, program);
    resources.push(resource);
  }
  await world.nextRun();
  return resources;
}

async function destroy(resources: readonly Resource[]): Promise<void> {
  for (const resource of [...resources].reverse()) await resource.destroy();
}

const unknown = "/api/1/policies/add/203.0.113.0/24/legacy/netops/include";
/** Lines that are not understood, and how a message describes each of them. */
const lines: readonly (readonly [title: string, line: string, says: RegExp])[] = [
  ["a line with an extra word", unknown, /"\/api\/1\/policies\/add\/203\.0\.113\.0\/24\/legacy\/netops\/include"/u],
  ["a line of control characters and markup", "\u001b]0;x\u0007\u202e<b>", /"\\u001b\]0;x\\u0007\\u202e<b>"/u],
  ["a very long line", "x".repeat(5000), /"x{200}\.\.\."/u],
  ["an empty line", "", /understand: ""/u],
];

const printed = (from: number): string => world.provider.stderr.slice(from);

test.each(lines)(
  "F175: a policy is not treated as removed beside %s, and destroy removes it",
  async (_title, line, says) => {
    const resources = await create();
    const [profile, , policy] = resources;
    const rewrite = (body: unknown): unknown => {
      const { api, ...rest } = body as { api: Record<string, unknown> };
      return { ...rest, api: { ...api, policy: [line] } };
    };
    const fault = world.sim.faults.add({ kind: { rewrite }, match: /show\/config/u });
    const from = world.provider.stderr.length;
    expect(await profile?.refresh()).toBe("same");
    expect(await policy?.refresh()).toBe("same");
    expect(printed(from)).toMatch(says);
    expect(printed(from)).toMatch(/not treated as removed/u);
    await policy?.destroy();
    fault.remove();
    expect(world.sim.replicator.store.profiles.get("Edge 50% (a)")?.policies.size).toBe(0);
    await world.nextRun();
    await destroy(resources.filter((one) => one !== policy));
  },
);

test("F175: a collector whose lines have its host name is found by show/collectors, changed and removed", async () => {
  const resources = await create();
  const rewrite = (body: unknown): unknown =>
    JSON.parse(JSON.stringify(body).replace(/\/10\.0\.0\.1\//gu, "/host-1.example.net/"));
  const fault = world.sim.faults.add({ kind: { rewrite }, match: /show\/config/u });
  const held = (): unknown =>
    [...world.sim.replicator.store.profiles].filter(([, one]) => one.collectors.has("10.0.0.1"));
  for (const [kind, , then] of programs.slice(1, 2)) {
    const collector = resources.find((one) => one.kind === kind);
    expect(await collector?.up(then)).toBe("update");
    expect(held()).toHaveLength(2);
    await world.nextRun();
    expect(await collector?.refresh()).toBe("same");
    await collector?.destroy();
    expect(held()).toEqual([]);
  }
  fault.remove();
  await world.nextRun();
  await destroy(resources.filter(({ exists }) => exists));
});

test("F173: descriptions that show/config lists with + for each blank are those that were sent", async () => {
  world.sim.switches.configBlanks = "plus";
  const [, program, then] = programs[0] as (typeof programs)[number];
  const profile = new Resource(world, "ReplicatorProfile");
  for (const declared of [program, then]) {
    await profile.up(declared);
    await world.nextRun();
    expect([await profile.refresh(), await profile.preview(declared)]).toEqual(["same", "same"]);
  }
  world.sim.switches.configBlanks = "blank";
  await profile.destroy();
});

describe("refresh fails and the state keeps everything if show/config answers with", () => {
  let resources: Resource[] = [];
  beforeAll(async () => {
    resources = await create();
  });
  afterAll(async () => {
    await world.nextRun();
    for (const resource of resources) expect(await resource.refresh()).toBe("same");
    await destroy(resources);
  });

  test.each([
    ["no list", "profile"],
    ["no list", "policy"],
    ["no list", "collector"],
    ["null", "profile"],
    ["null", "policy"],
    ["null", "collector"],
  ] as const)("%s in place of the %s list, which affects only the resources in that list", async (form, name) => {
    await world.nextRun();
    const rewrite = (body: unknown): unknown => {
      const { api } = body as { api: Record<string, unknown> };
      const { [name]: _left, ...others } = api;
      return { api: form === "null" ? { ...api, [name]: null } : others };
    };
    const faults = [
      world.sim.faults.add({ kind: { rewrite }, match: /show\/config/u }),
      world.sim.faults.add({ kind: { status: 404, body: "{}" }, match: /show\/(?:collector|profile)/u }),
    ];
    const held = world.sim.snapshot();
    const messages: string[] = [];
    for (const resource of resources) messages.push(await failureOf(resource.refresh()));
    // The provider finds what others created meanwhile, although this list is missing.
    const profile = { name: "another", listeningPort: 3500, sendingPort: 9 };
    const another = await newResource(world, "ReplicatorProfile", profile);
    const removed = await failureOf(another.destroy());
    faults.forEach(({ remove }) => remove());
    const expected = resources.map(({ kind }): unknown => {
      const list = { ReplicatorProfile: "profile", Collector: "collector", Policy: "policy" }[kind];
      return list === name ? expect.stringMatching(`contains no list api\\.${name}, so nothing`) : "the call succeeded";
    });
    expect(messages).toEqual(expected);
    expect(removed).toBe("the call succeeded");
    expect(world.sim.snapshot()).toBe(held);
  });
});

test("a profile that is adopted is enabled, where no reading shows whether it is", async () => {
  await world.nextRun();
  world.sim.mutate.addProfile("by hand", 3600, 9);
  world.sim.mutate.disableProfile("by hand");
  const rewrite = (body: unknown): unknown => {
    const { api } = body as { api: Record<string, string[]> };
    const stateless = (lines: string[]): string[] => lines.filter((line) => !line.includes("/disable/"));
    return { api: { ...api, profile: stateless(api["profile"] ?? []) } };
  };
  const faults = [
    world.sim.faults.add({ kind: { rewrite }, match: /show\/config/u }),
    world.sim.faults.add({ kind: { status: 404, body: "{}" }, match: "show/profile" }),
  ];
  const profile = new Resource(world, "ReplicatorProfile");
  await profile.up({ name: "by hand", listeningPort: 3600, sendingPort: 9, onExisting: "adopt" });
  expect(world.sim.replicator.store.profiles.get("by hand")?.enabled).toBe(true);
  faults.forEach(({ remove }) => remove());
  await profile.destroy();
});
