import { isDeepStrictEqual } from "node:util";
import { parseCommand, type Command, type ReplicatorClient } from "../../provider/client";
import { idOf } from "../../provider/kinds/policy";
import { networkOf } from "../../provider/values/addresses";
import { Refusal } from "../../provider/errors/refusal";
import { quoted } from "../../provider/values/quoted";
import { withoutUndefined, type Values } from "../../provider/values/inputs";
import { description as descriptionSchema, profileName, settingValue } from "../../provider/values/names";
import type { Kinds } from "./kinds";
import { isLeftOut, leftOutOf, type Candidate, type LeftOut, type Part, type SiteObject } from "./object";
import { byText } from "./order";
import { settled } from "./settle";

/** Documented factory values of settings, which are not declared. */
const delivered: Readonly<Record<string, Values>> = {
  downDisplayHour: { value: "24" },
  flowStopAlert: { value: "70" },
  highCPUThreshold: { value: "90" },
  noRepWhenDown: { enabled: true },
  pingCollectors: { enabled: true },
};

/** Reads profiles, policies, collectors, exporters and settings of a replicator, dependencies first. */
export async function readReplicator(kinds: Kinds, site: string | undefined): Promise<Part> {
  const client = kinds.replicator(site);
  const notes: string[] = [];
  const before = await commandsOf(client, notes);
  const candidates = [
    ...profilesIn(before, notes),
    ...policiesIn(before),
    ...collectorsIn(before, notes),
    ...(await exportersOf(client, before, notes)),
    ...(await settingsOf(client, notes)),
  ];
  const results: (SiteObject | LeftOut)[] = [];
  for (const one of candidates) {
    const found = isLeftOut(one) ? one : await settled(kinds, one, site);
    if (found !== undefined) results.push(found);
  }
  if (!isDeepStrictEqual(before, await commandsOf(client, []))) {
    throw new Refusal(
      "the replicator was changed while it was read. Run the command again when no other client changes it.",
    );
  }
  return {
    objects: results.filter((one): one is SiteObject => !isLeftOut(one)),
    leftOut: results.filter(isLeftOut),
    notes,
  };
}

type Of<V, C = Command> = C extends { verb: infer W } ? (V extends W ? C : never) : never;

/** The commands of one or several verbs. */
function of<V extends Command["verb"]>(commands: readonly Command[], ...verbs: readonly V[]): Of<V>[] {
  return commands.filter(({ verb }) => verbs.some((one) => one === verb)) as unknown as Of<V>[];
}

/** The configuration as commands. Lines that are not understood are noted. */
async function commandsOf(client: ReplicatorClient, notes: string[]): Promise<Command[]> {
  const { api } = await client.call("/show/config");
  return [...api.profile, ...api.collector, ...api.policy, ...api.notate].flatMap((line) => {
    const command = parseCommand(line);
    if (command === undefined) notes.push(`show/config lists a line that is not understood: ${line}.`);
    return command ?? [];
  });
}

function profilesIn(commands: readonly Command[], notes: string[]): Candidate[] {
  const added = of(commands, "profile/add", "profile/update").sort((one, other) => byText(one.name, other.name));
  return added.map(({ name, listeningPort, sendingPort }) => {
    const singularity = of(commands, "profile/singularity").find((one) => one.name === name)?.singularity;
    const isOff = of(commands, "profile/disable").some((one) => one.name === name);
    const note = of(commands, "notate/profile").findLast((one) => one.profile === name)?.description;
    const description = writable(descriptionSchema, note, `the description of ${name}`, notes);
    const inputs = { name, listeningPort, sendingPort, singularity, description, ...(isOff ? { enabled: false } : {}) };
    return { kind: "ReplicatorProfile", id: name, label: name, inputs: withoutUndefined(inputs) };
  });
}

