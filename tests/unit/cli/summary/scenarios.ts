import { UNKNOWN } from "../../../support/unknown";

/** Previews as the engine writes them. They are too large to be stored as files. */

interface Declared {
  kind: string;
  name: string;
  inputs: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  dependsOn?: string[];
  /** The id in the state. */
  id?: string;
  provider?: string;
  retainOnDelete?: boolean;
}

type Values = Record<string, unknown>;

/** One line of a preview. */
interface ScenarioStep {
  op: string;
  urn: string;
  oldState?: { id: string | undefined; custom: boolean; inputs: Values; outputs: Values; dependencies: string[] };
  newState?: { custom: boolean; provider: string | undefined; inputs: Values; dependencies: string[] };
}

const OURS = "pulumi-nodejs:dynamic/flowgate:";

/** The previews of one stack. */
class Stack {
  readonly stack = "dev";
  readonly project = "brown";

  urn(kind: string, name: string): string {
    return `urn:pulumi:${this.stack}::${this.project}::${OURS}${kind}::${name}`;
  }

  step(op: string, declared: Declared, changed: Values = {}, outputs: Values = {}): ScenarioStep {
    const { kind, name, inputs, dependsOn: dependencies = [], id, provider, retainOnDelete } = declared;
    const old = { ...inputs, ...declared.outputs, ...outputs };
    const oldState = { id, custom: true, inputs, outputs: old, dependencies, retainOnDelete };
    const newState = { custom: true, provider, inputs: { ...inputs, ...changed }, dependencies };
    return {
      op,
      urn: this.urn(kind, name),
      ...(op === "create" ? {} : { oldState }),
      ...(op === "delete" ? {} : { newState }),
    };
  }

  text(steps: readonly ScenarioStep[], config: Readonly<Record<string, string>> = {}): string {
    const changeSummary: Record<string, number> = { same: 1 };
    for (const { op } of steps) changeSummary[op] = (changeSummary[op] ?? 0) + 1;
    const type = "pulumi:pulumi:Stack";
    const stack = {
      op: "same",
      urn: `urn:pulumi:${this.stack}::${this.project}::${type}::${this.project}-${this.stack}`,
    };
    return `${JSON.stringify({ config, steps: [stack, ...steps], changeSummary }, null, 4)}\n`;
  }
}

export const group = (name: string, rules: unknown[], groupId = 100, title = name): Declared => ({
  kind: "IpGroup",
  name: title,
  inputs: { name, rules },
  outputs: { groupId, ruleCount: rules.length },
});
const ip = (address: string): object => ({ type: "ip", address });
const network = (cidr: string): object => ({ type: "network", cidr });
const imported = (name: string): Values => ({ name, listeningPort: 2055, sendingPort: 9000 });
const profile = (name: string): Declared => ({
  kind: "ReplicatorProfile",
  name,
  inputs: { ...imported(name), enabled: true, singularity: false },
});
const collector = (address: string, profiles: string[]): Declared => ({
  kind: "Collector",
  name: `c-${address}`,
  inputs: { address, profiles, exclusive: false },
});
const exporter = (address: string, profiles: string[]): Declared => ({
  ...collector(address, profiles),
  kind: "Exporter",
  name: `e-${address}`,
});
const policy = (cidr: string, name: string, include = true): Declared => ({
  kind: "Policy",
  name: `p-${cidr}`,
  inputs: { cidr, profile: name, kind: include ? "include" : "exclude" },
});

/** The stack of most previews. */
export const stack = new Stack();

/** A profile gets another name, and its dependents follow. */
export function rename(): string {
  const [before, after] = ["netflow-core", "netflow-central"];
  const collectors = Array.from({ length: 7 }, (_, index) => collector(`10.99.${index % 2}.${index}`, [before]));
  const exporters = ["10.1.0.1", "10.1.0.2"].map((address) => exporter(address, [before]));
  const members = [...collectors, ...exporters].map((one) => stack.step("update", one, { profiles: [after] }));
  return stack.text([
    stack.step("update", { ...profile(before), name: "core", inputs: imported(before) }, profile(after).inputs),
    ...members,
    stack.step("update", policy("10.20.0.0/16", before), { profile: after }),
    stack.step("same", profile("netflow-edge")),
  ]);
}

