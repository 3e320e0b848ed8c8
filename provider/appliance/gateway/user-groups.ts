import type { GatewayClient } from "../../gateway/client";
import {
  isFactoryUserGroup,
  type CreatedUsergroup,
  type MembershipEntry,
  type NewUsergroup,
} from "../../gateway/user-api";
import { membershipSucceeded } from "../../gateway/user-messages";
import { AlreadyExistsError, Refusal } from "../../refusal";
import { idByName } from "../../values/numbers";
import { Batcher, type Settled } from "../batcher";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import { isAsWanted, keyOf, numberOrName, userGroupRef, userRef } from "./accounts";
import { eachAlone } from "./each-alone";

/** A user group as its creation tells it. The number is unknown where the answer was lost and the name exists now. */
export interface CreatedUserGroup {
  userGroupId: number | undefined;
  /** As the gateway lists them, or undefined where its answer was lost. */
  members: readonly string[] | undefined;
}

/** A change of one membership. */
interface MembershipChange {
  change: "add" | "remove";
  entry: MembershipEntry;
}

/** User groups and their members: no action reads them, so nothing is kept. `rm=user_api`. */
export class UserGroups {
  readonly #creations: Batcher<NewUsergroup, CreatedUserGroup>;
  readonly #memberships: Batcher<MembershipChange, undefined>;
  readonly #deletions: Batcher<number | string, number | undefined>;

  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
  ) {
    const whenFree = <T>(operation: () => Promise<T>): Promise<T> => limiter.run(operation);
    this.#creations = new Batcher(
      ({ name }) => name,
      whenFree,
      (groups) => this.#create(groups),
    );
    this.#memberships = new Batcher<MembershipChange, undefined>(keyOf, whenFree, (changes) =>
      eachAlone(changes, keyOf, (some) => this.#change(some)),
    );
    this.#deletions = new Batcher(String, whenFree, (groups) => this.#delete(groups));
  }

  /** Creates a group with its members (ids or `name:<name>`). Throws {@link AlreadyExistsError} for a name that exists. */
  create(name: string, templateUserGroupId: string, members: readonly string[]): Promise<CreatedUserGroup> {
    const template = Number(templateUserGroupId);
    return this.#creations.add({ name, template_usergroup: template, users: members.map(numberOrName) });
  }

  /** Puts a user into a group; one that is there already is success. Gives the user. */
  async addMember(userGroup: string, user: string): Promise<string> {
    await this.#memberships.add({ change: "add", entry: { ...userRef(user), ...userGroupRef(userGroup) } });
    return user;
  }

  /** Takes a user out of a group; one that is not there is success. Gives the user. */
  async removeMember(userGroup: string, user: string): Promise<string> {
    await this.#memberships.add({ change: "remove", entry: { ...userRef(user), ...userGroupRef(userGroup) } });
    return user;
  }

  /** Deletes a group; gives how many matched: 0 where it was gone already, undefined where the answer does not say. */
  async remove(userGroup: string): Promise<number | undefined> {
    if (isFactoryUserGroup(numberOrName(userGroup))) {
      throw new Refusal("it belongs to the appliance and is not deleted. To forget it only, run: pulumi state delete.");
    }
    return this.#deletions.add(numberOrName(userGroup));
  }

  /**
   * Names are unique, so a creation whose answer was lost is sent again: a name that exists on the second try was made
   * by the first. It keeps the id `name:<name>`, since no action tells its number.
   */
  async #create(groups: NewUsergroup[]): Promise<ReadonlyMap<string, Settled<CreatedUserGroup>>> {
    try {
      return settled(groups, await this.client.userApi.createUsergroup(groups), false);
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      return settled(groups, await this.client.userApi.createUsergroup(groups), true);
    }
  }

  /** The problem of a batch of changes, or undefined where each of them is done. */
  async #change(changes: readonly MembershipChange[]): Promise<string | undefined> {
    const entries = (change: "add" | "remove"): MembershipEntry[] =>
      changes.filter((one) => one.change === change).map(({ entry }) => entry);
    const reply = await this.client.userApi.membership({ add: entries("add"), remove: entries("remove") });
    const messages = [...reply.added, ...reply.removed];
    const failed = messages.find((message) => membershipSucceeded(message) !== true && !isAsWanted(message));
    if (failed !== undefined) return failed;
    return messages.length === changes.length ? undefined : "the answer does not report on every change";
  }

  async #delete(groups: (number | string)[]): Promise<ReadonlyMap<string, Settled<number | undefined>>> {
    const messages = await this.client.userApi.delUsergroups(groups);
    const outcomes = groups.map((group): [string, Settled<number | undefined>] => {
      const own = messages.find(({ id, name }) => (typeof group === "number" ? id === group : name === group));
      const isMissing = own === undefined && messages.length < groups.length;
      const missing = { error: new Refusal("the answer does not say whether it was deleted") };
      return [String(group), isMissing ? missing : { ok: own?.matched }];
    });
    return new Map(outcomes);
  }
}

function settled(
  groups: readonly NewUsergroup[],
  entries: readonly CreatedUsergroup[],
  secondTry: boolean,
): ReadonlyMap<string, Settled<CreatedUserGroup>> {
  return new Map(groups.map((group) => [group.name, outcomeOf(group, entries, secondTry)]));
}

function outcomeOf(
  group: NewUsergroup,
  entries: readonly CreatedUsergroup[],
  secondTry: boolean,
): Settled<CreatedUserGroup> {
  // Appliances may trim a name; entries are never told apart by their position.
  const entry =
    entries.find(({ name }) => name === group.name) ?? entries.find(({ name }) => name.trim() === group.name);
  if (entry === undefined) {
    const words = "outcome unknown: the answer does not name it. See on the gateway whether it exists";
    return { error: new Refusal(`${words}, and if so add: onExisting: "adopt".`) };
  }
  if (!("error" in entry)) return { ok: { userGroupId: entry.id, members: entry.members } };
  const exists = /\bexists\b/iu.test(entry.error);
  if (exists && secondTry) return { ok: { userGroupId: undefined, members: undefined } };
  if (exists) return { error: new AlreadyExistsError(entry.error, idByName(group.name)) };
  return { error: new Refusal(`the gateway refused to create it: ${entry.error}`) };
}
