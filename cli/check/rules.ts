import { crossChecks } from "../../lib/model/checks/all";
import type { Finding } from "../../lib/model/problem";
import { cidr } from "../../provider/values/addresses";
import { rule } from "../../provider/values/rule";
import type { GroupView, MemberView, ModelView, ProfileView, Reference } from "../../lib/model/view";

/** A resource of this package, with the properties that rules across resources use. */
export interface Declared {
  readonly kind: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Number of an IP group, by which parent groups refer to it. */
  readonly groupId: unknown;
  readonly steps: readonly string[];
}

/** Mistakes across resources. The rules are those of site models, applied to each site separately. */
export function rulesAcross(resources: readonly Declared[]): Finding[] {
  const sites = new Set(resources.map(({ inputs }) => inputs["site"]));
  return [...sites].flatMap((site) => crossChecks(viewOf(resources.filter(({ inputs }) => inputs["site"] === site))));
}

function viewOf(resources: readonly Declared[]): ModelView {
  const of = (kind: string): readonly Declared[] => resources.filter((one) => one.kind === kind);
  const policies = of("Policy");
  return {
    groups: [...groupsOf(of("IpGroup")), ...of("IpGroups").flatMap(membersOf)],
    users: [],
    userGroups: [],
    userReferences: [],
    userGroupReferences: [],
    profiles: of("ReplicatorProfile").map((profile) => profileOf(profile, policies)),
    members: [
      ...of("Collector").map((one) => memberOf("collector", one)),
      ...of("Exporter").map((one) => memberOf("exporter", one)),
    ],
  };
}

function groupsOf(groups: readonly Declared[]): GroupView[] {
  const names = new Map(groups.map(({ groupId, inputs }) => [String(groupId), String(inputs["name"])]));
  return groups.map(({ inputs, steps }) => {
    const rules = rulesOf(inputs["rules"], steps);
    const children = rules.flatMap(({ rule: one, steps: path }): Reference[] => {
      const name = one.type === "child" ? names.get(one.groupId) : undefined;
      return name === undefined ? [] : [{ name, steps: path }];
    });
    return { name: String(inputs["name"]), steps, rules, children };
  });
}

/** The groups that a single resource declares. */
function membersOf({ inputs, steps }: Declared): GroupView[] {
  const groups = Object.entries((inputs["groups"] ?? {}) as Record<string, Readonly<Record<string, unknown>>>);
  return groups.map(([name, member]) => {
    const own = [...steps, "groups", name];
    const rules = rulesOf(member["rules"], own);
    const children = listOf(member["children"]).flatMap((child, index): Reference[] =>
      typeof child === "string" ? [{ name: child, steps: [...own, "children", index] }] : [],
    );
    return { name, steps: own, rules, children };
  });
}

/** The valid rules of a group, each with its path. */
function rulesOf(rules: unknown, steps: readonly string[]): GroupView["rules"] {
  return listOf(rules).flatMap((item, index) => {
    const read = rule.safeParse(item);
    return read.success ? [{ rule: read.data, steps: [...steps, "rules", index] }] : [];
  });
}

function profileOf({ inputs, steps }: Declared, policies: readonly Declared[]): ProfileView {
  const { name, listeningPort } = inputs;
  const own = policies.filter((policy) => policy.inputs["profile"] === name);
  return {
    name: String(name),
    steps,
    listeningPort: typeof listeningPort === "number" ? listeningPort : undefined,
    policies: own.flatMap((policy) => {
      const network = cidr.safeParse(policy.inputs["cidr"]);
      return network.success ? [{ cidr: network.data, kind: policy.inputs["kind"], steps: policy.steps }] : [];
    }),
  };
}

function memberOf(kind: MemberView["kind"], { inputs, steps }: Declared): MemberView {
  return {
    kind,
    address: String(inputs["address"]),
    steps,
    profiles: [],
    hasDescription: inputs["description"] !== undefined,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