/** A new site: 40 branches with 8 groups each, and what its replicator needs. */
export function creations(): string {
  const steps: ScenarioStep[] = [];
  for (let branch = 0; branch < 40; branch += 1) {
    const leaves = Array.from({ length: 7 }, (_, leaf) =>
      group(`Branch ${branch} part ${leaf}`, [network(`10.${branch}.${leaf}.0/24`)], 0, `b${branch}-${leaf}`),
    );
    steps.push(...leaves.map((leaf) => stack.step("create", leaf)));
    const rules = leaves.map(() => ({ type: "child", groupId: UNKNOWN }));
    const dependsOn = leaves.map(({ name }) => stack.urn("IpGroup", name));
    steps.push(stack.step("create", { ...group(`Branch ${branch}`, rules, 0, `b${branch}`), dependsOn }));
  }
  for (const [at, name] of ["netflow", "ipfix", "sflow"].entries()) {
    steps.push(stack.step("create", profile(name)));
    for (let index = 0; index < 8; index += 1)
      steps.push(stack.step("create", collector(`10.${90 + at}.${index}.1`, [name])));
    for (let index = 0; index < 7; index += 1)
      steps.push(stack.step("create", policy(`10.${40 * at + index}.0.0/16`, name)));
  }
  steps.push(stack.step("create", { kind: "UserGroup", name: "ops", inputs: { name: "Ops", onExisting: "adopt" } }));
  steps.push(stack.step("create", { kind: "User", name: "alice", inputs: { name: "alice", password: "[secret]" } }));
  steps.push(stack.step("create", { kind: "Setting", name: "flow", inputs: { name: "flowStopAlert", value: "45" } }));
  steps.push(stack.step("create", exporter("10.1.0.1", ["netflow"])));
  return stack.text(steps);
}

/** An `IpGroups` with groups `B 0`, `B 1`, and so on. */
const bulk = (count: number): Declared => ({
  kind: "IpGroups",
  name: "all",
  inputs: { groups: groupsTo(count) },
  outputs: { groupIds: Object.fromEntries(Array.from({ length: count }, (_, at) => [`B ${at}`, 100 + at])) },
});
const groupsTo = (count: number): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`B ${at}`, { rules: [ip(`10.0.0.${at}`)] }]));
/** Rules for as many networks. */
const rules = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => network(`10.${100 + Math.floor(at / 256)}.${at % 256}.0/24`));
/** The input of a permission set. */
const rights = (...seccodes: string[]): Record<string, unknown> => ({
  permissions: seccodes.map((seccode) => ({ permissionType: "device", seccode })),
});

const existed = (one: Declared, what: unknown = true): Declared => ({ ...one, outputs: { origin: { existed: what } } });
const set: Declared = { kind: "PermissionSet", name: "may", inputs: { userGroup: "Ops", ...rights("10.1.1.1") } };

/** Objects of many kinds go, others stay, a policy becomes an exclude, and the provider itself changes. */
export const losses = (): string =>
  stack.text([
    ...[
      group("Lab", [ip("10.9.0.1")]),
      profile("lab"),
      collector("10.9.0.2", ["lab"]),
      exporter("10.9.0.3", ["lab"]),
      policy("10.9.0.0/16", "netflow", false),
      existed(collector("10.9.0.4", ["lab", "netflow"]), ["lab"]),
      existed(collector("10.9.0.5", ["lab"]), ["lab"]),
      existed(policy("10.7.0.0/16", "netflow")),
      existed({ kind: "Membership", name: "in", inputs: { user: "dora", userGroup: "Ops" } }),
      { kind: "Setting", name: "flow", inputs: { name: "flowStopAlert", onDestroy: "leave" } },
      { kind: "UserPreferences", name: "prefs", inputs: { userId: 1, preferences: {} } },
      { ...group("Keep", []), retainOnDelete: true },
    ].map((one) => stack.step("delete", one)),
    stack.step("replace", existed(policy("10.6.0.0/16", "ipfix")), { cidr: "10.6.0.0/24" }),
    stack.step("update", existed(set, set.inputs["permissions"]), rights()),
    stack.step("update", policy("10.8.0.0/16", "netflow"), { kind: "exclude" }),
    { op: "update", urn: "urn:pulumi:dev::brown::pulumi:providers:flowgate::box" },
  ]);

/** The report of a fleet: a group goes at each of four sites, one site gets another, and one is skipped. */
export function fleet(): string {
  const sites = ["lille", "lyon", "nice", "paris"].map((site) => {
    const at = (name: string): Declared => ({ ...group(name, []), inputs: { name, rules: [], site } });
    const more = site === "nice" ? [stack.step("create", at("Lab"))] : [];
    const text = stack.text([stack.step("delete", at("Office 3")), ...more]);
    return { site, stack: site, ...(JSON.parse(text.replaceAll("urn:pulumi:dev", `urn:pulumi:${site}`)) as object) };
  });
  const skipped = { site: "reims", stack: "reims", result: "done before", changes: {}, diagnostics: [] };
  return JSON.stringify({ operation: "preview", project: "brown", sites: [...sites, skipped] });
}

