import type { IpGroupRule, Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { create, equal, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

/** The rules that the owner of the group added. */
const owners: readonly IpGroupRule[] = [
  { type: "ip", address: "198.51.100.1" },
  { type: "network", address: "198.51.100.0", mask: "24" },
];
const host = { type: "ip", address: "10.1.2.3" };
const other = { type: "ip", address: "10.1.2.4" };
const network = { type: "network", cidr: "10.1.0.0/16" };
const wildcard = { type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" };
/** A group that exists on every gateway. */
const child = { type: "child", groupId: 101 };
const range = { type: "range", start: "10.0.0.1", end: "10.0.0.9" };

/** Adds a group for the row, as its owner would have created it. A program would get its id from the owner. */
const addGroup = (sim: Simulator, { name, port }: Unique): void => {
  const rules = new Map(owners.map((rule, index) => [10 * port + index, rule]));
  sim.mutate.gateway(({ ipGroups }) => ipGroups.set(port, { id: port, name, rules }));
};
const addTwoGroups = (sim: Simulator, unique: Unique): void => {
  addGroup(sim, unique);
  addGroup(sim, { ...unique, name: `${unique.name} b`, port: unique.port + 1 });
};
const one =
  (rule: Properties, more: Properties = {}) =>
  ({ port }: Unique): Properties => ({ groupId: port, rule, ...more });
const inOtherGroup = ({ port }: Unique): Properties => ({ groupId: port + 1, rule: host });
const numbered = ({ port }: Unique): Properties => ({ groupId: String(port), rule: host });

const sent = "ipgroups/update";

testLifecycle({
  kind: "IpGroupRule",
  given: addGroup,
  creates: [host, range, network, { type: "all" }, { ...wildcard, mask: "0.255.255.0" }, child].map((rule) =>
    create(`a rule of type ${rule.type} is added by update; the owner's rules stay`, one(rule), sent, {
      id: ({ port }, { ruleId }) => `${port}/${String(ruleId)}`,
    }),
  ),
  equals: [
    equal("the id of the group as number or as text", one(host), numbered),
    equal("the id of a child as number or as text", one(child), one({ type: "child", groupId: "101" })),
    equal("octets that the mask ignores", one(wildcard), one({ ...wildcard, address: "10.9.2.9" })),
  ],
  updates: [
    update("a rule of the same type changes in place, by one update", one(host), one(other), sent),
    update("another network changes in place", one(network), one({ type: "network", cidr: "10.1.0.0/17" }), sent),
    replace("another type: update, then deleteRule", one(host), one(network), `${sent} ipgroups/deleteRule`),
    replace("another group", one(host), inOtherGroup, `${sent} ipgroups/deleteRule`, { given: addTwoGroups }),
  ],
  refusals: [
    refused("no such group", { groupId: 999_999, rule: host }, /the gateway has no IP group with the id 999999/u),
    refused(
      "a child that does not exist",
      one({ type: "child", groupId: 999_999 }),
      /changing the IP group failed: .*999999 does not exist/u,
    ),
  ],
});
