import { z } from "#zod";
import { Configuration } from "../config/configuration";
import { Refusal } from "../errors/refusal";
import type { Gateway } from "../gateway/gateway";
import type { Groups } from "../gateway/groups";
import { Appliances } from "../lifecycle/appliances";
import { checked } from "../values/inputs";
import { objectName } from "../values/names";
import { objectId } from "../values/numbers";
import { quoted, sentence, unknownWord } from "../values/quoted";
import { decodeRule, isKnownRule, type CanonicalRule } from "../values/rule";
import { across, strict } from "../values/schema";

const siteShape = {
  /** Site whose appliance is asked; by default the appliance that is configured for all. */
  site: z.string().min(1).optional(),
};

const ipGroupArguments = across(
  strict({
    ...siteShape,
    /** Exact name. */
    name: objectName.optional(),
    /** Its number, or the id of an `IpGroup`. */
    id: objectId.optional(),
  }),
  ({ name, id }) => {
    if ((name === undefined) !== (id === undefined)) return undefined;
    return { path: "", message: name === undefined ? "needs name or id" : "takes name or id, not both" };
  },
);
/** One IP group: either by its exact name, or by its id. */
export type IpGroupArguments = z.input<typeof ipGroupArguments>;

const ipGroupsArguments = strict({
  ...siteShape,
  /** Text that the name contains, in any letter case. */
  match: z.string().min(1).optional(),
  /** Text that the name does not contain, in any letter case. */
  notMatch: z.string().min(1).optional(),
});
/** IP groups by parts of their names. */
export type IpGroupsArguments = z.input<typeof ipGroupsArguments>;

/** An IP group in a list. */
export interface IpGroupSummary {
  /** The group's number (`fc_id`). */
  groupId: number;
  /** The number as text, like the id of an `IpGroup` resource. */
  id: string;
  /** Name of the group. */
  name: string;
}

/** An IP group with its rules. */
export interface IpGroupResult extends IpGroupSummary {
  /** The rules in the form that an `IpGroup` resource takes. */
  rules: CanonicalRule[];
  /** The number (`rule_id`) of each rule, in the same order. */
  ruleIds: number[];
  /** Rules that this package does not know, such as rules for IPv6 addresses; absent if there are none. */
  otherRules?: OtherRule[];
}

/** A rule of a type that no document shows. */
export interface OtherRule {
  /** Number of the rule (`rule_id`). */
  ruleId: number;
  /** The gateway's word for its type. */
  type: string;
  /** Its fields as JSON. */
  text: string;
}

/**
 * The functions of the SDK, which change nothing. Each throws a Refusal for invalid arguments before it asks for the
 * gateway of a site, and otherwise the errors of that.
 */
export function functionsOf(gatewayOf: (site: string | undefined) => Gateway) {
  return {
    async getIpGroup(args: IpGroupArguments): Promise<IpGroupResult> {
      const { site, ...which } = checked(ipGroupArguments, args);
      return ipGroup(gatewayOf(site).groups, which);
    },

    async getIpGroups(args: IpGroupsArguments): Promise<IpGroupSummary[]> {
      const { site, match = "", notMatch } = checked(ipGroupsArguments, args);
      const has = (name: string, part: string): boolean => name.toLowerCase().includes(part.toLowerCase());
      const all = await list(gatewayOf(site).groups);
      return all.filter(({ name }) => has(name, match) && (notMatch === undefined || !has(name, notMatch)));
    },
  };
}

export type Functions = ReturnType<typeof functionsOf>;

/**
 * The functions of a process of programs. `raw` returns the stack configuration in the namespace `flowgate`, and is called
 * each time: a process may run several programs.
 */
export function functionsWith(raw: () => Readonly<Record<string, unknown>>, warn: (text: string) => void): Functions {
  const appliances = new Appliances(warn);
  return functionsOf((site) => appliances.gateway(new Configuration(raw(), process.env), site));
}

/** The IP group with a name or id. Throws a Refusal if there is none, or if several have the name. */
async function ipGroup(
  groups: Groups,
  { name, id }: { name?: string | undefined; id?: string | undefined },
): Promise<IpGroupResult> {
  const all = await list(groups);
  const [found, ...others] = all.filter((group) => (id === undefined ? group.name === name : group.id === id));
  if (found === undefined && id !== undefined) throw new Refusal(`the gateway has no IP group with the id ${id}.`);
  if (found === undefined) {
    const names = all.map((group) => group.name);
    throw new Refusal(sentence(unknownWord("IP group", name ?? "", names), "Names are compared exactly"));
  }
  if (others.length > 0) {
    const ids = [found, ...others].map((group) => group.id).join(", ");
    throw new Refusal(`several IP groups have the name ${quoted(found.name)} (ids ${ids}): ask for one of them by id.`);
  }
  const rules = await groups.rules(found.groupId);
  const known = rules.filter(isKnownRule);
  const otherRules = rules.flatMap((rule): OtherRule[] =>
    isKnownRule(rule) ? [] : [{ ruleId: rule.rule_id, type: rule.kind, text: rule.text }],
  );
  return {
    ...found,
    rules: known.map(decodeRule),
    ruleIds: known.map(({ rule_id }) => rule_id),
    ...(otherRules.length > 0 ? { otherRules } : {}),
  };
}

/** All groups. An empty list may also mean missing rights: no response distinguishes the two. */
async function list(groups: Groups): Promise<IpGroupSummary[]> {
  const all = [...(await groups.all())];
  if (all.length > 0) return all.map(([groupId, name]) => ({ groupId, id: String(groupId), name }));
  throw new Refusal(
    "the gateway lists no IP groups at all: all were deleted, or the token lacks the permission IPGroups.",
  );
}
