import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Configuration } from "../../../provider/config/configuration";
import { FORMAT, snapshotText, type RecordedAppliance } from "../../../provider/recorded/format";
import { appliancesOf, recordGateway, recordReplicator, type Extras } from "../../../lib/site/record";
import type { Simulator } from "../../../simulator";
import { configFor, withoutCredentials } from "../../support/configuration";
import { temporaryFolder } from "../../support/temporary-folder";

/** Writes a text to a new file and returns its path. */
export function fileOf(text: string): string {
  const path = join(temporaryFolder(), "site.json");
  writeFileSync(path, text);
  return path;
}

/** Stack configuration as a process receives it. */
export function rawOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** The configuration that points to a simulator. */
export const configurationOf = (sim: Simulator): Configuration => new Configuration(rawOf(configFor(sim)), {});

const none: Extras = { filters: [], searches: [], addresses: [] };

/** The recorded answers of both appliances of a simulator. */
export async function recorded(sim: Simulator, extras: Partial<Extras> = {}): Promise<RecordedAppliance[]> {
  const { gateways, replicators } = appliancesOf(configurationOf(sim), [undefined]);
  const recording = { extras: { ...none, ...extras }, tell: () => undefined, warn: () => undefined };
  return [
    ...(await Promise.all(gateways.map((one) => recordGateway(one, recording)))),
    ...(await Promise.all(replicators.map((one) => recordReplicator(one, recording)))),
  ];
}

/** A snapshot file of both appliances of a simulator. */
export async function snapshotOf(sim: Simulator, extras: Partial<Extras> = {}): Promise<string> {
  const appliances = await recorded(sim, extras);
  return fileOf(snapshotText({ snapshot: "flowgate", format: FORMAT, version: "0.0.0-test", appliances }));
}

/** The configuration for a preview from a snapshot: URLs, but no credentials. */
export function offline(sim: Simulator, snapshot: string): Record<string, string> {
  return rawOf({ ...withoutCredentials(sim), snapshot });
}
