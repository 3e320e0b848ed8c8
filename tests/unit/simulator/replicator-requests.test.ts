import { replicatorPaths } from "../../../simulator";
import { eachTest, expectRefused, refused, success, withSimulator } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

const send = (...segments: (string | number)[]): Promise<unknown> => context.probe.command(...segments);

test("every documented path exists", () => {
  expect(replicatorPaths.map(({ template }) => template).sort()).toEqual(
    [
      "/login/",
      "/login/[sha2]",
      "/logout",
      "/acknowledge/[entity]/[ip:port]",
      "/collector/[action]/[ip]/[profile]",
      "/collector/allremove/[ip]",
      "/collector/threshold/[collector]/[threshold]",
      "/dnscheck/[ip]",
      "/exporter/[action]/[ip]/[profile]",
      "/exporter/allremove/[ip]",
      "/exporter/noprofile/[filter]",
      "/license/check",
      "/notate/[entity]/[identity]/[description]",
      "/policies/[action]/[network]/[cidr]/[profile]/[incexc]",
      "/profile/rename/[current]/[new]",
      "/profile/singularity/[name]/[action]",
      "/profile/[action]/[name]",
      "/profile/[action]/[name]/[listeningport]/[sendingport]",
      "/rebuild",
      "/role/test/secondary",
      "/setting/set/[name]/[value]",
      "/setting/[action]/[name]",
      "/show/config",
      "/show/status",
      "/show/realtime/[filter]",
      "/show/[entity]/[filter]",
      "/show/collector/[ip]",
      "/version",
    ].sort(),
  );
});

describe("settings", () => {
  const setting = (name: string): unknown => context.sim.replicator.store.settings.get(name);

  test("set changes the value of a setting, and enable and disable switch it", async () => {
    expect(await send("setting", "set", "notificationSent", "192.0.2.1 162")).toEqual(success);
    expect(await send("setting", "enable", "notificationSent")).toEqual(success);
    expect(await send("setting", "disable", "pingCollectors")).toEqual(success);
    expect(setting("notificationSent")).toEqual({ value: "192.0.2.1 162", enabled: true });
    expect(setting("pingCollectors")).toEqual({ value: undefined, enabled: false });
  });

  test.each([
    ["unknown", "1", /does not exist/],
    ["__proto__", "1", /does not exist/],
    ["downDisplayHour", "soon", /needs a number/],
    ["highCPUThreshold", "101", /percentage/],
    ["notificationSent", "192.0.2.1", /needs an address and a port/],
    ["noRepWhenDown", "on", /no value/],
  ])("%s cannot be set to %p", async (name, value, words) => {
    await expectRefused(context.probe, words, "setting", "set", name, value);
  });
});

test("an alarm can be acknowledged only after it was raised, and the collector then shows the port", async () => {
  await expectRefused(context.probe, /not in an alarm state/, "acknowledge", "collector", "192.0.2.10:9996");
  context.sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
  expect(await send("show", "collectors", 0)).toMatchObject({
    collector: { "192.0.2.10": { acknowledged: [], status: { unreachable_port: ["9996"] } } },
  });
  expect(await send("acknowledge", "collector", "192.0.2.10:9996")).toEqual(success);
  expect(await send("show", "collectors", 0)).toMatchObject({ collector: { "192.0.2.10": { acknowledged: [9996] } } });
  await expectRefused(context.probe, /is not ip:port/, "acknowledge", "collector", "192.0.2.10");
});

describe("strictness", () => {
  test.each(["profile/explode/x", "collector/add/10.0.0.1", "show/everything/0", "rebuild/now", "rebuild/", "nothing"])(
    "the path %s does not exist",
    async (path) => {
      expect(await context.probe.raw(path)).toMatchObject({ status: 404, body: { result: "error" } });
    },
  );

  test("a broken escape is a bad request, and a query or a body is refused", async () => {
    expect((await context.probe.raw("profile/remove/%E0%A4%A")).status).toBe(400);
    expect((await context.probe.raw("rebuild?now=1")).body).toEqual(refused(/query/));
    context.sim.switches.commandMethod = "either";
    const url = `${context.sim.replicator.url}/api/1/rebuild`;
    const reply = await context.probe.send(url, { method: "POST", body: "x", headers: context.probe.session });
    expect(reply.body).toEqual(refused(/body/));
  });

  test("commands use GET, or POST if the switch commandMethod says so, and another method is answered with 405", async () => {
    expect(await context.probe.raw("rebuild", "POST")).toMatchObject({ status: 405, headers: { allow: "GET" } });
    context.sim.switches.commandMethod = "POST";
    expect(await context.probe.raw("rebuild")).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(await context.probe.raw("rebuild", "POST")).toMatchObject({ status: 200, body: success });
    context.sim.switches.commandMethod = "either";
    for (const method of ["GET", "POST"] as const)
      expect((await context.probe.raw("rebuild", method)).status).toBe(200);
    expect((await context.probe.raw("rebuild", "DELETE")).status).toBe(405);
  });

  test("a secondary appliance refuses changes, but still answers show", async () => {
    expect(await send("role", "test", "secondary")).toEqual(refused(/primary/));
    context.sim.mutate.setRole("secondary");
    expect(await send("role", "test", "secondary")).toEqual(success);
    for (const path of [["profile", "add", "x", 1, 1], ["rebuild"]] as const)
      await expectRefused(context.probe, /secondary/, ...path);
    expect(await send("show", "config")).toHaveProperty("api");
  });

  test("an expired license refuses changes", async () => {
    context.sim.mutate.setLicenseDays(0);
    await expectRefused(context.probe, /license has expired/, "profile", "add", "x", 1, 1);
    expect(await send("license", "check")).toMatchObject({ daysLeft: "0" });
  });
});

test("the API exists in release 18, but not in release 20", async () => {
  for (const [release, status] of [
    [18, 200],
    [20, 404],
  ] as const) {
    await withSimulator({ switches: { release } }, async (probe) => {
      expect((await probe.login()).status).toBe(status);
    });
  }
});

test.each([
  ["none", "added profile x"],
  ["single", "added profile 'x'"],
  ["double", 'added profile "x"'],
] as const)("success texts start with Success and vary in quoting: %s", async (textQuotes, words) => {
  context.sim.switches.textQuotes = textQuotes;
  expect(await send("profile", "add", "x", 3000, 3000)).toEqual({
    result: "success",
    description: `Success: ${words}`,
  });
});