/** An `IpGroups` of 100 groups loses 90 of them. */
export const deletions = (config: Readonly<Record<string, string>> = {}): string =>
  stack.text([stack.step("update", bulk(100), { groups: groupsTo(10) })], config);

/** Objects that other resources of the program take over: two groups, one by another provider, a right, and a policy. */
export function moves(): string {
  const taken = (at: number, address = `10.0.0.${at}`): Declared => {
    const { inputs, ...one } = group(`B ${at}`, [ip(address)], 100 + at, `b-${at}`);
    return { ...one, inputs: { ...inputs, onExisting: "adopt" } };
  };
  const one = { kind: "Permission", name: "one", inputs: { userGroup: "Ops", permissionType: "app", seccode: "tos" } };
  const set = { kind: "PermissionSet", name: "may", inputs: { userGroup: "Ops", permissions: [] } };
  const other = { ...policy("10.8.0.0/16", "netflow"), name: "other" };
  return stack.text([
    stack.step("update", bulk(4), { groups: groupsTo(1) }),
    stack.step("create", { ...taken(3), provider: "plugin" }),
    stack.step("create", taken(1)),
    stack.step("create", taken(2, "10.0.0.99")),
    stack.step("update", set, { permissions: [{ permissionType: "app", seccode: "tos" }] }),
    stack.step("delete", one),
    stack.step("create", other),
    stack.step("delete", policy("10.8.0.0/16", "netflow")),
  ]);
}

/** A profile gets another name in the program without an alias, and so does the policy that refers to it. */
export function renamed(): string {
  const one = { ...policy("10.8.0.0/16", "core"), name: "all", dependsOn: [stack.urn("ReplicatorProfile", "center")] };
  const made = [{ ...profile("core"), name: "center" }, one].map((is) => stack.step("create", is));
  const left = [policy("10.8.0.0/16", "core"), profile("core")].map((was) => stack.step("delete", was));
  return stack.text([...made, ...left]);
}

/** A collector is replaced by another one, and rules that the engine masks change. */
export const replaced = (): string =>
  stack.text([
    stack.step("replace", collector("10.0.0.1", ["netflow"]), { address: "10.0.0.2" }),
    stack.step("update", { kind: "IpGroup", name: "hidden", inputs: { name: "Hidden", rules: "[secret]" } }),
  ]);

/** A group of 3,000 rules is cut to one, a profile is disabled, a right is withdrawn, and groups go. */
export function cut(lost = 50): string {
  return stack.text([
    stack.step("same", { kind: "UserGroup", name: "ops", inputs: { name: "Operators" }, outputs: { userGroup: 21 } }),
    stack.step("update", group("Big", rules(3_000), 99), { rules: rules(1) }),
    stack.step("update", profile("netflow"), { enabled: false }),
    stack.step("update", set, rights()),
    stack.step("update", bulk(60), { groups: groupsTo(60 - lost) }),
  ]);
}

/** The event of a step that was done. */
export const done = ({ op, urn, oldState, newState }: ScenarioStep): object => ({
  resOutputsEvent: { metadata: { op, urn, old: oldState, new: newState && { ...newState, outputs: {} } } },
});
/** The event of a step that failed after it had saved these outputs. */
export const failed = ({ op, urn, oldState, newState }: ScenarioStep, outputs: object = {}): object => ({
  resOpFailedEvent: { metadata: { op, urn, old: oldState, new: newState && { ...newState, outputs } } },
});
/** The output of an up whose engine was killed after these steps. */
export function killed(...steps: readonly ScenarioStep[]): string {
  const began = { resourcePreEvent: { metadata: stack.step("create", profile("netflow")) } };
  return upOf([began, ...steps.map(done)]).replace(/\n.*$/u, "");
}
/** The output of an up: its events, and then its errors, each with the resource that it belongs to. */
export function upOf(events: readonly object[], ...errors: readonly (readonly [string | undefined, string])[]): string {
  const said = errors.map(([urn, message]) => ({ diagnosticEvent: { urn, message, severity: "error" } }));
  const all = [...events, ...said, { summaryEvent: {} }];
  return all.map((one, sequence) => JSON.stringify({ sequence, ...one })).join("\n");
}
