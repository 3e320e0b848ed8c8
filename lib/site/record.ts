import { GatewayAppliance } from "../../provider/appliance/gateway/appliance";
import { gatewayClient } from "../../provider/appliance/gateway/appliance";
import { identityOf } from "../../provider/appliance/identity";
import { Ledger } from "../../provider/appliance/ledger";
import { replicatorClient } from "../../provider/appliance/replicator/appliance";
import type { Configuration, GatewaySettings, ReplicatorSettings } from "../../provider/config/configuration";
import { CredentialsError, RefusedError } from "../../provider/errors/errors";
import type { GatewayClient } from "../../provider/gateway/client";
import { extraOf, type RecordedAppliance, type ExtraQuestion } from "../../provider/recorded/format";
import { Recorder } from "../../provider/recorded/recorder";
import type { ReplicatorClient } from "../../provider/replicator/client";
import { isUnavailable } from "../../provider/replicator/show";
import { present } from "../../provider/values/collections";

/** Additional queries of a snapshot. */
export interface Extras {
  /** Keywords for filtered reads of replicators. */
  readonly filters: readonly string[];
  /** Parts of names to search IP groups by. */
  readonly searches: readonly string[];
  /** Addresses to resolve. */
  readonly addresses: readonly string[];
}

/** Context of a recording. */
export interface Recording {
  readonly extras: Extras;
  /** Called with the progress. */
  tell(done: number, all: number): void;
  /** Called with warnings about risky settings. */
  warn(text: string): void;
}

/** The appliances of some sites, each once. Throws a Refusal for a site with missing or invalid configuration. */
export function appliancesOf(
  configuration: Configuration,
  sites: readonly (string | undefined)[],
): { gateways: GatewaySettings[]; replicators: ReplicatorSettings[] } {
  const gateways = sites.flatMap((site) =>
    configuration.urls("gateway", site) === undefined ? [] : [configuration.gateway(site)],
  );
  const replicators = sites.flatMap((site) =>
    configuration.urls("replicator", site) === undefined ? [] : [configuration.replicator(site)],
  );
  return { gateways: eachOnce(gateways), replicators: eachOnce(replicators) };
}

function eachOnce<Settings extends GatewaySettings | ReplicatorSettings>(all: readonly Settings[]): Settings[] {
  return [...new Map(all.map((settings) => [identityOf(settings).base, settings])).values()];
}

/** Sends all reads to a gateway that resources and functions perform before a change, and stores the answers. */
export async function recordGateway(
  settings: GatewaySettings,
  { extras, tell, warn }: Recording,
): Promise<RecordedAppliance> {
  const recorder = new Recorder();
  const client = gatewayClient(settings, warn, recorder.layer);
  try {
    await readGroups(settings, client, tell);
    for (const name of extras.searches) {
      for (const fc_name_comp of ["like", "notLike"] as const) await client.ipGroups.searchAll({ name, fc_name_comp });
    }
  } finally {
    await client.close();
  }
  const { rulesField } = client.ipGroups;
  return {
    ...headOf("gateway", settings),
    ...present({ rulesField }),
    answers: recorder.answers,
  };
}

async function readGroups(settings: GatewaySettings, client: GatewayClient, tell: Recording["tell"]): Promise<void> {
  const { ipGroups } = new GatewayAppliance(client, settings, new Ledger());
  const { groups } = await ipGroups.sight.all();
  let done = 0;
  await Promise.all(
    [...groups.keys()].map(async (id) => {
      await ipGroups.rules(id);
      tell((done += 1), groups.size);
    }),
  );
}

/** The same for a replicator. For a read that it does not support, its error answer is stored. */
export async function recordReplicator(
  settings: ReplicatorSettings,
  { extras, tell, warn }: Recording,
): Promise<RecordedAppliance> {
  const recorder = new Recorder();
  const client = replicatorClient(settings, warn, recorder.layer);
  const wanted = questionsOf(client, extras);
  try {
    // Nothing else is usable without this answer.
    await client.show.config();
    for (const [index, ask] of wanted.entries()) {
      await ask().catch((error: unknown) => {
        if (!isUnavailable(error) && !isAnswered(error)) throw error;
      });
      tell(index + 1, wanted.length);
    }
  } finally {
    await client.logout().catch(() => undefined);
    await client.close();
  }
  return { ...headOf("replicator", settings), answers: recorder.answers };
}

/** A primary refuses the test of its role, and this refusal is the answer. */
function isAnswered(error: unknown): boolean {
  return error instanceof RefusedError && error.answered && !(error instanceof CredentialsError);
}

function questionsOf(client: ReplicatorClient, { filters, addresses }: Extras): (() => Promise<unknown>)[] {
  const { show, exporter } = client;
  const filtered = [undefined, ...filters].flatMap((filter) => [
    () => show.status(filter),
    () => show.profile(filter),
    () => show.collectors(filter),
    () => show.exporters(filter),
    () => show.alarms(filter),
    () => show.assets(filter),
    () => show.settings(filter),
    () => exporter.noprofile(filter),
  ]);
  return [
    ...filtered,
    ...filters.map((filter) => () => show.config(filter)),
    ...addresses.map((address) => () => client.dnscheck(address)),
    () => show.realtime(),
    () => client.licenseCheck(),
    () => client.version(),
    () => client.roleTestSecondary(),
  ];
}

function headOf(
  kind: RecordedAppliance["kind"],
  settings: GatewaySettings | ReplicatorSettings,
): Pick<RecordedAppliance, "kind" | "url" | "recorded"> {
  return { kind, url: identityOf(settings).base, recorded: new Date().toISOString() };
}

/** The additional queries of an earlier recording. */
export function extrasIn(appliances: readonly RecordedAppliance[]): Extras {
  const extras = appliances.flatMap(({ answers }) => answers.map(extraOf));
  const of = (option: ExtraQuestion["option"]): string[] =>
    unique(extras.flatMap((extra) => (extra?.option === option && extra.value !== "" ? [extra.value] : [])));
  return { filters: of("filter"), searches: of("search"), addresses: of("address") };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
