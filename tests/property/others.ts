import type { IpGroup, IpGroupRule, Simulator } from "../../simulator";
import { sharedGroup } from "./slots";

/** What others see of a stack: what they use in bad luck or on purpose. */
export interface View {
  readonly sim: Simulator;
  /** Numbers that the state has for IP groups, and for rules with their groups. */
  readonly groupIds: readonly number[];
  readonly rules: readonly { readonly groupId: number; readonly ruleId: number }[];
  /** Names that the stack has used, by kind. */
  readonly names: Readonly<Record<"IpGroup" | "User" | "UserGroup" | "ReplicatorProfile", ReadonlySet<string>>>;
  /** The rules that the stack's groups had when they were last seen, by number. */
  readonly lastRules: ReadonlyMap<number, readonly IpGroupRule[]>;
  /** Chooses one of several, if there is one. */
  pick<T>(from: readonly T[]): T | undefined;
  /** A number that no other act has. */
  unique(): number;
  /** Says that others have made what has this key now, even if something of the stack had it before. */
  made(key: string): void;
}

type Act = (view: View) => void;

const own = (n: number): IpGroupRule => ({ type: "ip", address: `198.51.${100 + (n >> 8)}.${n & 255}` });

/** Everything that someone has ever had in a group of the stack, and rules of others: one may be removed. */
function richRules({ lastRules, unique }: View, id: number | undefined): IpGroupRule[] {
  const theirs = id === undefined ? [...lastRules.values()].flat() : (lastRules.get(id) ?? []);
  return [...theirs.filter(({ type }) => type !== "child"), own(unique()), own(unique())];
}

/** Makes a group with a number that the appliance has given before. */
function groupWithNumber({ sim, made }: View, id: number, name: string, rules: readonly IpGroupRule[]): void {
  sim.mutate.gateway((store) => {
    const group: IpGroup = { id, name, rules: new Map() };
    store.ipGroups.set(id, group);
    store.addRules(group, rules);
    // An appliance never gives a number that is taken.
    store.lastIds.ipGroup = Math.max(store.lastIds.ipGroup, id);
  });
  made(`IP group ${id}`);
}

/** Another rule of the same type. */
function otherRule(rule: IpGroupRule, n: number): IpGroupRule {
  const address = `198.51.${100 + (n >> 8)}.${n & 255}`;
  if (rule.type === "range") return { type: "range", sip: address, eip: address };
  if (rule.type === "network") return { ...rule, address, mask: "32" };
  return rule.type === "ip" || rule.type === "wildcard" ? { ...rule, address } : rule;
}

const linked = <T>(all: Iterable<readonly [unknown, { readonly name: string }]>, each: (name: string) => T[]): T[] =>
  [...all].flatMap(([, { name }]) => each(name));

