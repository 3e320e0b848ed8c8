import { existsSync } from "node:fs";
import { join } from "node:path";
import { certify, Journal, type Certificate } from "../../../../cli/certify";
import type { Outcome } from "../../../../cli/certify/verdict";
import { Configuration } from "../../../../provider/config/configuration";
import { startSimulator, type Simulator, type Switches } from "../../../../simulator";
import { configurationOf, temporaryFolder } from "../support";

type Values = Readonly<Record<string, unknown>>;

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

/** Certifies a simulator with these switches, and compares every step with its stores. */
export async function certified(switches: Partial<Switches> = {}, kinds: readonly string[] = []): Promise<Certified> {
  const sim = await startSimulator({ https: false, switches });
  try {
    return await certifiedOn(sim, kinds);
  } finally {
    await sim.close();
  }
}

export async function certifiedOn(sim: Simulator, kinds: readonly string[] = []): Promise<Certified> {
  const before = sim.snapshot();
  const journal = new Journal(join(temporaryFolder(), "journal"));
  const falselyGreen: string[] = [];
  const raw = Object.fromEntries(
    Object.entries(configurationOf(sim)).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  const tell = ({ kind, step, verdict }: Outcome, inputs: Values | undefined): void => {
    if (verdict !== "works" && verdict !== "note") return;
    if (inputs !== undefined && !holds(sim, kind, inputs)) falselyGreen.push(`${kind} ${step}`);
  };
  const chosen = { about: undefined, kinds: kinds as Certificate["notRun"], settings: false };
  const certificate = await certify(
    { configuration: new Configuration(raw, {}), site: undefined } as never,
    chosen,
    journal,
    tell,
  );
  return { certificate, falselyGreen, isJournalThere: existsSync(journal.path), before, after: sim.snapshot() };
}

/** Whether the stores hold an object as declared. The forms in which a switch stores names are left open. */
function holds(
  { gateway: { store: gateway }, replicator: { store: replicator } }: Simulator,
  kind: string,
  inputs: Values,
): boolean {
  const { profiles, thresholds } = replicator;
  const name = String(inputs["name"]);
  const named = (stored: string): boolean => stored.toLowerCase() === name.toLowerCase();
  switch (kind) {
    case "IpGroup":
      return [...gateway.ipGroups.values()].some(
        (group) => named(group.name) && group.rules.size === (inputs["rules"] as unknown[]).length,
      );
    case "User":
      return [...gateway.users.values()].some((user) => named(user.name));
    case "UserGroup":
      return [...gateway.userGroups.values()].some((group) => named(group.name));
    case "Membership":
      return gateway.users.get(Number(inputs["userId"]))?.userGroups.has(Number(inputs["userGroupId"])) === true;
    case "Permission":
      return [...(gateway.userGroups.get(Number(inputs["userGroupId"]))?.permissions.values() ?? [])].some(
        ({ seccode }) => seccode === inputs["seccode"],
      );
    case "ReplicatorProfile": {
      const profile = [...profiles.values()].find((one) => named(one.name));
      return profile?.sendingPort === inputs["sendingPort"] && profile?.enabled === (inputs["enabled"] ?? true);
    }
    case "Collector":
      return (
        (inputs["profiles"] as string[]).every((one) => profiles.get(one)?.collectors.has(String(inputs["address"]))) &&
        (thresholds.get(String(inputs["address"])) ?? 0) ===
          (inputs["threshold"] ?? thresholds.get(String(inputs["address"])) ?? 0)
      );
    case "Policy":
      return [...(profiles.get(String(inputs["profile"]))?.policies.values() ?? [])].some(
        (policy) => policy.kind === inputs["kind"] && policy.network === "203.0.113.0",
      );
    default:
      return true;
  }
}
