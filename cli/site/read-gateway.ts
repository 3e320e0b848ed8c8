import { isKnownRule } from "../../provider/client";
import { Refusal } from "../../provider/errors/refusal";
import { alike } from "../../provider/values/collections";
import { quoted, someOf } from "../../provider/values/quoted";
import { decodeRule, ruleText, type CanonicalRule } from "../../provider/values/rule";
import { imported } from "./imported";
import type { Kinds } from "./kinds";
import { isLeftOut, leftOutOf, type LeftOut, type Part, type SiteObject } from "./object";
import { byLabel } from "./order";
import type { Reading } from "./read";

/** Maximum number of rules in a message. */
const MOST_NAMED = 5;

/** Reads every IP group of a gateway with its rules, children before parents. */
export async function readGateway(kinds: Kinds, { site, tell, isLeft }: Reading): Promise<Part> {
  const notes: string[] = [];
  const listed = [...(await kinds.gateway(site).groups.all())].map(([id, label]) => {
    return { kind: "IpGroup" as const, id: String(id), label };
  });
  const wanted = alike(listed, ({ label }) => label).flatMap((twins) =>
    twins.filter((one) => isLeft?.(one) !== true).map((one) => ({ one, ids: twins.map(({ id }) => id) })),
  );
  let done = 0;
  const read = await Promise.all(
    wanted.map(async ({ one, ids }) => {
      const why = `${String(ids.length)} IP groups have this name (ids ${ids.join(", ")}). Rename all but one.`;
      const found = ids.length > 1 ? leftOutOf(one, why) : await imported(kinds, { ...one, site }, notes);
      done += 1;
      tell?.(done, wanted.length);
      return isLeftOut(found) ? found : withAllRules(kinds, site, found);
    }),
  );
  return { found: childrenFirst(read), notes };
}

/** The groups by name, each after its children. */
function childrenFirst(groups: readonly (SiteObject | LeftOut)[]): (SiteObject | LeftOut)[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const [open, done] = [new Set<SiteObject>(), new Set<SiteObject>()];
  const visit = (group: SiteObject): void => {
    if (open.has(group)) {
      const [name, cure] = [quoted(group.label), "Remove one link of the cycle."];
      throw new Refusal(`The IP group ${name} contains itself, through others. ${cure}`);
    }
    if (done.has(group)) return;
    const below = childIdsOf(group).flatMap((id) => byId.get(id) ?? []);
    open.add(group);
    for (const child of below.sort(byLabel)) visit(child);
    open.delete(group);
    done.add(group);
  };
  for (const group of groups.toSorted(byLabel)) visit(group);
  return [...done];
}

/** A group, left out if it has more rules than a program would declare. */
async function withAllRules(kinds: Kinds, site: string | undefined, group: SiteObject): Promise<SiteObject | LeftOut> {
  if (group.outputs["ruleCount"] === rulesOf(group).length) return group;
  const live = await kinds.gateway(site).groups.rules(Number(group.id));
  const texts = live.map((one) => (isKnownRule(one) ? ruleText(decodeRule(one)) : one.text));
  const odd = live.filter((one, at) => !isKnownRule(one) || texts.indexOf(texts[at] ?? "") < at);
  const named = someOf(
    odd.map((one) => `${String(one.rule_id)} (${texts[live.indexOf(one)] ?? ""})`),
    MOST_NAMED,
  );
  return leftOutOf(
    group,
    `It holds rules that are duplicates or that this package cannot write: ${named}. An IpGroup owns all rules of its ` +
      "group: remove them, or manage single rules with IpGroupRule.",
  );
}

function rulesOf({ inputs }: Pick<SiteObject, "inputs">): readonly CanonicalRule[] {
  return (inputs["rules"] ?? []) as CanonicalRule[];
}

/** Ids of the direct children of a group. */
export function childIdsOf(object: Pick<SiteObject, "inputs">): string[] {
  return rulesOf(object).flatMap((rule) => (rule.type === "child" ? [rule.groupId] : []));
}
