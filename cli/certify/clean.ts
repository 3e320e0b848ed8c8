import type { GatewayClient, ReplicatorClient } from "../../provider/client";
import { RefusedError } from "../../provider/errors/errors";
import type { Entry } from "./journal";
import { commandsOf } from "./replicator-lives";

/** How often a deletion is tried and looked for. */
const MOST_TRIES = 20;
const PAUSE_MS = 250;

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
  const groups = new Set(names("group"));
  const ours = async (): Promise<number[]> =>
    (await ipGroups.loadTreeRootFast()).filter(({ fc_name }) => isName(groups, fc_name)).map(({ fc_id }) => fc_id);
  // A group that another group contains may be refused until that group is gone.
  let left = groups.size === 0 ? [] : await ours();
  // Lists may show a deletion late, too.
  for (let tries = 0; left.length > 0 && tries < MOST_TRIES; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    for (const id of left) await ipGroups.delete([id]).catch(refusedOnly);
    left = await ours();
  }
  const users = names("user");
  const userGroups = names("userGroup");
  // The API lists no users. A text about one that does not exist is expected. Some gateways know only one spelling.
  const deleted = await eachOf(users, (name) => userApi.delUsers([name]));
  if (!deleted) await eachOf(users, (name) => userApi.delUser([name]));
  for (const name of userGroups) await userApi.delUsergroups([name]);
  return left.map((id) => `IP group ${String(id)}`);
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
      "profile" in one ? profiles.includes(one.profile) : "name" in one && profiles.includes(one.name),
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

/** Deletes each; false if the gateway refuses the action. */
async function eachOf(names: readonly string[], remove: (name: string) => Promise<unknown>): Promise<boolean> {
  try {
    for (const name of names) await remove(name);
    return true;
  } catch (error) {
    refusedOnly(error);
    return false;
  }
}

/** An object that the appliance does not have cannot be removed. Any other failure ends the command. */
function refusedOnly(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}

/** Whether a name is one of the run's, also where the gateway stores names in another form. */
function isName(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || [...names].some((one) => one.length > 31 && one.startsWith(name) && name.length === 31);
}
