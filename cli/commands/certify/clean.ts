import type { ApplianceKind, GatewayClient, ReplicatorClient } from "../../../provider/client";
import { seenWithin, type Visibility } from "../../../provider/change/change";
import { ApplianceError } from "../../../provider/errors/errors";
import { isCutSpellingOf } from "../../../provider/values/names";
import { sentenceOf } from "../../errors";
import type { Box } from "./box";
import { runOf, type Entry } from "./journal";
import { delUsers } from "./gateway-lives";
import { commandsOf } from "./replicator-lives";
import { answeredOnly, unclearOnly } from "./verdict";

/** How long a deletion is repeated and looked for. */
const patience: Visibility = { patienceMs: 5_000, everyMs: 250 };

/**
 * Removes exactly what the entries of a journal name, and puts settings back. An object that is gone already is no
 * error. What cannot be removed or put back keeps nothing else from it. Returns a sentence for each thing that is left.
 */
export async function removeEntries(
  entries: readonly Entry[],
  box: Box,
  abouts: readonly ApplianceKind[],
): Promise<string[]> {
  const names = (what: "group" | "user" | "userGroup" | "profile" | "address"): string[] =>
    entries.flatMap((one) => (one.what === what ? [one.name] : []));
  const left: string[] = [];
  if (abouts.includes("gateway")) left.push(...(await tried(unknown, () => cleanGateway(box.gateway, names))));
  if (!abouts.includes("replicator")) return left;
  left.push(...(await tried(unknown, () => cleanReplicator(box.replicator, names("profile"), names("address")))));
  for (const one of entries) if (one.what === "setting") left.push(...(await putBack(box.replicator, one)));
  return left;
}

const unknown = "Perhaps not everything was removed";

/** Does the work. If an appliance refuses it or does not answer, returns a sentence that begins with this text. */
async function tried(beginning: string, work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error;
    return [`${beginning}: ${sentenceOf(error)}`];
  }
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
  return [...left.map((id) => `Still there: IP group ${String(id)}`), ...accounts.flatMap((words) => words ?? [])];
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
  return (await present()).map((name) => `Still there: profile ${name}`);
}

async function putBack(
  { setting, show }: ReplicatorClient,
  { name, value, enabled }: Extract<Entry, { what: "setting" }>,
): Promise<string[]> {
  const failed = `Not put back: setting ${name}, which was ${value} before`;
  const shown = async () => (await show.settings()).get(name);
  return tried(failed, async () => {
    let live = await shown();
    const isEnabled = () => enabled === undefined || live?.enabled === enabled;
    if (live?.value !== value) await setting.set({ name, value }).catch(unclearOnly);
    if (!isEnabled()) await (enabled === true ? setting.enable(name) : setting.disable(name)).catch(unclearOnly);
    const look = async () => {
      live = await shown();
      return live?.value === value && isEnabled() ? true : undefined;
    };
    if ((await seenWithin(look, patience)) === true) return [];
    return [
      `${failed}: the replicator shows ${live?.value ?? "no value"}${isEnabled() ? "" : ", and not its old state"}`,
    ];
  });
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
    return `Perhaps still there: ${[first, ...others].join(", ")}: ${sentenceOf(error)}`;
  }
}

/** Whether a name is one of the run's, also where an appliance stores names in another form. */
function isOneOf(names: readonly string[], shown: string): boolean {
  return names.some((name) => runOf(shown) === runOf(name) && (isCutSpellingOf(shown, name) || isEscaped(shown, name)));
}

function isEscaped(shown: string, name: string): boolean {
  return shown !== name && shown === encodeURIComponent(name);
}
