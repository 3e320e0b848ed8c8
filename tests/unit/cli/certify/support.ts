import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { certify, Journal, type Certificate } from "../../../../cli/commands/certify";
import type { Entry } from "../../../../cli/commands/certify/journal";
import { type Outcome, works } from "../../../../cli/commands/certify/verdict";
import type { ApplianceKind } from "../../../../provider/client";
import { Configuration } from "../../../../provider/config/configuration";
import { startSimulator, type Simulator, type Switches } from "../../../../simulator";
import { configFor } from "../../../support/configuration";
import { temporaryFolder, type Site } from "../support";

type Values = Readonly<Record<string, unknown>>;
type Keys = Record<string, Record<string, unknown>>;

/** The result of a run against a simulator, with what the stores showed at each step. */
export interface Certified {
  /** It is closed already. */
  readonly sim: Simulator;
  readonly certificate: Certificate;
  /** Steps that count as working although the store does not hold what was declared. */
  readonly falselyGreen: readonly string[];
  readonly isJournalThere: boolean;
  /** Both stores before and after the run. */
  readonly before: string;
  readonly after: string;
}

export interface Wanted {
  /** What happens on the appliances before the run. */
  readonly before?: (sim: Simulator) => unknown;
  readonly kinds?: readonly string[];
  readonly about?: ApplianceKind;
  readonly settings?: true;
  /** Lines of an earlier report that the user pasted. */
  readonly pasted?: readonly string[];
}

/** Certifies a simulator with these switches, and compares every step with its stores. */
export async function certified(switches: Partial<Switches> = {}, wanted: Wanted = {}): Promise<Certified> {
  const sim = await startSimulator({ https: false, switches });
  try {
    return await certifiedOn(sim, wanted);
  } finally {
    await sim.close();
  }
}

async function certifiedOn(
  sim: Simulator,
  { before: happens, kinds = [], about, settings, pasted = [] }: Wanted,
): Promise<Certified> {
  happens?.(sim);
  const before = sim.snapshot();
  const journal = new Journal(join(temporaryFolder(), "journal"));
  const falselyGreen: string[] = [];
  const keys = configFor(sim);
  for (const line of pasted) paste(line, keys, sim.switches);
  const raw = Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, JSON.stringify(value)]));
  const tell = ({ kind, step, verdict }: Outcome, inputs: Values | undefined): void => {
    if (verdict !== "works" && verdict !== "note") return;
    if (inputs !== undefined && !holds(sim, kind, inputs as Inputs)) falselyGreen.push(`${kind} ${step}`);
  };
  const certificate = await certify(
    { configuration: new Configuration(raw, {}), site: undefined } as never,
    { about, kinds: kinds as Certificate["notRun"], settings: settings === true },
    journal,
    tell,
  );
  return { sim, certificate, falselyGreen, isJournalThere: existsSync(journal.path), before, after: sim.snapshot() };
}

/** The kinds of a run with a step that did not work, and those without any. */
export function failingKinds({ outcomes, notRun }: Certificate): string[] {
  return [...new Set([...outcomes.filter((one) => !works([one])).map(({ kind }) => kind), ...notRun])];
}

/** The lines that a user sets after a run, with those for which the user looks up a value. */
export function linesOf({ settings, lookUp }: Certificate): string[] {
  return [...settings, ...lookUp.map(({ key }) => `pulumi config set --path '${key}' '<value>'`)];
}

export const hostsOf = ({ sim }: Site): string[] =>
  [sim.gateway.url, sim.replicator.url].map((url) => new URL(url).host);

/** Objects of others whose names are a beginning of the names of a run. */
export function addNeighbours({ mutate }: Simulator): void {
  for (const name of ["flowgate", "flowgate-certify", "flowgate-certify-"]) mutate.addIpGroup(name, []);
  mutate.addProfile("flowgate", 42_000, 42_001);
  mutate.addCollector("10.77.66.44", "flowgate");
}

export function verdictsOf({ certificate: { outcomes } }: Certified, kind: string): Record<string, string> {
  return Object.fromEntries(outcomes.filter((one) => one.kind === kind).map(({ step, verdict }) => [step, verdict]));
}

/** The journal of an earlier run on both appliances of a site, which left these objects and settings. */
export function journalOf(site: Site, ...entries: readonly Entry[]): Journal {
  const journal = new Journal(site.path("flowgate-certify.journal"));
  const { gateway, replicator } = site.sim;
  for (const [about, { url }] of Object.entries({ gateway, replicator })) {
    journal.add({ what: "appliance", about: about as ApplianceKind, url });
  }
  for (const one of entries) journal.add(one);
  return journal;
}

