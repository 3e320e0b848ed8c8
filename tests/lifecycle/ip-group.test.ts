import { heldRule } from "../kinds/held-rule";
import type { Properties } from "../support/provider-calls";
import { create, equal, partial, refused, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

const office = { type: "network", cidr: "10.1.0.0/16" };
const printer = { type: "ip", address: "10.1.2.3" };
const all = { type: "all" };
/** A group that exists on every gateway. */
const child = { type: "child", groupId: 101 };
const wildcard = { type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" };
const sameWildcard = { ...wildcard, address: "10.9.2.9" };
const range = { type: "range", start: "10.0.0.1", end: "10.0.0.9" };

/** The inputs of a group with the row's name, or with this suffix. */
const group =
  (rules: readonly Properties[], more: Properties = {}, suffix = "") =>
  ({ name }: Unique): Properties => ({ name: name + suffix, rules, ...more });
const hostile = ' "%2F/\\&=;<__proto__> \u00fc\u{1f600}';
const long = ({ name }: Unique): Properties => ({ name: `${name} ${"\u00fc".repeat(250)}`.slice(0, 255) });

const [saved, changed] = ["ipgroups/saveRule", "ipgroups/update"];

testLifecycle({
  kind: "IpGroup",
  creates: [
    create("rules default to none", ({ name }) => ({ name }), saved, {
      computed: { rules: [], ruleCount: 0 },
      id: (_unique, { groupId }) => String(groupId),
    }),
    create(
      "every type of rule is sent in one request",
      group([printer, range, office, all, { ...wildcard, mask: "0.255.255.0" }, child]),
      saved,
      { computed: { ruleCount: 6 } },
    ),
    create("a rule that is written twice is one rule", group([office, office]), saved, { computed: { ruleCount: 1 } }),
    create("a name has up to 255 characters", long, saved),
    create("a name is data, whatever it holds", group([office], {}, hostile), saved),
  ],
  equals: [
    equal("order of rules", group([office, printer]), group([printer, office])),
    equal("the id of a child as number or text", group([child]), group([{ ...child, groupId: "101" }])),
    equal("octets that the mask of a wildcard ignores", group([wildcard]), group([sameWildcard])),
  ],
  updates: [
    update("name and rules change in one update", group([office]), group([printer], {}, " renamed"), changed),
    update("a rename alone leaves the rules as they are", group([office]), group([office], {}, " renamed"), changed),
    update(
      "a rule of the same type is changed, one of another type is removed and added",
      group([office, printer]),
      group([{ type: "network", cidr: "10.2.0.0/16" }, all]),
      changed,
    ),
    update("all rules can be taken away", group([office]), group([]), changed),
  ],
  partials: [
    partial(
      "a rule that the gateway did not take is named, and sent by the next up",
      [group([office, printer])],
      (sim, unique) => ({
        match: saved,
        times: 1,
        kind: {
          rewrite: (answer) => {
            sim.mutate.setRules(unique.name, [heldRule(office)]);
            return withoutRule(answer, "ip");
          },
        },
      }),
      changed,
      { says: /does not show ip 10\.1\.2\.3; it answered/u },
    ),
  ],
  refusals: [
    refused(
      "a child group that is missing",
      group([{ type: "child", groupId: 99_999 }]),
      /creating the IP group failed: child group 99999 does not exist/u,
    ),
  ],
});

/** An answer that omits the rules of one type. */
function withoutRule(answer: unknown, type: string): unknown {
  const { added, ...rest } = answer as { added: { type: string }[] };
  return { ...rest, added: added.filter((rule) => rule.type !== type) };
}
