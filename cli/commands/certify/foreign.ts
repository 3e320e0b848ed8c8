import type { ApplianceKind, Command } from "../../../provider/client";
import { compareAddresses } from "../../../provider/values/addresses";
import type { Box } from "./box";
import { runOf } from "./journal";
import { commandsOf } from "./replicator-lives";
import { ForeignChangeError, ifShown } from "./verdict";

/** What an appliance shows that does not belong to the run: a text for each object, by a name for messages. */
export type Foreign = ReadonlyMap<string, string>;

/** Networks for documentation (RFC 5737): no real object should use their addresses. */
const documentation = ["192.0.2", "198.51.100", "203.0.113"];
const ADDRESSES = 8;
const PORTS = 20;
/** The first port to try: above those that flow protocols use. */
const FIRST_PORT = 41_000;

/**
 * Everything that the lists of an appliance show, without the objects of this run. Users, user groups, memberships,
 * permissions and preferences are missing: the API has no action that reads them.
 */
export async function foreignOn(box: Box, about: ApplianceKind): Promise<Foreign> {
  return about === "gateway" ? foreignGroups(box) : foreignCommands(box);
}

/** Throws a {@link ForeignChangeError} if anything foreign differs. */
export function assertUntouched(before: Foreign, after: Foreign): void {
  const names = new Set([...before.keys(), ...after.keys()]);
  const differences = [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    if (was === undefined) return [`${name} is new: ${is ?? ""}`];
    return [is === undefined ? `${name} is missing: it was ${was}` : `${name} was ${was} and is now ${is}`];
  });
  if (differences.length > 0) throw new ForeignChangeError(differences);
}

/** Finds addresses and ports that the replicator does not use. */
export async function findFree(box: Box): Promise<Box["free"]> {
  const known = JSON.stringify([await box.replicator.show.config(), ...(await keysOf(box))]);
  const addresses = documentation.flatMap((network) =>
    Array.from({ length: 200 }, (_, index) => `${network}.${String(index + 20)}`),
  );
  const ports = Array.from({ length: 2_000 }, (_, index) => FIRST_PORT + index);
  const isFree = (value: string | number): boolean => !new RegExp(`(?<![\\d.])${value}(?![\\d.])`, "u").test(known);
  return { addresses: addresses.filter(isFree).slice(0, ADDRESSES), ports: ports.filter(isFree).slice(0, PORTS) };
}

async function keysOf({ replicator }: Box): Promise<string[]> {
  const [exporters, collectors] = await Promise.all([
    ifShown(() => replicator.show.exporters()),
    ifShown(() => replicator.show.collectors()),
  ]);
  return [...(exporters?.keys() ?? []), ...(collectors?.keys() ?? [])];
}

async function foreignGroups(box: Box): Promise<Foreign> {
  const groups = await box.gateway.ipGroups.loadTreeRootFast();
  for (const text of groups.unreadable ?? []) box.own.set(text, "an entry");
  const foreign = groups.filter(({ fc_name: name }) => runOf(name) !== box.prefix);
  const found = foreign.map(async ({ fc_id, fc_name }) => {
    box.own.set(fc_name, `group ${String(fc_id)}`);
    const rules = await box.gateway.ipGroups.loadRules({ fc_id });
    const texts = rules.map(({ rule_id: _, ...rule }) => JSON.stringify(rule)).sort();
    return [`IP group ${String(fc_id)}`, `"${fc_name}" ${texts.join(" ")}`] as const;
  });
  return new Map(await Promise.all(found));
}

async function foreignCommands(box: Box): Promise<Foreign> {
  const all = (await commandsOf(box.replicator)).filter((one) => !isOurs(one, box));
  for (const one of all) {
    const { name, current, profile = name ?? current, description } = one as Partial<Record<string, string>>;
    if (profile !== undefined) box.own.set(profile, "a profile");
    if (description !== undefined) box.own.set(description, "a description");
  }
  const settings = (await ifShown(() => box.replicator.show.settings())) ?? new Map<string, unknown>();
  const exporters = (await ifShown(() => box.replicator.show.exporters())) ?? new Map<string, { profiles?: unknown }>();
  return new Map([
    ...all.map((one) => [nameOf(one), JSON.stringify(one)] as const),
    ...[...settings]
      .filter(([name]) => !box.ownSettings.has(name))
      .map(([name, value]) => [`setting ${name}`, JSON.stringify(value)] as const),
    ...[...exporters.keys()]
      .filter((address) => !box.free.addresses.includes(address))
      .sort(compareAddresses)
      .map((address) => [`exporter ${address}`, "listed"] as const),
  ]);
}

function isOurs(command: Command, { prefix, free }: Box): boolean {
  const values = Object.values(command).map(String);
  return values.some((value) => runOf(value) === prefix || free.addresses.includes(value));
}

/** A name that two commands about one thing share, so that a changed value is a change. */
function nameOf(command: Command): string {
  const { verb, ...values } = command;
  const named = Object.entries(values).filter(([key]) => !["threshold", "description", "listeningPort"].includes(key));
  return `${verb} ${named.map(([, value]) => String(value)).join(" ")}`;
}
