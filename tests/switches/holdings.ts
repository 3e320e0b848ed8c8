import type { Simulator, Switches } from "../../simulator";
import { storedGroupName } from "../../simulator/gateway/group-names";
import { keptRule } from "../../simulator/gateway/rule-forms";
import { storedDescription } from "../../simulator/replicator/notes";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { everythingOf } from "../support/held";
import { edge, leaf, rackNote } from "./program";

/**
 * What the appliances hold for the program, by names instead of numbers. The type of product-wide codes is always
 * `app`.
 */
export function heldOf(sim: Simulator): unknown {
  const { ipGroups, userGroups, users, profiles, exporters, thresholds, notes, settings } = everythingOf(sim);
  const ours = (name: string): boolean => !foreign.has(name);
  const word = `${sim.switches.staticPermissionType} `;
  const permissions = Object.entries(userGroups).map(([name, { permissions: keys }]) => [
    name,
    keys.map((key) => (key.startsWith(word) ? `app ${key.slice(word.length)}` : key)).sort(),
  ]);
  const kept = storedProfileName(edge, sim.switches);
  const declaredName = (name: string): string => (name === kept ? edge : name);
  return {
    ipGroups: picked(asDeclared(ipGroups, sim), ours),
    permissions: picked(Object.fromEntries(permissions) as Record<string, unknown>, ours),
    users,
    profiles: Object.fromEntries(
      Object.entries(profiles).map(([name, { description, ...profile }]) => {
        const note = description === undefined ? {} : { description: declaredNote(description, sim) };
        return [declaredName(name), { ...profile, ...note }];
      }),
    ),
    exporters: Object.fromEntries(
      Object.entries(exporters).map(([one, names]) => [one, names.map(declaredName).sort()]),
    ),
    thresholds,
    notes: Object.fromEntries(Object.entries(notes).map(([address, text]) => [address, declaredNote(text, sim)])),
    settings,
  };
}

/** Replaces the names and rules that the gateway stores by those that the program declares. */
function asDeclared(groups: Readonly<Record<string, string[]>>, { switches }: Simulator): Record<string, string[]> {
  const names = new Map(groupNames.map((name) => [storedGroupName(name, switches), name]));
  const rules = keptAs(declaredRules, switches);
  const textOf = (rule: string): string => {
    const child = /^child (.+)$/u.exec(rule)?.[1];
    return child === undefined ? (rules.get(rule) ?? rule) : `child ${names.get(child) ?? child}`;
  };
  return Object.fromEntries(
    Object.entries(groups).map(([name, held]) => [names.get(name) ?? name, held.map(textOf).sort()]),
  );
}

function declaredNote(text: string, { switches }: Simulator): string {
  return text === storedDescription(rackNote, switches) ? rackNote : text;
}

type DeclaredRule = readonly [text: string, rule: Parameters<typeof keptRule>[0]];

/** The texts of declared rules, by the texts of the rules that a gateway stores for them. */
export function keptAs(declared: readonly DeclaredRule[], switches: Readonly<Switches>): Map<string, string> {
  return new Map(
    declared.map(([text, rule]) => {
      const kept = keptRule(rule, switches);
      const fields = Object.entries(kept).flatMap(([key, value]) => (key === "type" ? [] : [String(value)]));
      return [`${kept.type} ${fields.join(kept.type === "network" ? "/" : " ")}`, text];
    }),
  );
}

/** The content of the stores, to be compared with an earlier content. */
export function storeOf(sim: Simulator): string {
  const snapshot = sim.snapshot({ withoutNotesAndPreferences: true });
  if (sim.switches.ruleIds === "kept") return snapshot;
  // This gateway gives new ids to foreign rules too.
  return JSON.stringify(JSON.parse(snapshot), (key, value: unknown) => {
    return key === "rules" ? Object.values(value as object) : value;
  });
}

const groupNames = [leaf, "Leaf renamed", "Parent"];
/** The rules that a gateway may store in another form. */
const declaredRules: readonly DeclaredRule[] = [
  ["ip 10.51.0.1", { type: "ip", address: "10.51.0.1" }],
  ["ip 10.51.0.2", { type: "ip", address: "10.51.0.2" }],
  ["network 10.50.0.0/16", { type: "network", address: "10.50.0.0", mask: "16" }],
  ["network 10.52.0.0/16", { type: "network", address: "10.52.0.0", mask: "16" }],
  ["network 10.52.0.0/17", { type: "network", address: "10.52.0.0", mask: "17" }],
];

