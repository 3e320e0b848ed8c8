import { eachTest, expectRefused, success } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

const send = (...segments: (string | number)[]): Promise<unknown> => context.probe.command(...segments);

describe("profiles", () => {
  beforeEach(async () => {
    await send("profile", "add", "benchmark", 2055, 2056);
  });

  const profile = (name: string): unknown => context.sim.replicator.store.profiles.get(name);

  test("add creates an enabled profile with both ports", () => {
    expect(profile("benchmark")).toMatchObject({
      enabled: true,
      listeningPort: 2055,
      sendingPort: 2056,
      singularity: false,
    });
  });

  test("disable and enable change the state of a profile, and update changes only its ports", async () => {
    expect(await send("profile", "disable", "benchmark")).toEqual(success);
    expect(await send("profile", "update", "benchmark", 2057, 2058)).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ enabled: false, listeningPort: 2057, sendingPort: 2058 });
    expect(await send("profile", "enable", "benchmark")).toEqual(success);
    expect(await send("profile", "enable", "benchmark")).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ enabled: true });
  });

  test("the singularity flag is set by enable and cleared by disable", async () => {
    expect(await send("profile", "singularity", "benchmark", "enable")).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ singularity: true });
    expect(await send("profile", "singularity", "benchmark", "disable")).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ singularity: false });
  });

  test("a rename keeps collectors, exporters, policies and description", async () => {
    await send("collector", "add", "10.0.0.1", "benchmark");
    await send("exporter", "add", "10.0.0.2", "benchmark");
    await send("policies", "add", "10.0.0.0", 8, "benchmark", "include");
    await send("notate", "profile", "benchmark", "Our own");
    const before = profile("benchmark");
    expect(await send("profile", "rename", "benchmark", "renamed")).toEqual(success);
    expect(profile("benchmark")).toBeUndefined();
    expect(profile("renamed")).toEqual({ ...(before as object), name: "renamed" });
  });

  test("remove deletes a profile with its memberships, and the threshold of a collector that is left without a profile", async () => {
    await send("collector", "add", "10.0.0.1", "benchmark");
    await send("collector", "add", "192.0.2.10", "benchmark");
    await send("collector", "threshold", "10.0.0.1", 100);
    await send("notate", "ip", "10.0.0.1", "stays");
    expect(await send("profile", "remove", "benchmark")).toEqual(success);
    const { store } = context.sim.replicator;
    expect(store.collectors).toEqual(["192.0.2.10"]);
    expect(store.thresholds).toEqual(new Map([["192.0.2.10", 5000]]));
    expect(store.notes.get("10.0.0.1")).toBe("stays");
  });

  test.each(["0", "65536", "1.5", "02055", "2055 ", "-1", "port"])("port %p is refused", async (port) => {
    await expectRefused(context.probe, /listeningport: is not a port/, "profile", "add", "other", port, 2055);
    await expectRefused(context.probe, /sendingport: is not a port/, "profile", "update", "benchmark", 3000, port);
  });

  test("a listening port of another profile is refused, but not as a sending port", async () => {
    await expectRefused(
      context.probe,
      /Listening port 9996 is already used by profile legacy-netops/,
      "profile",
      "add",
      "x",
      9996,
      1,
    );
    await expectRefused(context.probe, /Listening port 9996/, "profile", "update", "benchmark", 9996, 2056);
    expect(await send("profile", "add", "x", 3000, 9996)).toEqual(success);
  });

  test("an existing profile cannot be added, and an absent profile cannot be changed", async () => {
    await expectRefused(context.probe, /benchmark already exists/, "profile", "add", "benchmark", 3000, 3000);
    await expectRefused(
      context.probe,
      /legacy-netops already exists/,
      "profile",
      "rename",
      "benchmark",
      "legacy-netops",
    );
    for (const action of ["enable", "disable", "remove"]) {
      await expectRefused(context.probe, /absent does not exist/, "profile", action, "absent");
    }
    await expectRefused(context.probe, /absent does not exist/, "profile", "update", "absent", 3000, 3000);
    await expectRefused(context.probe, /absent does not exist/, "profile", "rename", "absent", "x");
    await expectRefused(context.probe, /absent does not exist/, "profile", "singularity", "absent", "enable");
  });

  test.each(["__proto__", "constructor", "a%2Fb", "%2e%2e", "a b", "a/b", "a?b#c;d+e&f=g'(h)*!", "0", "total"])(
    "the name %p is data: each segment is decoded exactly once",
    async (name) => {
      expect(await send("profile", "add", name, 3000, 3000)).toEqual(success);
      expect(profile(name)).toMatchObject({ name });
      const shown = (await send("show", "profile", 0)) as { profile: object };
      expect(Object.keys(shown.profile)).toContain(name);
    },
  );

  test("a name that is not printable ASCII or longer than 255 characters is refused", async () => {
    await expectRefused(context.probe, /not printable ASCII/, "profile", "add", "Zürich", 3000, 3000);
    await expectRefused(context.probe, /not printable ASCII/, "profile", "add", "a\nb", 3000, 3000);
    await expectRefused(context.probe, /<=255 characters/, "profile", "add", "x".repeat(256), 3000, 3000);
  });

  test("an escaped slash ends a segment if the switch decodeBeforeRouting says so", async () => {
    context.sim.switches.decodeBeforeRouting = true;
    expect((await context.probe.raw("profile/remove/bench%2Fmark")).status).toBe(404);
    expect(await send("profile", "remove", "benchmark")).toEqual(success);
  });
});
