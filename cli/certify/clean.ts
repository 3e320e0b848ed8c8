import type { GatewayClient, ReplicatorClient } from "../../provider/client";
import { seenWithin, type Visibility } from "../../provider/change/change";
import { isCutSpellingOf } from "../../provider/values/names";
import { sentenceOf } from "../errors";
import type { Entry } from "./journal";
import { delUsers } from "./gateway-lives";
import { commandsOf } from "./replicator-lives";
import { answeredOnly, unclearOnly } from "./verdict";

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
  gateway: GatewayClient,
  names: (what: "group" | "user" | "userGroup") => string[],
): Promise<string[]> {
  const { ipGroups, userApi } = gateway;
  const groups = names("group");
  const ours = async (): Promise<number[]> =>
    (await ipGroups.loadTreeRootFast()).filter(({ fc_name }) => isOneOf(groups, fc_name)).map(({ fc_id }) => fc_id);
  // A group that another group contains may be refused until that group is gone, and lists may show a deletion late.
  let left: number[] = [];
  const look = async () => {
    left = await ours();
    for (const id of left) await ipGroups.delete([id]).catch(answeredOnly);
    return left.length === 0 ? true : undefined;
  };
  if (groups.length > 0) await seenWithin(look, patience);
  // The API lists no users, and answers a text about one that does not exist.
  const accounts = [
    await refusalOf(names("user"), (name) => delUsers(gateway, [name])),
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
  const remove = (work: Promise<unknown>): Promise<unknown> => work.catch(answeredOnly);
  for (const one of await ours()) {
    if (one.verb === "collector/add") await remove(collector.remove(one));
    if (one.verb === "exporter/add") await remove(exporter.remove(one));
    if (one.verb === "policies/add") await remove(policies.remove(one));
  }
  const present = async () => (await ours()).flatMap((one) => (one.verb === "profile/add" ? [one.name] : []));
  const before = await present();
  for (const name of before) {
    // show/config lists no exporters on some appliances.
    for (const address of addresses) await remove(exporter.remove({ address, profile: name }));
    await remove(profile.remove(name));
    // Some appliances store a name as it was escaped in the path that created it.
    for (const one of profiles) if (isEscaped(name, one)) await remove(profile.remove(one));
  }
  if (before.length > 0) await remove(replicator.rebuild());
  return (await present()).map((name) => `profile ${name}`);
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
    for (const name of [first, ...others]) await remove(name).catch(unclearOnly);
    return undefined;
  } catch (error) {
    answeredOnly(error);
    return `perhaps ${[first, ...others].join(", ")}: ${sentenceOf(error)}`;
  }
}

/** Whether a name is one of the run's, also where an appliance stores names in another form. */
function isOneOf(names: readonly string[], shown: string): boolean {
  return names.some((name) => isCutSpellingOf(shown, name) || isEscaped(shown, name));
}

function isEscaped(shown: string, name: string): boolean {
  return shown !== name && shown === encodeURIComponent(name);
}
