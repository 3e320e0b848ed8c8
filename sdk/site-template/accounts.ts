import * as pulumi from "@pulumi/pulumi";
import type { SiteModel } from "../model/schema";
import { withoutStack } from "../errors";
import { Membership } from "../membership";
import { PermissionSet } from "../permission-set";
import { User } from "../user";
import { UserGroup } from "../user-group";
import { UserPreferences } from "../user-preferences";
import { byName, named, type Parts } from "./parts";

type UserModel = NonNullable<SiteModel["users"]>[number];
type UserGroupModel = NonNullable<SiteModel["userGroups"]>[number];
type Passwords = Readonly<Record<string, pulumi.Input<string>>>;

/** The resources for users and user groups, by their names in the model. */
export interface Accounts {
  userGroups: Record<string, UserGroup>;
  permissionSets: Record<string, PermissionSet>;
  users: Record<string, User>;
  userPreferences: Record<string, UserPreferences>;
  memberships: Record<string, Membership>;
}

/** Declares user groups, then users, then the links between them. */
export function declareAccounts(parts: Parts, model: SiteModel, passwords: Passwords): Accounts {
  const { userGroups: groups = [], users: people = [] } = model;
  const secrets = passwordsOf(parts.parent, people, passwords);
  const userGroups = byName(groups, nameOf, (group) => declareUserGroup(parts, group));
  const permissionSets = byName(
    groups.filter(({ permissions = [] }) => permissions.length > 0),
    nameOf,
    ({ name, permissions = [] }) =>
      parts.make(PermissionSet, { key: name }, { userGroup: nameIn(userGroups, name), permissions }),
  );
  const users = byName(people, nameOf, (user) => declareUser(parts, user, userGroups, secrets));
  const userPreferences = byName(
    people.filter(({ preferences }) => preferences !== undefined),
    nameOf,
    ({ name, formerNames, preferences = {} }) =>
      parts.make(
        UserPreferences,
        { key: name, former: formerNames },
        { userId: named(users, name)?.userId as pulumi.Output<number>, preferences },
      ),
  );
  const memberships = declareMemberships(parts, model, users, userGroups);
  return { userGroups, permissionSets, users, userPreferences, memberships };
}

function nameOf({ name }: { name: string }): string {
  return name;
}

function declareUserGroup(parts: Parts, { members: _, permissions: __, ...inputs }: UserGroupModel): UserGroup {
  return parts.make(UserGroup, { key: inputs.name }, inputs);
}

function declareUser(
  parts: Parts,
  model: UserModel,
  groups: Readonly<Record<string, UserGroup>>,
  secrets: Passwords,
): User {
  const { userGroups, passwordConfig: _, preferences: __, formerNames, ...inputs } = model;
  const joined = userGroups === undefined ? {} : { userGroups: userGroups.map((group) => nameIn(groups, group)) };
  const password = named(secrets, model.name) ?? "";
  return parts.make(User, { key: model.name, former: formerNames }, { ...inputs, ...joined, password });
}

/**
 * Declares one membership per member, so that users and groups can be declared independently. A group that a user lists
 * itself is an input of the user and needs no membership.
 */
function declareMemberships(
  parts: Parts,
  { users: people = [], userGroups: groups = [], memberships = [] }: SiteModel,
  users: Readonly<Record<string, User>>,
  userGroups: Readonly<Record<string, UserGroup>>,
): Record<string, Membership> {
  const listed = new Set(people.flatMap(({ name, userGroups: own = [] }) => own.map((group) => linkName(name, group))));
  const links = [
    ...groups.flatMap(({ name, members = [] }) => members.map((user) => ({ user, userGroup: name }))),
    ...memberships,
  ];
  const own = new Map(links.map((link) => [linkName(link.user, link.userGroup), link]));
  const former = new Map(people.map(({ name, formerNames = [] }) => [name, formerNames]));
  return byName(
    [...own].filter(([key]) => !listed.has(key)),
    ([key]) => key,
    ([key, { user, userGroup }]) => {
      const before = (former.get(String(user)) ?? []).map((name) => linkName(name, userGroup));
      const link = { user: nameIn(users, user), userGroup: nameIn(userGroups, userGroup) };
      return parts.make(Membership, { key, former: before }, link);
    },
  );
}

function linkName(user: string | number, userGroup: string | number): string {
  return `${String(user)} in ${String(userGroup)}`;
}

/** A declared resource. Any other reference is a number, or the name of an account on the gateway: `name:<name>`. */
function nameIn<Account>(
  declared: Readonly<Record<string, Account>>,
  reference: string | number,
): Account | string | number {
  return named(declared, String(reference)) ?? reference;
}

/**
 * The password of each user, from the stack's configuration or from the program. One error names all missing passwords.
 */
function passwordsOf(parent: pulumi.Resource, users: readonly UserModel[], given: Passwords): Passwords {
  const missing: string[] = [];
  const found = users.flatMap(({ name, passwordConfig }): [string, pulumi.Input<string>][] => {
    const password = passwordConfig === undefined ? named(given, name) : configured(passwordConfig);
    if (password === undefined) missing.push(adviceFor(name, passwordConfig));
    return password === undefined ? [] : [[name, password]];
  });
  if (missing.length > 0) throw withoutStack(new pulumi.ResourceError(missing.join("\n"), parent, true));
  return Object.fromEntries(found);
}

function configured(key: string): pulumi.Output<string> | undefined {
  const [name = "", namespace] = key.split(":").reverse();
  return new pulumi.Config(namespace).getSecret(name);
}

function adviceFor(user: string, key: string | undefined): string {
  if (key !== undefined) return `User "${user}" has no password: pulumi config set --secret ${key}`;
  return `User "${user}" has no password: name a key of the configuration in its passwordConfig, or pass passwords.`;
}
