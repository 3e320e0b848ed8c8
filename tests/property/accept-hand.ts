import type { Simulator } from "../../simulator";
import type { IpGroup } from "../../simulator/gateway/store";

/** A number from 0 to below a maximum. */
export type Pick = (most: number) => number;

/** Names of what a change by hand touched: of objects, former names included, and of what contains them in a file. */
type Touched = readonly string[];

/** A change of one appliance by hand; undefined if there is nothing to change in this way. */
type HandChange = (sim: Simulator, pick: Pick, number: number) => Touched | undefined;

const one = <T>(items: Iterable<T>, pick: Pick): T | undefined => {
  const all = [...items];
  return all[pick(Math.max(1, all.length))];
};

/** One of several. That an empty list means that all are gone is for the tests of the provider, which needs evidence. */
const oneOfSome = <T>(items: Iterable<T>, pick: Pick): T | undefined => {
  const all = [...items];
  return all.length < 2 ? undefined : one(all, pick);
};

const parentsOf = (sim: Simulator, child: IpGroup): IpGroup[] =>
  [...sim.gateway.store.ipGroups.values()].filter(({ rules }) =>
    [...rules.values()].some((rule) => rule.type === "child" && rule.child_id === child.id),
  );

const onGroup =
  (change: (sim: Simulator, group: IpGroup, pick: Pick, number: number) => Touched | undefined): HandChange =>
  (sim, pick, number) => {
    const group = one(sim.gateway.store.ipGroups.values(), pick);
    return group === undefined ? undefined : change(sim, group, pick, number);
  };

const onProfile =
  (change: (sim: Simulator, name: string, pick: Pick, number: number) => Touched | undefined): HandChange =>
  (sim, pick, number) => {
    const profile = one(sim.replicator.store.profiles.keys(), pick);
    return profile === undefined ? undefined : change(sim, profile, pick, number);
  };

const changes: Readonly<Record<string, HandChange>> = {
  renameGroup: onGroup((_sim, group, _pick, number) => {
    const former = group.name;
    group.name = `Renamed ${String(number)}`;
    return [former, group.name];
  }),
  addRule: onGroup((sim, group, pick, number) => {
    sim.gateway.store.addRules(group, [{ type: "ip", address: `172.20.${String(number)}.${String(pick(256))}` }]);
    return [group.name];
  }),
  removeRule: onGroup((_sim, group, pick) => {
    const rule = one(group.rules, pick);
    if (rule === undefined) return undefined;
    group.rules.delete(rule[0]);
    return [group.name];
  }),
  addGroup: ({ gateway: { store } }, pick, number) => {
    const name = `Added ${String(number)}`;
    store.addIpGroup(name, [{ type: "network", address: `172.21.${String(number)}.0`, mask: String(24 + pick(4)) }]);
    return [name];
  },
  addChild: onGroup((sim, group, _pick, number) => {
    const name = `Below ${String(number)}`;
    const { id } = sim.gateway.store.addIpGroup(name, [{ type: "ip", address: `172.22.${String(number)}.1` }]);
    sim.gateway.store.addRules(group, [{ type: "child", child_id: id }]);
    return [group.name, name];
  }),
  removeGroup: onGroup((sim, group) => {
    if (sim.gateway.store.ipGroups.size < 2) return undefined;
    const parents = parentsOf(sim, group);
    for (const { rules } of parents)
      for (const [id, rule] of rules) if (rule.type === "child" && rule.child_id === group.id) rules.delete(id);
    sim.gateway.store.ipGroups.delete(group.id);
    return [group.name, ...parents.map(({ name }) => name)];
  }),
  describe: onProfile(({ mutate }, profile, _pick, number) => {
    mutate.setProfileDescription(profile, `Changed by hand ${String(number)}`);
    return [profile];
  }),
  switchOff: onProfile(({ mutate }, profile) => {
    mutate.disableProfile(profile);
    return [profile];
  }),
  addPolicy: onProfile(({ mutate }, profile, pick, number) => {
    const network = `172.${String(23 + pick(4))}.${String(number)}.0`;
    mutate.addPolicy(profile, { network, prefixLength: 24, kind: pick(2) === 0 ? "include" : "exclude" });
    return [`${network}/24`, profile];
  }),
  removePolicy: onProfile((sim, profile, pick) => {
    const { profiles } = sim.replicator.store;
    const policy = one(profiles.get(profile)?.policies.values() ?? [], pick);
    if ([...profiles.values()].flatMap(({ policies }) => [...policies]).length < 2) return undefined;
    if (policy === undefined) return undefined;
    sim.mutate.removePolicy(profile, policy.network, policy.prefixLength);
    return [`${policy.network}/${String(policy.prefixLength)}`, profile];
  }),
  setThreshold: ({ mutate, replicator }, pick, number) => {
    const address = one(replicator.store.collectors, pick);
    if (address === undefined) return undefined;
    mutate.setThreshold(address, 100 + number);
    return [address];
  },
  addExporter: onProfile(({ mutate }, profile, _pick, number) => {
    const address = `198.51.100.${String(number)}`;
    mutate.addExporter(address, profile);
    return [address];
  }),
  removeCollector: ({ mutate, replicator }, pick) => {
    const address = oneOfSome(replicator.store.collectors, pick);
    if (address === undefined) return undefined;
    mutate.removeCollector(address);
    return [address];
  },
  removeExporter: ({ mutate, replicator }, pick) => {
    const address = oneOfSome(replicator.store.exporters, pick);
    if (address === undefined) return undefined;
    mutate.removeExporter(address);
    return [address];
  },
  setSetting: ({ mutate }, pick) => {
    mutate.setSetting("flowStopAlert", { value: String(10 + pick(50)), enabled: true });
    return ["flowStopAlert"];
  },
};

/**
 * Changes both appliances by hand at random. Returns the names of what was changed.
 *
 * @param isWhole whether the lists of groups are understood as a whole: else nothing shows that a group is gone
 */
export function changeByHand(sim: Simulator, count: number, pick: Pick, isWhole: boolean): Set<string> {
  const touched = new Set<string>();
  const { removeGroup: _, ...others } = changes;
  const all = Object.values(isWhole ? changes : others);
  for (let number = 1; number <= count; number += 1) {
    const change = one(all, pick);
    for (const name of change?.(sim, pick, number) ?? []) touched.add(name);
  }
  return touched;
}