const foreign = new Set(["Private networks", "Multicast", "Loopback", "Taken", "Administrators", "Guests"]);

function picked<T>(record: Record<string, T>, wanted: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => wanted(key)));
}

const factory = {
  users: { admin: { groups: ["Administrators", "auditors"], preferences: { language: "english" } } },
  thresholds: { "192.0.2.10": 5000 },
  notes: { "192.0.2.10": "Operations collector" },
  settings: {
    downDisplayHour: { value: "24", enabled: true },
    highCPUThreshold: { value: "90", enabled: true },
    noRepWhenDown: { value: undefined, enabled: true },
  },
};
const legacy = { facts: "9996 -> 9996", description: "Managed by the operations team" };
const guests = ["app myViewTab", "app statusTab"];

/** The content after the first run. */
export const afterFirstRun: unknown = {
  ipGroups: {
    [leaf]: [
      "all",
      "ip 10.51.0.1",
      "network 10.50.0.0/16",
      "range 10.51.1.10 10.51.1.20",
      "wildcard 10.0.7.0 0.255.0.255",
    ],
    Parent: [`child ${leaf}`],
    Shared: ["ip 198.51.100.7", "network 10.52.0.0/16"],
  },
  permissions: {
    auditors: ["app Vitals", ...guests],
    engineers: ["app myViewTab", "app runReport", "app statusTab", "device 0A320001"],
  },
  users: {
    ...factory.users,
    alice: { groups: ["Guests", "auditors", "engineers"], preferences: { language: "english", statusTopn: 20 } },
  },
  profiles: {
    [edge]: {
      facts: "12055 -> 12056, disabled",
      description: rackNote,
      collectors: ["10.50.0.20"],
      policies: ["exclude 10.50.200.0/24", "include 10.50.0.0/16"],
    },
    lab: { facts: "12057 -> 12058, singular", collectors: [], policies: [] },
    "legacy-netops": { ...legacy, collectors: ["10.50.0.20", "192.0.2.10"], policies: ["include 192.0.2.0/26"] },
  },
  exporters: { "10.50.0.1": [edge], "192.0.2.20": ["legacy-netops"] },
  thresholds: { ...factory.thresholds, "10.50.0.20": 2500 },
  notes: { ...factory.notes, "10.50.0.20": rackNote, "10.50.0.1": "core" },
  settings: {
    ...factory.settings,
    flowStopAlert: { value: "45", enabled: true },
    notificationSent: { value: "10.0.0.1 514", enabled: false },
    pingCollectors: { value: undefined, enabled: false },
  },
};

/** The content after the second run. */
export const afterSecondRun: unknown = {
  ipGroups: {
    "Leaf renamed": ["all", "ip 10.51.0.2", "network 10.50.0.0/16", "wildcard 10.0.7.0 0.255.0.255"],
    Parent: ["all", "child Leaf renamed"],
    Shared: ["ip 198.51.100.7", "network 10.52.0.0/17"],
  },
  permissions: {
    auditors: ["app Vitals", ...guests],
    engineers: ["app IPGroups", "app myViewTab", "app statusTab", "interface 0A320001-7"],
  },
  users: {
    ...factory.users,
    "alice renamed": { groups: ["auditors", "engineers"], preferences: { language: "german", statusTopn: 20 } },
  },
  profiles: {
    [edge]: {
      facts: "12055 -> 12066, singular",
      description: "rack 5",
      collectors: ["10.50.0.20"],
      policies: ["include 10.50.0.0/16"],
    },
    "lab 2": { facts: "12057 -> 12058, singular", collectors: ["10.50.0.20"], policies: [] },
    "legacy-netops": {
      ...legacy,
      collectors: ["192.0.2.10"],
      policies: ["exclude 10.50.200.0/24", "include 192.0.2.0/26"],
    },
  },
  exporters: { "10.50.0.1": [edge, "legacy-netops"], "192.0.2.20": ["legacy-netops"] },
  thresholds: factory.thresholds,
  notes: { ...factory.notes, "10.50.0.20": "rack 5", "10.50.0.1": "core 2" },
  settings: {
    ...factory.settings,
    flowStopAlert: { value: "46", enabled: false },
    notificationSent: { value: "10.0.0.1 514", enabled: false },
    pingCollectors: { value: undefined, enabled: false },
  },
};
