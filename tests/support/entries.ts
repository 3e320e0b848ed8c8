import type { Kind } from "../../provider/registry";
import { canonicalSeccode, type PermissionType } from "../../provider/values/seccode";
import type { DiffOutcome, KindDriver, Properties } from "./provider-calls";

/** What a state holds of an object beside its inputs. */
export interface Entry {
  readonly id: string;
  readonly outputs: Properties;
}

/** The number that an object has which the gateway numbers. */
const NUMBER = 104;

/** The id and the computed outputs that an object of a kind has. */
export function entryOf(kind: string, inputs: Properties): Entry {
  if (!Object.hasOwn(entries, kind)) throw new Error(`there is no kind ${kind}`);
  return entries[kind as Kind](inputs);
}

/** What diff says about an object that exists with some inputs. */
export function diffOf(driver: KindDriver, olds: Properties, news: Properties): Promise<DiffOutcome> {
  const { id, outputs } = entryOf(driver.kind, olds);
  return driver.diff(id, { ...olds, ...outputs }, news);
}

const entries: Readonly<Record<Kind, (inputs: Properties) => Entry>> = {
  Collector: ({ address }) => ({ id: String(address), outputs: { memberOf: ["a", "b"] } }),
  Exporter: ({ address }) => ({ id: String(address), outputs: { memberOf: ["a", "b"] } }),
  IpGroup: ({ rules }) => ({ id: String(NUMBER), outputs: { groupId: NUMBER, ruleCount: countOf(rules) } }),
  IpGroupRule: ({ groupId }) => ({ id: `${groupId}/507`, outputs: { ruleId: 507 } }),
  IpGroups: ({ groups }) => {
    const names = Object.keys(groups as Record<string, unknown>);
    return {
      id: "ip-groups",
      outputs: {
        groupIds: Object.fromEntries(names.map((name, index) => [name, NUMBER + index])),
        groupDetails: {},
      },
    };
  },
  Membership: (inputs) => ({ id: joined(userOf(inputs), groupOf(inputs)), outputs: {} }),
  Permission: (inputs) => {
    const [type, seccode] = [inputs["permissionType"], inputs["seccode"]] as [PermissionType, string];
    return { id: joined(groupOf(inputs), type, canonicalSeccode(type, seccode)), outputs: {} };
  },
  PermissionSet: (inputs) => ({ id: groupOf(inputs), outputs: {} }),
  Policy: ({ kind, cidr, profile }) => ({
    id: [kind, cidr, profile].map((part) => encodeURIComponent(String(part))).join("|"),
    outputs: {},
  }),
  ReplicatorProfile: ({ name }) => ({ id: String(name), outputs: {} }),
  Setting: ({ name }) => ({ id: String(name), outputs: { original: { value: "30", enabled: true } } }),
  User: () => ({ id: String(NUMBER), outputs: { userId: NUMBER } }),
  UserGroup: () => ({ id: String(NUMBER), outputs: { userGroupId: NUMBER } }),
  UserPreferences: ({ userId }) => ({ id: String(userId), outputs: {} }),
};

function userOf({ userId, userName }: Properties): string {
  return userId === undefined ? `name:${userName}` : textOf(userId);
}

function groupOf({ userGroupId, userGroupName }: Properties): string {
  return userGroupId === undefined ? `name:${userGroupName}` : textOf(userGroupId);
}

function joined(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join("/");
}

/** An id as text, given as such or as a number. */
function textOf(id: unknown): string {
  return typeof id === "string" ? id : JSON.stringify(id);
}

function countOf(rules: unknown): number {
  return Array.isArray(rules) ? new Set(rules.map((rule) => JSON.stringify(rule))).size : 0;
}
