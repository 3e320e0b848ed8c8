import { isKnownRule } from "../../provider/client";
import { Refusal } from "../../provider/errors/refusal";
import { alike } from "../../provider/values/collections";
import { quoted, someOf } from "../../provider/values/quoted";
import { decodeRule, ruleText, type CanonicalRule } from "../../provider/values/rule";
import type { Kinds } from "./kinds";
import { isLeftOut, leftOutOf, type LeftOut, type Part, type SiteObject } from "./object";
import { byLabel, needsFirst } from "./order";
import { settled } from "./settle";

/** Maximum number of rules in a message. */
const MOST_NAMED = 5;

/**
 * Reads every IP group of a gateway with its rules, children before parents. Throws a Refusal if groups are created,
 * deleted or renamed meanwhile: parts of two different states are not a site.
 */
export async function readGateway(
  kinds: Kinds,
  site: string | undefined,
  tell: (done: number, all: number) => void,
  isLeft: (group: { kind: "IpGroup"; id: string; label: string }) => boolean = () => false,
): Promise<Part> {
  const client = kinds.gateway(site);
  const list = async (): Promise<Map<number, string>> => {
    const groups = await client.call("ipgroups/loadTreeRootFast", {});
    return new Map(groups.map(({ fc_id, fc_name }) => [fc_id, fc_name]));
  };
  const before = await list();
  const twins = idsByName(before);
  const wanted = [...before].filter(([id, label]) => !isLeft({ kind: "IpGroup", id: String(id), label }));
  let done = 0;
  const read = await Promise.all(
    wanted.map(async ([groupId, name]) => {
      const found = await readGroup(kinds, site, { groupId, name, twins: twins.get(name) ?? [] });
      done += 1;
      tell(done, wanted.length);
      return found;
    }),
  );
  assertSame(before, await list());
  const found = read.flatMap((one) => one ?? []);
  const objects = found.filter((one): one is SiteObject => !isLeftOut(one));
  const byId = new Map(objects.map((group) => [group.id, group]));
  const childrenOf = (group: SiteObject): SiteObject[] =>
    childIdsOf(group)
      .flatMap((id) => byId.get(id) ?? [])
      .sort(byLabel);
  const ordered = needsFirst(objects.toSorted(byLabel), childrenOf, ({ label }) => {
    throw new Refusal(`The IP group ${quoted(label)} contains itself, through others. Remove one link of the cycle.`);
  });
  return { objects: ordered, leftOut: found.filter(isLeftOut), notes: [] };
}

interface Group {
  readonly groupId: number;
  readonly name: string;
  /** Ids of all groups with this name. */
  readonly twins: readonly number[];
}

async function readGroup(
  kinds: Kinds,
  site: string | undefined,
  { groupId, name, twins }: Group,
): Promise<SiteObject | LeftOut | undefined> {
  const object = { kind: "IpGroup", id: String(groupId), label: name } as const;
  if (twins.length > 1) {
    const ids = twins.join(", ");
    return leftOutOf(object, `${String(twins.length)} IP groups have this name (ids ${ids}). Rename all but one.`);
  }
  const found = await settled(kinds, { ...object, inputs: { name, rules: [] } }, site);
  if (found === undefined || isLeftOut(found)) return found;
  const rules = rulesOf(found);
  if (found.outputs["ruleCount"] === rules.length) return found;
  return leftOutOf(object, await surplusOf(kinds, site, groupId));
}

/** The reason why a group has more rules than a program would declare. */
async function surplusOf(kinds: Kinds, site: string | undefined, groupId: number): Promise<string> {
  const live = await kinds.gateway(site).call("ipgroups/loadRules", { fc_id: groupId });
  const texts = live.map((one) => (isKnownRule(one) ? ruleText(decodeRule(one)) : one.text));
  const odd = live.filter((one, at) => !isKnownRule(one) || texts.indexOf(texts[at] ?? "") < at);
  const named = someOf(
    odd.map((one) => `${String(one.rule_id)} (${texts[live.indexOf(one)] ?? ""})`),
    MOST_NAMED,
  );
  return (
    `It holds rules that are duplicates or that this package cannot write: ${named}. An IpGroup owns all rules of its ` +
    "group: remove them, or manage single rules with IpGroupRule."
  );
}

function idsByName(groups: ReadonlyMap<number, string>): ReadonlyMap<string, readonly number[]> {
  return new Map(alike(groups, ([, name]) => name).map((same) => [same[0][1], same.map(([id]) => id)]));
}

function assertSame(before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): void {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const changed = [...ids].filter((id) => before.get(id) !== after.get(id));
  if (changed.length === 0) return;
  const names = changed.slice(0, MOST_NAMED).map((id) => quoted(after.get(id) ?? before.get(id) ?? ""));
  throw new Refusal(
    `IP groups were created, removed or renamed while the gateway was read (${names.join(", ")}). Run the command again ` +
      "when no other client changes the gateway.",
  );
}

function rulesOf({ inputs }: Pick<SiteObject, "inputs">): readonly CanonicalRule[] {
  return (inputs["rules"] ?? []) as CanonicalRule[];
}

/** Ids of the direct children of a group. */
export function childIdsOf(object: Pick<SiteObject, "inputs">): string[] {
  return rulesOf(object).flatMap((rule) => (rule.type === "child" ? [rule.groupId] : []));
}
