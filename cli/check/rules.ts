import { crossChecks } from "../../lib/model/checks/all";
import type { Finding } from "../../lib/model/problem";
import { cidr } from "../../provider/values/addresses";
import { listOf } from "../../provider/values/inputs";
import { rule } from "../../provider/values/rule";
import type { GroupView, MemberView, ModelView, ProfileView } from "../../lib/model/view";
import { objectsIn } from "../../lib/site/parts";
import type { SiteObject } from "../../lib/site/object";

/** A resource of this package, with the properties that rules across resources use. */
export interface Declared {
  readonly kind: SiteObject["kind"];
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
    groups: groupsOf([...of("IpGroup"), ...of("IpGroups")]),
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

/** The groups of all resources, alone or as one of many. */
function groupsOf(resources: readonly Declared[]): GroupView[] {
  const groups = resources.flatMap(({ kind, inputs, groupId, steps }) =>
    objectsIn(kind, { ...inputs, groupId }).flatMap(({ kind: of, part, id, after }) =>
      of === "IpGroup" ? [{ id, part, steps, owner: inputs, values: after, name: String(after["name"]) }] : [],
    ),
  );
  const names = new Map(groups.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const])));
  for (const { name } of groups) if (!names.has(name)) names.set(name, name);
  return groups.map(({ part, steps, owner, values, name }) => {
    const own = part === "" ? steps : [...steps, "groups", part];
    // The rules of one group of many come before its children.
    const members = owner["groups"] as Readonly<Record<string, { readonly rules?: unknown }>> | undefined;
    const count = part === "" ? Number.POSITIVE_INFINITY : listOf(members?.[part]?.rules).length;
    const parsed = listOf(values["rules"]).flatMap((item, index) => {
      const path = index < count ? [...own, "rules", index] : [...own, "children", index - count];
      const child = (item as { readonly groupId?: string | number }).groupId;
      const below = child === undefined ? undefined : names.get(String(child));
      return [{ item, path, below }];
    });
    return {
      name,
      steps: own,
      rules: parsed.flatMap(({ item, path }) => {
        const read = rule.safeParse(item);
        return read.success ? [{ rule: read.data, steps: path }] : [];
      }),
      children: parsed.flatMap(({ below, path }) => (below === undefined ? [] : [{ name: below, steps: path }])),
    };
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