/** If a profile both includes and excludes a network, no program can declare them, and they are left out. */
function policiesIn(commands: readonly Command[]): (Candidate | LeftOut)[] {
  const added = of(commands, "policies/add").sort(
    (one, other) =>
      byText(one.profile, other.profile) || byText(one.network, other.network) || one.prefix - other.prefix,
  );
  return added.map(({ network, prefix, profile, kind }) => {
    const inputs = { cidr: `${networkOf({ network, prefix })}/${String(prefix)}`, profile, kind };
    const label = `${kind} ${inputs.cidr} in ${profile}`;
    const candidate = { kind: "Policy" as const, id: idOf(inputs), label };
    const same = added.filter((one) => one.network === network && one.prefix === prefix && one.profile === profile);
    if (same.length > 1) {
      return leftOutOf(
        candidate,
        "The profile both includes and excludes this network. Remove one of the two policies.",
      );
    }
    return { ...candidate, inputs };
  });
}

function collectorsIn(commands: readonly Command[], notes: string[]): Candidate[] {
  const members = new Map<string, string[]>();
  for (const { address, profile } of of(commands, "collector/add")) {
    members.set(address, [...(members.get(address) ?? []), profile]);
  }
  return [...members]
    .sort(([one], [other]) => byText(one, other))
    .map(([address, profiles]) => {
      const threshold = of(commands, "collector/threshold").findLast((one) => one.address === address)?.threshold;
      const more = threshold === undefined || threshold === 0 ? {} : { threshold };
      return memberOf("Collector", address, profiles, { ...more, ...noteOf(commands, address, notes) }, notes);
    });
}

async function exportersOf(
  client: ReplicatorClient,
  commands: readonly Command[],
  notes: string[],
): Promise<Candidate[]> {
  const collectors = new Set(of(commands, "collector/add").map(({ address }) => address));
  const shown = [...(await client.call("/show/exporters/[filter]"))].sort(([one], [other]) => byText(one, other));
  return shown.flatMap(([address, { in_profiles: profiles = [] }]) => {
    // A collector of the same address shares the note, and declares it.
    const more = collectors.has(address) ? {} : noteOf(commands, address, notes);
    return profiles.length === 0 ? [] : [memberOf("Exporter", address, profiles, more, notes)];
  });
}

/** A member with the profiles that a program can declare. It stays in the others. */
function memberOf(
  kind: "Collector" | "Exporter",
  address: string,
  all: readonly string[],
  more: Values,
  notes: string[],
): Candidate {
  const writes = (name: string): boolean => profileName.safeParse(name).success;
  const others = all.filter((name) => !writes(name));
  const profiles = others.length === all.length ? all : all.filter(writes);
  if (others.length > 0 && others.length < all.length) {
    notes.push(`${kind} ${address} is also in ${others.map(quoted).join(" and ")}, whose name no program can write.`);
  }
  const inputs = { address, profiles: profiles.toSorted(byText), ...more };
  return { kind, id: address, label: address, inputs };
}

function noteOf(commands: readonly Command[], address: string, notes: string[]): Values {
  const note = of(commands, "notate/ip").findLast((one) => one.address === address)?.description;
  const description = writable(descriptionSchema, note, `the description of ${address}`, notes);
  return description === undefined ? {} : { description };
}

async function settingsOf(client: ReplicatorClient, notes: string[]): Promise<Candidate[]> {
  const shown = [...(await client.call("/show/settings/[filter]"))].sort(([one], [other]) => byText(one, other));
  return shown.flatMap(([name, { value, enabled }]) => {
    const given = value === undefined || value === "" ? undefined : value;
    const text = writable(settingValue, given, `the value of the setting ${name}`, notes);
    const inputs = withoutUndefined({ name, value: text, enabled });
    const usual = Object.entries(delivered[name] ?? {});
    const isUsual = usual.length > 0 && usual.every(([key, one]) => inputs[key] === one) && enabled !== false;
    const isNothing = text === undefined && enabled === undefined;
    return isNothing || isUsual ? [] : [{ kind: "Setting" as const, id: name, label: name, inputs }];
  });
}

/** A text that a program may declare. Otherwise undefined, with a note for the user. */
function writable(schema: typeof descriptionSchema, value: unknown, what: string, notes: string[]): unknown {
  if (value === undefined) return undefined;
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue !== undefined) notes.push(`No program can declare ${what} (it ${issue.message}), so it is left as it is.`);
  return issue === undefined ? value : undefined;
}
