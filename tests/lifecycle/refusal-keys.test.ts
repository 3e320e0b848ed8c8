import { freshWorld } from "../support/lifecycle";
import { membership } from "./accounts";
import { failureOf, Resource } from "./resource";

const world = freshWorld();
const group = { name: "Floor 1", rules: [{ type: "ip", address: "10.1.0.1" }] };
const permission = { userGroup: "Guests", permissionType: "app", seccode: "runReport" };
const profile = { name: "netflow", listeningPort: 2055, sendingPort: 2056 };

test.each([
  ["IpGroup", group, "ipgroups/loadTreeRootFast", { status: 404 }, "gateway.scriptPath"],
  [
    "Permission",
    permission,
    "user_api/permissions?",
    { refuseItems: /./u, words: "the type is not known" },
    "gateway.staticPermissionType",
  ],
  ["Membership", membership, "user_api/membership", { refuseItems: /./u, words: "It is so" }, "gateway.already"],
  ["ReplicatorProfile", profile, "profile/add", { status: 405 }, "replicator.commandMethod"],
  ["ReplicatorProfile", profile, "show/config", { status: 405 }, "replicator.commandMethod"],
  ["ReplicatorProfile", profile, "login", { status: 405 }, "replicator.legacyLogin"],
] as const)(
  "a refusal names the key that exists for it: %s %j: %s answers %j",
  async (kind, program, match, fault, key) => {
    world.sim.faults.add({ match: new RegExp(`\\b${match}(?: |/|$)`, "u"), kind: fault });
    expect(await failureOf(new Resource(world, kind).up(program))).toContain(key);
  },
);