/** Does what a line `pulumi config set --path flowgate:<path> <value>` does. The user looks up what `<value>` is. */
function paste(line: string, keys: Keys, switches: Readonly<Switches>): void {
  const words = [...line.matchAll(/'((?:[^']|'\\'')*)'|"([^"]*)"|(\S+)/gu)].map(
    ([, single, double, plain]) => single?.replaceAll("'\\''", "'") ?? double ?? plain ?? "",
  );
  const [path = "", value = ""] = words.slice(words.indexOf("--path") + 1);
  const places = path
    .replace(/^flowgate:/u, "")
    .replace(/\[(\d+)\]/gu, ".$1")
    .split(".");
  let at: Record<string, unknown> = keys;
  for (const [index, place] of places.slice(0, -1).entries()) {
    at = (at[place] ??= /^\d+$/u.test(places[index + 1] ?? "") ? [] : {}) as Record<string, unknown>;
  }
  const key = places.at(-1) ?? "";
  const known = value.startsWith("<") ? switches[key as keyof Switches] : undefined;
  at[key] = known ?? (/^(?:\d+|true|false)$/u.test(value) ? (JSON.parse(value) as unknown) : value);
}

/** The inputs of all kinds that a run declares. */
interface Inputs {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly address: string;
  readonly profile: string;
  readonly profiles: readonly string[];
  readonly groups: Readonly<Record<string, Pick<Inputs, "rules" | "children">>>;
  readonly permissions: readonly { readonly seccode: string }[];
  readonly preferences: Values;
  readonly rules?: readonly unknown[];
  readonly children?: readonly unknown[];
  readonly members?: readonly string[];
  readonly userGroupIds?: readonly number[];
}

/** Whether the stores hold an object as declared. Switches store names in lower case, or their first 31 characters. */
function holds(
  { gateway: { store: gateway }, replicator: { store } }: Simulator,
  kind: string,
  inputs: Inputs,
): boolean {
  const { name, address } = inputs;
  const called = (declared: string) => (one: { name: string }) =>
    one.name.toLowerCase() === declared.slice(0, one.name.length === 31 ? 31 : undefined).toLowerCase();
  const [groups, users] = [[...gateway.ipGroups.values()], [...gateway.users.values()]];
  const profiles = [...store.profiles.values()];
  const hasGroup = (declared: string, rules: readonly unknown[] = []): boolean =>
    groups.some((one) => called(declared)(one) && one.rules.size === rules.length);
  const inProfiles = (member: "collectors" | "exporters"): boolean =>
    inputs.profiles.every((one) => profiles.some((profile) => called(one)(profile) && profile[member].has(address)));
  const user = gateway.users.get(Number(inputs["userId"]));
  const userGroup = gateway.userGroups.get(Number(inputs["userGroupId"]));
  const isGranted = ({ seccode }: Readonly<Record<string, unknown>>): boolean =>
    [...(userGroup?.permissions.values() ?? [])].some((one) => one.seccode === seccode);
  const ofKinds: Readonly<Record<string, () => boolean>> = {
    IpGroup: () => hasGroup(name, inputs.rules),
    IpGroups: () =>
      Object.entries(inputs.groups).every(([key, { rules, children }]) => hasGroup(key, rules ?? children)),
    IpGroupRule: () => gateway.ipGroups.get(Number(inputs["groupId"]))?.rules.size === 3,
    User: () =>
      users.some((one) => called(name)(one) && (inputs.userGroupIds ?? []).every((id) => one.userGroups.has(id))),
    UserGroup: () =>
      [...gateway.userGroups.values()].some(
        (group) =>
          called(name)(group) &&
          (inputs.members ?? []).every((one) =>
            users.some((each) => called(one)(each) && each.userGroups.has(group.id)),
          ),
      ),
    Membership: () => user?.userGroups.has(Number(inputs["userGroupId"])) === true,
    Permission: () => isGranted(inputs),
    PermissionSet: () => inputs.permissions.every(isGranted),
    UserPreferences: () =>
      Object.entries(inputs.preferences).every(([key, value]) => user?.preferences.get(key) === value),
    ReplicatorProfile: () => {
      const profile = profiles.find(called(name));
      const { sendingPort, enabled = true, description = profile?.description } = inputs;
      return profile !== undefined && isDeepStrictEqual({ ...profile, sendingPort, enabled, description }, profile);
    },
    Collector: () => {
      const threshold = store.thresholds.get(address) ?? 0;
      return inProfiles("collectors") && threshold === (inputs["threshold"] ?? threshold);
    },
    Exporter: () => inProfiles("exporters"),
    Policy: () =>
      profiles
        .filter(called(inputs.profile))
        .some(({ policies }) =>
          [...policies.values()].some(({ kind, network }) => kind === inputs["kind"] && network === "203.0.113.0"),
        ),
    Setting: () => store.settings.get(name)?.value === inputs["value"],
  };
  const holdsKind = ofKinds[kind];
  if (holdsKind === undefined) throw new Error(`the oracle does not know ${kind}`);
  return holdsKind();
}
