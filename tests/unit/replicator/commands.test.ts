import fc from "fast-check";
import { commandPath, parseCommand } from "../../../provider/replicator/commands";
import { commandsOf } from "./commands";
import { cases } from "../../support/long";

/** Text that a command can contain: everything that the path builder accepts. */
const name = fc
  .string({ unit: "binary", minLength: 1, maxLength: 60 })
  .filter((text) => !/\p{Cc}|\p{Surrogate}/u.test(text) && text !== "." && text !== "..");
const command = commandsOf({ names: name, addresses: fc.ipV4() });

describe("commands and their paths", () => {
  test("convert into each other for every allowed command", () => {
    fc.assert(
      fc.property(command, (one) => {
        expect(parseCommand(commandPath(one))).toEqual(one);
      }),
      cases,
    );
  });

  test.each([
    ["/api/1/profile/explode/x"],
    ["/api/1/__proto__/toString/x"],
    ["/api/1/profile/add/x/1/2/3"],
    ["/api/1/profile/add/x/one/2"],
    ["/api/1/profile/rename//x"],
    ["/api/1/profile/add/x/65536/2"],
    ["/api/1/profile/singularity/x/toggle"],
    ["/api/1/profile/singularity/x/valueOf"],
    ["/api/1/Profile/enable/x"],
    ["/api/1/collector/add/collector.example.net/x"],
    ["/api/1/exporter/add/010.000.000.001/x"],
    ["/api/1/collector/threshold/10.0.0.1/99999999999999999"],
    ["/api/1/policies/add/10.0.0.0/8/x/maybe"],
    ["/api/2/profile/enable/x"],
    ["/api/1/profile/enable/"],
    ["PUT /api/1/profile/enable/x"],
    ["https://host/other?/api/1 /profile/enable/x"],
  ])("%j is no known command", (text) => {
    expect(parseCommand(text)).toBeUndefined();
  });

  test("are parsed in every form in which an appliance may print them", () => {
    const forms: readonly ((printed: string) => string)[] = [
      (printed) => printed,
      (printed) => printed.replaceAll("%20", " "),
    ];
    fc.assert(
      fc.property(command, fc.constantFrom(...forms), (one, form) => {
        expect(parseCommand(form(commandPath(one)))).toEqual(one);
      }),
      cases,
    );
  });

  test("are parsed from paths that the appliance prints without escapes", () => {
    const noted = { verb: "notate/ip", address: "10.0.0.1" };
    expect(parseCommand("/api/1/notate/ip/10.0.0.1/Main site, 100% up?")).toEqual({
      ...noted,
      description: "Main site, 100% up?",
    });
    expect(parseCommand("/api/1/notate/ip/10.0.0.1/a/b")).toEqual({ ...noted, description: "a/b" });
    expect(parseCommand("/api/1/notate/ip/10.0.0.1/caf%E9")).toEqual({ ...noted, description: "caf%E9" });
    expect(parseCommand("/api/1/profile/enable/a#b")).toEqual({ verb: "profile/enable", name: "a#b" });
    expect(parseCommand("/api/1/collector/add/10.30.1.20/benchmark-20")).toEqual({
      verb: "collector/add",
      address: "10.30.1.20",
      profile: "benchmark-20",
    });
  });
});
