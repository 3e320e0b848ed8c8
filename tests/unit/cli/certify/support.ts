import { existsSync } from "node:fs";
import { join } from "node:path";
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
  readonly certificate: Certificate;
  /** Steps that count as working although the store does not hold what was declared. */
  readonly falselyGreen: readonly string[];
  readonly isJournalThere: boolean;
  /** Both stores before and after the run. */
  readonly before: string;
  readonly after: string;
}

export interface Wanted {
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

export async function certifiedOn(
  sim: Simulator,
  { kinds = [], about, settings, pasted = [] }: Wanted = {},
): Promise<Certified> {
  const before = sim.snapshot();
  const journal = new Journal(join(temporaryFolder(), "journal"));
  const falselyGreen: string[] = [];
  const keys = configFor(sim);
  for (const line of pasted) paste(line, keys, sim.switches);
  const raw = Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, JSON.stringify(value)]));
  const tell = ({ kind, step, verdict }: Outcome, inputs: Values | undefined): void => {
    if (verdict !== "works" && verdict !== "note") return;
    if (inputs !== undefined && !holds(sim, kind, inputs)) falselyGreen.push(`${kind} ${step}`);
  };
  const certificate = await certify(
    { configuration: new Configuration(raw, {}), site: undefined } as never,
    { about, kinds: kinds as Certificate["notRun"], settings: settings === true },
    journal,
    tell,
  );
  return { certificate, falselyGreen, isJournalThere: existsSync(journal.path), before, after: sim.snapshot() };
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
  mutate.replicator(({ profiles }) => {
    const own = { listeningPort: 42_000, sendingPort: 42_001, enabled: true, singularity: false };
    const members = { collectors: new Set(["10.77.66.44"]), exporters: new Set<string>(), policies: new Map() };
    profiles.set("flowgate", { name: "flowgate", ...own, description: undefined, ...members });
  });
}

export function verdictsOf({ certificate: { outcomes } }: Certified, kind: string): Record<string, string> {
  return Object.fromEntries(outcomes.filter((one) => one.kind === kind).map(({ step, verdict }) => [step, verdict]));
}

/** The journal of an earlier run on both appliances of a site, which left these objects and settings. */
export function journalOf(site: Site, ...entries: readonly Entry[]): Journal {
  const journal = new Journal(join(site.options.cwd, "flowgate-certify.journal"));
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

/** Whether the stores hold an object as declared. The forms in which a switch stores names are left open. */
function holds({ gateway: { store: gateway }, replicator }: Simulator, kind: string, inputs: Values): boolean {
  const { profiles, thresholds } = replicator.store;
  const name = String(inputs["name"]);
  const named = (stored: string): boolean =>
    nameIn(stored) === nameIn(name) || (stored.length === 31 && name.startsWith(stored));
  const inProfiles = (member: "collectors" | "exporters"): boolean =>
    (inputs["profiles"] as string[]).every((one) =>
      [...profiles.values()].some(
        (profile) =>
          nameIn(profile.name) === nameIn(one).slice(0, profile.name.length) &&
          profile[member].has(String(inputs["address"])),
      ),
    );
  const group = gateway.userGroups.get(Number(inputs["userGroupId"]));
  const granted = (seccode: unknown): boolean =>
    [...(group?.permissions.values() ?? [])].some((one) => one.seccode === seccode);
  const groups = [...gateway.ipGroups.values()];
  const hasRules = (one: (typeof groups)[number] | undefined, rules: unknown): boolean =>
    one?.rules.size === ((rules ?? []) as unknown[]).length;
  switch (kind) {
    case "IpGroup":
      return groups.some((one) => named(one.name) && hasRules(one, inputs["rules"]));
    case "IpGroups":
      return Object.entries(inputs["groups"] as Record<string, Values>).every(([key, { rules, children }]) =>
        groups.some(
          (one) => nameIn(one.name) === nameIn(key).slice(0, one.name.length) && hasRules(one, rules ?? children),
        ),
      );
    case "IpGroupRule":
      return gateway.ipGroups.get(Number(inputs["groupId"]))?.rules.size === 3;
    case "User":
      return [...gateway.users.values()].some(
        ({ name: stored, userGroups }) =>
          named(stored) && ((inputs["userGroupIds"] ?? []) as number[]).every((id) => userGroups.has(id)),
      );
    case "UserGroup":
      return [...gateway.userGroups.values()].some(
        ({ id, name: stored }) =>
          named(stored) &&
          ((inputs["members"] ?? []) as string[]).every((member) =>
            [...gateway.users.values()].some(
              (one) => nameIn(one.name) === nameIn(member).slice(0, one.name.length) && one.userGroups.has(id),
            ),
          ),
      );
    case "Membership":
      return gateway.users.get(Number(inputs["userId"]))?.userGroups.has(Number(inputs["userGroupId"])) === true;
    case "Permission":
      return granted(inputs["seccode"]);
    case "PermissionSet":
      return (inputs["permissions"] as { seccode: string }[]).every(({ seccode }) => granted(seccode));
    case "UserPreferences":
      return Object.entries(inputs["preferences"] as Values).every(
        ([key, value]) => gateway.users.get(Number(inputs["userId"]))?.preferences.get(key) === value,
      );
    case "ReplicatorProfile": {
      const profile = [...profiles.values()].find((one) => named(one.name));
      return (
        profile?.sendingPort === inputs["sendingPort"] &&
        profile?.enabled === (inputs["enabled"] ?? true) &&
        (inputs["description"] === undefined || profile.description === inputs["description"])
      );
    }
    case "Collector": {
      const threshold = thresholds.get(String(inputs["address"])) ?? 0;
      return inProfiles("collectors") && threshold === (inputs["threshold"] ?? threshold);
    }
    case "Exporter":
      return inProfiles("exporters");
    case "Policy":
      return [...profiles.values()].some(
        (profile) =>
          nameIn(profile.name) === nameIn(String(inputs["profile"])).slice(0, profile.name.length) &&
          [...profile.policies.values()].some(
            (policy) => policy.kind === inputs["kind"] && policy.network === "203.0.113.0",
          ),
      );
    case "Setting":
      return replicator.store.settings.get(name)?.value === inputs["value"];
    default:
      throw new Error(`the oracle does not know ${kind}`);
  }
}

/** A name without the letter case, which some appliances do not keep. */
function nameIn(text: string): string {
  return text.toLowerCase();
}
