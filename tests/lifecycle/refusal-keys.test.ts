import { worldIn } from "../support/lifecycle";
import { membership } from "./accounts";
import { failureOf, Resource } from "./resource";

const group = { name: "Floor 1", rules: [{ type: "ip", address: "10.1.0.1" }] };
const permission = { userGroupName: "Guests", permissionType: "app", seccode: "runReport" };
const device = { userGroupName: "Guests", permissionType: "device", seccode: "0a010101" };
const profile = { name: "netflow", listeningPort: 2055, sendingPort: 2056 };

describe("a refusal names the configuration key that exists for it", () => {
  test.each([
    ["IpGroup", group, "ipgroups/saveRule", { refuse: "Too many rules in one call" }, "gateway.rulesPerRequest"],
    ["IpGroup", group, "ipgroups/loadTreeRootFast", { refuse: "Your session seems stale" }, "gateway.sessionEnded"],
    ["IpGroup", group, "ipgroups/loadTreeRootFast", { status: 404 }, "gateway.scriptPath"],
    [
      "Permission",
      permission,
      "user_api/permissions?",
      { refuse: "No such type: app" },
      "gateway.staticPermissionType",
    ],
    [
      "Permission",
      permission,
      "user_api/permissions?",
      { refuseItems: /./u, words: "the type is not known" },
      "gateway.staticPermissionType",
    ],
    ["Membership", membership, "user_api/membership", { refuse: "Log in first, friend" }, "gateway.sessionEnded"],
    ["ReplicatorProfile", profile, "profile/add", { status: 405 }, "replicator.commandMethod"],
    ["ReplicatorProfile", profile, "show/config", { status: 405 }, "replicator.commandMethod"],
    ["ReplicatorProfile", profile, "login", { status: 405 }, "replicator.legacyLogin"],
  ] as const)("%s %j: %s answers %j", async (kind, program, match, fault, key) => {
    const world = await worldIn();
    world.sim.faults.add({ match: new RegExp(`\\b${match}(?: |/|$)`, "u"), kind: fault });
    expect(await failureOf(new Resource(world, kind).up(program))).toContain(`flowgate:${key}`);
  });

  test("no refusal of a login suggests the method of commands, or a login that is configured already", async () => {
    const world = await worldIn();
    await world.nextRun({ config: { replicator: { legacyLogin: true } } });
    world.sim.faults.add({ match: "login", kind: { status: 405 } });
    const message = await failureOf(new Resource(world, "ReplicatorProfile").up(profile));
    expect(message).not.toMatch(/commandMethod|legacyLogin <value>/u);
  });

  test.each([
    ["IpGroup", group, "ipgroups/saveRule", { refuse: "Disk full" }],
    ["Permission", device, "user_api/permissions?", { refuseItems: /./u, words: "the type is not known" }],
  ] as const)("another refusal names none: %s %j", async (kind, program, match, fault) => {
    const world = await worldIn();
    world.sim.faults.add({ match: new RegExp(match, "u"), kind: fault });
    const message = await failureOf(new Resource(world, kind).up(program));
    expect(message).toMatch(/Disk full|the type is not known/u);
    expect(message).not.toContain("flowgate:");
  });
});
