import type { GatewayClient, ReplicatorClient } from "../../provider/client";
import { seenWithin, type Visibility } from "../../provider/change/change";
import { RefusedError } from "../../provider/errors/errors";
import { isCutSpellingOf } from "../../provider/values/spellings";
import { sentenceOf } from "../errors";
import type { Entry } from "./journal";
import { commandsOf } from "./replicator-lives";

/** How long a deletion is repeated and looked for. */
const patience: Visibility = { patienceMs: 5_000, everyMs: 250 };

/** The clients of the appliances whose objects are removed; undefined if the site has no such appliance. */
export interface Clients {
  readonly gateway: GatewayClient | undefined;
  readonly replicator: ReplicatorClient | undefined;
}

/**
 * Removes exactly what the entries of a journal name, and puts settings back. An object that is gone already is no
 * error. Returns what is still there.
 */
export async function removeEntries(entries: readonly Entry[], { gateway, replicator }: Clients): Promise<string[]> {
  const names = (what: "group" | "user" | "userGroup" | "profile" | "address"): string[] =>
    entries.flatMap((one) => (one.what === what ? [one.name] : []));
  const left = [];
  if (gateway !== undefined) left.push(...(await cleanGateway(gateway, names)));
  if (replicator !== undefined) {
    left.push(...(await cleanReplicator(replicator, names("profile"), names("address"))));
    await restoreSettings(replicator, entries);
  }
  return left;
}

async function cleanGateway(
  { ipGroups, userApi }: GatewayClient,
  names: (what: "group" | "user" | "userGroup") => string[],
): Promise<string[]> {
  const groups = names("group");
  const ours = async (): Promise<number[]> =>
    (await ipGroups.loadTreeRootFast()).filter(({ fc_name }) => isOneOf(groups, fc_name)).map(({ fc_id }) => fc_id);
  // A group that another group contains may be refused until that group is gone, and lists may show a deletion late.
  let left: number[] = [];
  const look = async () => {
    left = await ours();
    for (const id of left) await ipGroups.delete([id]).catch(refusedOnly);
    return left.length === 0 ? true : undefined;
  };
  if (groups.length > 0) await seenWithin(look, patience);
  // The API lists no users, and answers a text about one that does not exist. Some gateways know only one spelling.
  const accounts = [
    await refusalOf(names("user"), (name) => userApi.delUsers([name]).catch(() => userApi.delUser([name]))),
    await refusalOf(names("userGroup"), (name) => userApi.delUsergroups([name])),
  ];
  return [...left.map((id) => `IP group ${String(id)}`), ...accounts.flatMap((words) => words ?? [])];
}

async function cleanReplicator(
  replicator: ReplicatorClient,
  profiles: readonly string[],
  addresses: readonly string[],
): Promise<string[]> {
  if (profiles.length === 0) return [];
  const { collector, exporter, policies, profile } = replicator;
  const ours = async () =>
    (await commandsOf(replicator)).filter((one) =>
      "profile" in one ? isOneOf(profiles, one.profile) : "name" in one && isOneOf(profiles, one.name),
    );
  for (const one of await ours()) {
    if (one.verb === "collector/add") await collector.remove(one);
    if (one.verb === "exporter/add") await exporter.remove(one);
    if (one.verb === "policies/add") await policies.remove(one);
  }
  // show/config lists no exporters on some appliances.
  const present = (await ours()).flatMap((one) => (one.verb === "profile/add" ? [one.name] : []));
  for (const name of present) {
    for (const address of addresses) await exporter.remove({ address, profile: name }).catch(refusedOnly);
    await profile.remove(name);
  }
  if (present.length > 0) await replicator.rebuild();
  return (await ours()).flatMap((one) => (one.verb === "profile/add" ? [`profile ${one.name}`] : []));
}

async function restoreSettings({ setting }: ReplicatorClient, entries: readonly Entry[]): Promise<void> {
  const settings = entries.flatMap((one) => (one.what === "setting" ? [one] : []));
  for (const { name, value, enabled } of settings) {
    await setting.set({ name, value });
    if (enabled !== undefined) await (enabled ? setting.enable(name) : setting.disable(name));
  }
}

/** Deletes each. Returns which could not be deleted, and why, if the gateway refuses the first. */
async function refusalOf(
  [first, ...others]: readonly string[],
  remove: (name: string) => Promise<unknown>,
): Promise<string | undefined> {
  if (first === undefined) return undefined;
  try {
    for (const name of [first, ...others]) await remove(name);
    return undefined;
  } catch (error) {
    refusedOnly(error);
    return `perhaps ${[first, ...others].join(", ")}: ${sentenceOf(error)}`;
  }
}

/** An object that the appliance does not have cannot be removed. Any other failure ends the command. */
function refusedOnly(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}

/** Whether a name is one of the run's, also where an appliance stores names in another form. */
function isOneOf(names: readonly string[], shown: string): boolean {
  return names.some((name) => isCutSpellingOf(shown, name));
}