const acts = {
  groupUnderFreedName: (view) => {
    const { sim, names, pick } = view;
    const name = pick([...names.IpGroup].filter((one) => sim.gateway.store.ipGroupsNamed(one).length === 0));
    if (name !== undefined) sim.mutate.addIpGroup(name, richRules(view, undefined));
  },
  userUnderFreedName: ({ sim, names, pick }) => {
    const name = pick([...names.User].filter((one) => sim.gateway.store.userNamed(one) === undefined));
    if (name !== undefined) sim.mutate.addUser(name);
  },
  userGroupUnderFreedName: ({ sim, names, pick }) => {
    const name = pick([...names.UserGroup].filter((one) => sim.gateway.store.userGroupNamed(one) === undefined));
    if (name !== undefined) sim.mutate.addUserGroup(name);
  },
  profileUnderFreedName: ({ sim, names, pick, unique }) => {
    const name = pick([...names.ReplicatorProfile].filter((one) => !sim.replicator.store.profiles.has(one)));
    const port = 30_000 + 2 * unique();
    if (name !== undefined) sim.mutate.addProfile(name, port, port + 1);
  },
  nextGroup: ({ sim, unique }) => {
    const n = unique();
    sim.mutate.addIpGroup(`theirs ${n}`, [own(n)]);
  },
  takeGroupNumber: (view) => {
    const { sim, groupIds, pick, unique } = view;
    const { ipGroups } = sim.gateway.store;
    const isFree = (id: number): boolean => {
      const isChild = (rule: IpGroupRule): boolean => rule.type === "child" && rule.child_id === id;
      return ![...ipGroups.values()].some(({ rules }) => [...rules.values()].some(isChild));
    };
    const id = pick(groupIds.filter(isFree));
    if (id !== undefined) groupWithNumber(view, id, `Europe ${unique()}`, richRules(view, id));
  },
  takeRuleNumber: ({ sim, rules, pick, unique, made }) => {
    const held = rules.filter(({ groupId }) => sim.gateway.store.ipGroups.has(groupId));
    const chosen = pick(held);
    const group = chosen && sim.gateway.store.ipGroups.get(chosen.groupId);
    const before = chosen && group?.rules.get(chosen.ruleId);
    if (before === undefined || chosen === undefined) return;
    sim.mutate.gateway(() => group?.rules.set(chosen.ruleId, otherRule(before, unique())));
    made(`rule ${chosen.ruleId}`);
  },
  addRule: ({ sim, pick, unique }) => {
    const group = pick([...sim.gateway.store.ipGroups.values()]);
    if (group !== undefined) sim.mutate.gateway((store) => void store.addRules(group, [own(unique())]));
  },
  removeRule: ({ sim, pick }) => {
    const group = pick([...sim.gateway.store.ipGroups.values()].filter(({ rules }) => rules.size > 0));
    const rule = pick([...(group?.rules.keys() ?? [])]);
    if (rule !== undefined) sim.mutate.gateway(() => group?.rules.delete(rule));
  },
  addMember: ({ sim, pick, unique }) => {
    const profile = pick([...sim.replicator.store.profiles.keys()]);
    const address = pick(["10.5.0.1", "10.5.0.2", "10.6.0.1", `198.51.101.${unique()}`]);
    if (profile === undefined || address === undefined) return;
    if (address === "10.6.0.1") sim.mutate.addExporter(address, profile);
    else sim.mutate.addCollector(address, profile);
  },
  removeMember: ({ sim, pick }) => {
    const { profiles } = sim.replicator.store;
    const found = pick(
      linked(profiles, (name) => {
        const held = profiles.get(name);
        const all = [...(held?.collectors ?? [])].map((one) => ["collectors", one, name] as const);
        return [...all, ...[...(held?.exporters ?? [])].map((one) => ["exporters", one, name] as const)];
      }),
    );
    if (found?.[0] === "collectors") sim.mutate.removeCollector(found[1], found[2]);
    else if (found !== undefined) sim.mutate.removeExporter(found[1], found[2]);
  },
  addPolicy: ({ sim, pick, unique }) => {
    const profile = pick([...sim.replicator.store.profiles.keys()]);
    const network = pick(["10.7.0.0/16", "10.8.0.0/24", `10.99.${unique()}.0/24`]);
    const [address = "", prefix] = network?.split("/") ?? [];
    const policies = sim.replicator.store.profiles.get(profile ?? "")?.policies;
    if (profile === undefined || policies === undefined) return;
    // A profile has at most one policy for a network.
    if ([...policies.values()].some((one) => one.network === address && one.prefixLength === Number(prefix))) return;
    sim.mutate.addPolicy(profile, { network: address, prefixLength: Number(prefix), kind: "include" });
  },
  removePolicy: ({ sim, pick }) => {
    const { profiles } = sim.replicator.store;
    const all = linked(profiles, (name) =>
      [...(profiles.get(name)?.policies.values() ?? [])].map((one) => [name, one] as const),
    );
    const [name, policy] = pick(all) ?? [];
    if (name !== undefined && policy !== undefined) sim.mutate.removePolicy(name, policy.network, policy.prefixLength);
  },
  addMembership: ({ sim, pick }) => {
    const [user, group] = [
      pick([...sim.gateway.store.users.values()]),
      pick([...sim.gateway.store.userGroups.values()]),
    ];
    if (user !== undefined && group !== undefined) user.userGroups.add(group.id);
  },
  removeMembership: ({ sim, pick }) => {
    const user = pick(
      [...sim.gateway.store.users.values()].filter(({ id, userGroups }) => id !== 1 && userGroups.size > 0),
    );
    const group = pick([...(user?.userGroups ?? [])]);
    if (group !== undefined) user?.userGroups.delete(group);
  },
  // Not of those of the factory: groups that are made later copy what they have.
  addPermission: ({ sim, pick }) => {
    const group = pick([...sim.gateway.store.userGroups.values()].filter(({ id }) => id > 2));
    const code = pick(["Vitals", "tos", "runReport", "auditing"]);
    if (group !== undefined && code !== undefined) sim.mutate.addPermission(group.name, "app", code);
  },
  removePermission: ({ sim, pick }) => {
    const group = pick(
      [...sim.gateway.store.userGroups.values()].filter(({ id, permissions }) => id > 2 && permissions.size > 0),
    );
    const key = pick([...(group?.permissions.keys() ?? [])]);
    if (key !== undefined) group?.permissions.delete(key);
  },
  renameGroup: ({ sim, groupIds, pick, unique }) => {
    const group = pick(groupIds.flatMap((id) => sim.gateway.store.ipGroups.get(id) ?? []));
    if (group !== undefined) sim.mutate.gateway(() => void (group.name = `by hand ${unique()}`));
  },
  renameProfile: ({ sim, names, pick, unique }) => {
    const name = pick([...names.ReplicatorProfile].filter((one) => sim.replicator.store.profiles.has(one)));
    if (name !== undefined) sim.mutate.renameProfile(name, `by hand ${unique()}`);
  },
  removeGroup: ({ sim, groupIds, pick }) => {
    const name = pick(groupIds.flatMap((id) => sim.gateway.store.ipGroups.get(id)?.name ?? []));
    if (name !== undefined && name !== sharedGroup) sim.mutate.removeIpGroup(name);
  },
  removeProfile: ({ sim, names, pick }) => {
    const name = pick([...names.ReplicatorProfile].filter((one) => sim.replicator.store.profiles.has(one)));
    if (name !== undefined) sim.mutate.removeProfile(name);
  },
  changeProfile: ({ sim, names, pick }) => {
    const name = pick([...names.ReplicatorProfile].filter((one) => sim.replicator.store.profiles.has(one)));
    if (name === undefined) return;
    sim.mutate.setPorts(name, 23_000, 23_001);
    sim.mutate.disableProfile(name);
  },
  threshold: ({ sim }) => {
    const isThere = [...sim.replicator.store.profiles.values()].some(({ collectors }) => collectors.has("10.5.0.1"));
    if (isThere) sim.mutate.setThreshold("10.5.0.1", 7);
  },
} as const satisfies Readonly<Record<string, Act>>;

/** Acts of others on the appliances; a backup of these, or of the state, that is put back; a run of another stack. */
export type ActName = keyof typeof acts | "restore" | "restoreState" | "secondStack";

export const actNames = [...Object.keys(acts), "restore", "restoreState", "secondStack"] as readonly ActName[];

/** Does what others do. */
export function act(name: keyof typeof acts, view: View): void {
  acts[name](view);
}
