import type { Simulator } from "../../simulator";
import type { SiteObject, SiteReading } from "../../lib/site/object";
import { encodeRule, type CanonicalRule } from "../../provider/values/rule";
import { listOf } from "../../provider/values/inputs";
import { textOf } from "../../provider/values/value-text";
import type { PlannedStep } from "./run";

type GatewayStore = Simulator["gateway"]["store"];
type HeldRule = Parameters<GatewayStore["addRules"]>[1][number];
type Fields = Readonly<Record<string, unknown>>;

/**
 * Fills the simulated appliances with the contents of the real ones, as far as these can be read, and with what only
 * the state knows.
 */
export function furnish(sim: Simulator, reading: SiteReading, steps: readonly PlannedStep[]): void {
  const { gateway, replicator } = sim;
  if (reading.appliances.gateway !== undefined) furnishGroups(gateway.store, reading);
  furnishAccounts(gateway.store, steps);
  furnishSingleRules(gateway.store, steps);
  if (reading.appliances.replicator !== undefined) furnishReplicator(replicator.store, reading);
}

function furnishGroups(store: GatewayStore, { objects, leftOut }: SiteReading): void {
  store.ipGroups.clear();
  for (const { kind, id, label } of leftOut) {
    if (kind === "IpGroup") store.ipGroups.set(Number(id), { id: Number(id), name: label, rules: new Map() });
  }
  for (const { kind, id, label, inputs } of objects) {
    if (kind !== "IpGroup") continue;
    const group = { id: Number(id), name: label, rules: new Map<number, HeldRule>() };
    store.ipGroups.set(group.id, group);
    store.addRules(group, ((inputs["rules"] ?? []) as CanonicalRule[]).map(encodeRule));
  }
  store.lastIds.ipGroup = Math.max(store.lastIds.ipGroup, ...store.ipGroups.keys());
}

/** Fills in users, their groups and permissions from the state, since no action reads them. */
function furnishAccounts(store: GatewayStore, steps: readonly PlannedStep[]): void {
  const held = steps.flatMap(({ kind, id, olds }) =>
    id === undefined || olds === undefined ? [] : [{ kind, id, olds }],
  );
  for (const { kind, id, olds } of held) {
    const number = Number(id);
    const name = textOf(olds["name"] ?? id);
    if (kind === "UserGroup" && Number.isInteger(number)) {
      store.userGroups.set(number, { id: number, name, permissions: new Map() });
      store.lastIds.userGroup = Math.max(store.lastIds.userGroup, number);
    }
    if (kind === "User" && Number.isInteger(number)) {
      store.users.set(number, { id: number, name, userGroups: new Set(), preferences: new Map() });
      store.lastIds.user = Math.max(store.lastIds.user, number);
    }
  }
  for (const { kind, olds } of held) {
    const group =
      store.userGroups.get(Number(olds["userGroupId"])) ?? store.userGroupNamed(textOf(olds["userGroupName"] ?? ""));
    const user = store.users.get(Number(olds["userId"])) ?? store.userNamed(textOf(olds["userName"] ?? ""));
    if (kind === "Membership" && group !== undefined) user?.userGroups.add(group.id);
    const granted =
      kind === "PermissionSet" ? (listOf(olds["permissions"]) as Fields[]) : kind === "Permission" ? [olds] : [];
    for (const grant of granted) {
      const permission = { type: textOf(grant["permissionType"]), seccode: textOf(grant["seccode"]) };
      group?.permissions.set(`${permission.type} ${permission.seccode}`, permission);
    }
  }
  for (const { kind, id, olds } of held) {
    if (kind === "UserGroup")
      for (const one of namesOf(olds["members"])) userMeant(store, one)?.userGroups.add(Number(id));
    if (kind === "User")
      for (const one of namesOf(olds["userGroupIds"])) store.users.get(Number(id))?.userGroups.add(Number(one));
  }
}

function userMeant(store: GatewayStore, reference: string) {
  return store.users.get(Number(reference)) ?? store.userNamed(reference.replace(/^name:/u, ""));
}

/** A managed single rule keeps its number. */
function furnishSingleRules(store: GatewayStore, steps: readonly PlannedStep[]): void {
  for (const { kind, id, olds } of steps) {
    if (kind !== "IpGroupRule" || id === undefined || olds === undefined) continue;
    const [groupId, ruleId] = id.split("/").map(Number);
    const group = store.ipGroups.get(groupId ?? 0);
    if (group === undefined || ruleId === undefined) continue;
    const rule = encodeRule(olds["rule"] as CanonicalRule);
    const known = [...group.rules].find(([, one]) => JSON.stringify(one) === JSON.stringify(rule));
    if (known !== undefined) group.rules.delete(known[0]);
    group.rules.set(ruleId, rule);
    store.lastIds.rule = Math.max(store.lastIds.rule, ruleId);
  }
}

function furnishReplicator(store: Simulator["replicator"]["store"], { objects }: SiteReading): void {
  const ofKind = (kind: string): SiteObject[] => objects.filter((one) => one.kind === kind);
  store.changeByHand(() => {
    for (const map of [store.profiles, store.thresholds, store.notes]) map.clear();
    for (const { label, inputs } of ofKind("ReplicatorProfile")) {
      store.profiles.set(label, {
        name: label,
        listeningPort: Number(inputs["listeningPort"]),
        sendingPort: Number(inputs["sendingPort"]),
        enabled: inputs["enabled"] !== false,
        singularity: inputs["singularity"] === true,
        description: noteOf(inputs),
        collectors: new Set(),
        exporters: new Set(),
        policies: new Map(),
      });
    }
    for (const { inputs } of ofKind("Policy")) {
      const [network = "", prefix = ""] = textOf(inputs["cidr"]).split("/");
      const kind = inputs["kind"] === "exclude" ? "exclude" : "include";
      const policy = { network, prefixLength: Number(prefix), kind } as const;
      store.profiles.get(textOf(inputs["profile"]))?.policies.set(`${network}/${prefix} ${kind}`, policy);
    }
    for (const { kind, label, inputs } of [...ofKind("Collector"), ...ofKind("Exporter")]) {
      for (const name of namesOf(inputs["profiles"])) {
        store.profiles.get(name)?.[kind === "Collector" ? "collectors" : "exporters"].add(label);
      }
      const note = noteOf(inputs);
      if (note !== undefined) store.notes.set(label, note);
      if (typeof inputs["threshold"] === "number") store.thresholds.set(label, inputs["threshold"]);
    }
    for (const { label, inputs } of ofKind("Setting")) {
      const value = inputs["value"] === undefined ? undefined : textOf(inputs["value"]);
      store.settings.set(label, { value, enabled: inputs["enabled"] !== false });
    }
  });
}

function noteOf({ description }: Fields): string | undefined {
  return typeof description === "string" ? description : undefined;
}

const namesOf = (value: unknown): string[] => listOf(value).map(textOf);
