import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { FORMAT, snapshotIn, snapshotText, type RecordedAppliance } from "../../../provider/recorded/format";
import { Refusal } from "../../../provider/errors/refusal";
import {
  appliancesOf,
  extrasIn,
  recordGateway,
  recordReplicator,
  type Extras,
  type Recording,
} from "../../../lib/site/record";
import type { Context } from "../../context";
import { NotConfiguredError, UsageError } from "../../errors";
import { readNamed, writeNamed } from "../../files";
import { packageManifest } from "../../../lib/package";
import { refusals } from "../../site-reading";

/** Result of a recording. */
export interface Recorded {
  readonly file: string;
  readonly appliances: readonly RecordedAppliance[];
  /** Appliances in the file from an earlier run. */
  readonly kept: readonly RecordedAppliance[];
  readonly extras: Extras;
}

/** Queries the appliances of one site, or of all sites, and stores their answers in a file. Changes no appliance. */
export async function record(context: Context, given: string, wanted: Extras): Promise<Recorded> {
  const path = resolve(context.io.cwd, given);
  const before = await recordedBefore(path, given);
  const { configuration, site } = await context.configured();
  const problems = site === undefined ? configuration.allProblems() : configuration.problems(site);
  return refusals(async () => {
    if (problems.length > 0) throw new Refusal(problems.join("; "));
    const sites = site === undefined ? [undefined, ...configuration.siteNames()] : [site];
    const { gateways, replicators } = appliancesOf(configuration, sites);
    if (gateways.length + replicators.length === 0) {
      // Throws with the missing settings.
      configuration.gateway(site);
      throw new NotConfiguredError("No appliance is configured.");
    }
    const extras = joined(wanted, extrasIn(before));
    const appliances: RecordedAppliance[] = [];
    for (const settings of gateways) {
      const { url } = settings;
      appliances.push(await recordGateway(settings, recordingOf(context, url, "IP groups", extras)));
    }
    for (const settings of replicators) {
      appliances.push(await recordReplicator(settings, recordingOf(context, settings.url, "read-outs", extras)));
    }
    const kept = site === undefined ? [] : before.filter((one) => !appliances.some(isSameAs(one)));
    await write(given, context.io.cwd, [...kept, ...appliances]);
    return { file: path, appliances, kept, extras };
  });
}

const isSameAs =
  (one: RecordedAppliance) =>
  ({ kind, url }: RecordedAppliance): boolean =>
    kind === one.kind && url === one.url;

function recordingOf({ progress, terminal }: Context, url: string, what: string, extras: Extras): Recording {
  const { host } = new URL(url);
  return {
    extras,
    warn: (text) => {
      terminal.warn(text);
    },
    tell: (done, all) => progress.update(`Reading ${host}: ${String(done)} of ${String(all)} ${what}`),
  };
}

/** The current contents of the file; empty if it does not exist. A file of another kind is never overwritten. */
async function recordedBefore(path: string, given: string): Promise<readonly RecordedAppliance[]> {
  if (!existsSync(path)) return [];
  const text = await readNamed(path, given, " Nothing was recorded.");
  try {
    return snapshotIn(text, given).appliances;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UsageError(`${error.message} Nothing was recorded: name another file, or remove this one.`);
  }
}

function joined(one: Extras, other: Extras): Extras {
  const both = (key: keyof Extras): string[] => [...new Set([...one[key], ...other[key]])].sort();
  return { filters: both("filters"), searches: both("searches"), addresses: both("addresses") };
}

async function write(given: string, cwd: string, appliances: readonly RecordedAppliance[]): Promise<void> {
  const text = snapshotText({
    snapshot: "flowgate",
    format: FORMAT,
    version: packageManifest().version,
    appliances: [...appliances],
  });
  await writeNamed(given, text, cwd);
}
