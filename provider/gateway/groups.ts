import { ApplianceError, isRefused, leaveOpen } from "../errors/errors";
import { AlreadyExists, assertSpelling, Refusal } from "../errors/refusal";
import type { GatewayClient } from "./client";
import { type Group, GroupList, searched } from "./group-list";
import type { GatewayAction, IpGroupChange } from "./actions";
import type { RuleFields, RuleReply, SavedIpGroup, UnshownReply } from "./replies";
import { areSame, hasStrangers } from "./rule-lists";
import { excerptOf } from "../http/answer";
import { clauseBy, someOf } from "../values/quoted";
import { meaningOf } from "../values/rule";
import { once, seen, Shared } from "../values/shared";

export type { Group } from "./group-list";

const NO_GROUPS = "the gateway lists no IP groups at all. Does the token have the permission IPGroups?";

/** The IP groups of one gateway. All resources of a run share one list; what they change themselves is patched in it. */
export class Groups {
  readonly #list = new Shared(async () => new GroupList(await this.client.call("ipgroups/loadTreeRootFast", {})));
  readonly #whole = new Shared(() => this.#assertWhole());

  constructor(private readonly client: GatewayClient) {}

  async named(name: string): Promise<Group | undefined> {
    return (await this.#list.get()).named(name);
  }

  /** The names of all groups by number, in a list that is read now. */
  async all(): Promise<ReadonlyMap<number, string>> {
    return (await this.#list.fresh()).names;
  }

  /** The group that the list has under a number. */
  async listed(id: number): Promise<Group | undefined> {
    return (await this.#list.get()).find(id);
  }

  /** The group with a number; undefined only if a reading that began after this call shows that it is gone. */
  async find(id: number): Promise<Group | undefined> {
    const listed = (await this.#list.get()).find(id);
    if (listed !== undefined) return listed;
    const list = await this.#list.fresh();
    const found = list.find(id);
    if (found !== undefined) return found;
    if (list.names.size === 0) throw new Refusal(NO_GROUPS);
    if ((await this.#rulesIfAny(id, list)).length === 0) return undefined;
    throw new Refusal(`the list of IP groups does not have the group ${String(id)}, but the gateway shows its rules.`);
  }

  rules(id: number): Promise<RuleReply[]> {
    return this.client.call("ipgroups/loadRules", { fc_id: id });
  }

  /**
   * Creates a group, and returns its rules. Calls `made` as soon as it is certain which group is ours; a later step may
   * still fail. Throws {@link AlreadyExists} for a group that it did not make.
   */
  async create(
    name: string,
    rules: readonly RuleFields[],
    made: (group: Group, warnings: readonly string[]) => void,
  ): Promise<RuleReply[]> {
    await this.#whole.get();
    const before = await this.#list.get();
    const existing = before.named(name);
    if (existing !== undefined) throw new AlreadyExists("it already exists", String(existing.id));
    const saved = await once(
      () => this.client.call("ipgroups/saveRule", { new_fc: name, added: rules }),
      () => this.#appeared(before, name, rules),
    );
    const { fc_id: id, fc_name } = saved;
    const found = (shown: string): void => {
      this.#list.patch((list) => list.put(id, shown));
      made({ id, name: shown }, saved.warnings);
    };
    const live = await this.#rulesOfNew(before, name, rules, saved, found);
    const shown = fc_name ?? (await seen(async () => (await this.#list.fresh()).find(id)))?.name;
    found(shown ?? name);
    if (shown === undefined) throw this.#notShown("ipgroups/saveRule", "the new IP group", saved);
    if (shown !== name) assertSpelling(shown, name);
    const there = new Set(live.map(meaningOf));
    const missing = rules.map(meaningOf).filter((one) => !there.has(one));
    if (missing.length > 0) throw this.#notShown("ipgroups/saveRule", someOf(missing, 5), saved);
    return live;
  }

  /** The rules of a group that was just created. Takes back what the creation has added to one that existed before. */
  async #rulesOfNew(
    before: GroupList,
    name: string,
    rules: readonly RuleFields[],
    saved: SavedIpGroup,
    found: (shown: string) => void,
  ): Promise<RuleReply[]> {
    const { fc_id: id, fc_name, total } = saved;
    const added = saved.added ?? [];
    const isKnown = before.names.has(id) || (fc_name !== name && before.all(fc_name ?? "").length > 0);
    // What the answer shows is all there is, if it counts no others.
    const isWhole = Array.isArray(saved.added) && (total ?? added.length) <= added.length;
    // The number is proof enough if the rules cannot be read.
    const unread = (error: unknown): never => {
      found(fc_name ?? name);
      throw error;
    };
    const live = isKnown || isWhole ? added : await this.rules(id).catch(unread);
    if (!isKnown && (isWhole || !hasStrangers(live, added, rules))) return live;
    await this.#takeBack(saved);
    throw new AlreadyExists("it already exists", String(id));
  }

  /**
   * Changes a group in one request, and returns its rules as soon as they show the change. `isShown` says whether they
   * do; it is left out if no rule changes, and then there are none. A rule is never added a second time. `named` gets the
   * new name as the gateway shows it.
   */
  async change(
    { id, name: before }: Group,
    change: Omit<IpGroupChange, "fc_id">,
    isShown?: (rules: readonly RuleReply[]) => boolean,
    named?: (shown: string) => void,
  ): Promise<RuleReply[]> {
    const { name } = change;
    const look = async (): Promise<RuleReply[] | undefined> => {
      const rules = isShown === undefined ? [] : await this.rules(id);
      return isShown?.(rules) === false ? undefined : rules;
    };
    const isMade = async (): Promise<UnshownReply | undefined> => {
      if (name !== undefined && (await this.#list.fresh()).find(id)?.name !== name) return undefined;
      return (await look()) === undefined ? undefined : {};
    };
    const answer = await once(() => this.client.call("ipgroups/update", { fc_id: id, ...change }), isMade);
    try {
      if (name !== undefined) await this.#assertName({ id, name: before }, name, answer, named);
      const after = await seen(look);
      if (after !== undefined) return after;
    } catch (error) {
      leaveOpen(error);
    }
    throw this.#notShown("ipgroups/update", "the change", answer);
  }

  /** Removes a rule; "gone" if it was not there. */
  async removeRule(id: number, ruleId: number): Promise<"gone" | undefined> {
    const look = async (): Promise<true | undefined> =>
      (await this.#rulesIfAny(id)).some(({ rule_id }) => rule_id === ruleId) ? undefined : true;
    return this.#removed("ipgroups/deleteRule", look, async () => {
      const answer = await this.client.call("ipgroups/deleteRule", { rule_id: ruleId });
      return { answer, isProven: answer.success === 1 };
    });
  }

  /** Deletes a group; "gone" if it was not there. */
  remove(id: number): Promise<"gone" | undefined> {
    return this.removal([id])(id);
  }

  /**
   * Deletes several groups in one request, which the first call sends; each call settles one of them. One group that
   * cannot be deleted has the whole list refused, so each is then tried alone.
   */
  removal(ids: readonly number[]): (id: number) => Promise<"gone" | undefined> {
    const send = (list: readonly number[]) =>
      this.client.call("ipgroups/delete", { json: list.map((id) => ({ id: String(id) })) });
    let sent: ReturnType<typeof send> | undefined;
    return async (id) => {
      const wasListed = (await this.listed(id)) !== undefined;
      const look = async (): Promise<true | undefined> => {
        const list = await this.#list.fresh();
        if (list.names.size === 0 && !wasListed) throw new Refusal(NO_GROUPS);
        return list.names.has(id) ? undefined : true;
      };
      const result = await this.#removed("ipgroups/delete", look, async () => {
        const answer = await (sent ??= send(ids)).catch((error: unknown) => {
          if (ids.length === 1 || !isRefused(error)) throw error;
          return send([id]);
        });
        return { answer, isProven: answer.removed?.includes(id) === true };
      });
      this.#list.patch((list) => list.remove(id));
      return wasListed ? result : "gone";
    };
  }

  /** Sends a removal. Its answer decides; if that proves nothing, or is a refusal or lost, a reading decides. */
  async #removed(
    action: GatewayAction,
    isGone: () => Promise<true | undefined>,
    send: () => Promise<{ answer: object; isProven: boolean }>,
  ): Promise<"gone" | undefined> {
    try {
      const { answer, isProven } = await once(send, async () => (await isGone()) && { answer: {}, isProven: true });
      if (!isProven && (await seen(isGone)) === undefined) throw this.#notShown(action, "the removal", answer);
      return undefined;
    } catch (error) {
      if (!isRefused(error) || (await seen(isGone, 1000)) === undefined) throw error;
      return "gone";
    }
  }

  /** Refuses a list that lacks groups which a search finds: a creation would meet them unawares. */
  async #assertWhole(): Promise<true> {
    const list = await this.#list.get();
    const found = await searched(this.client);
    let missing = found.filter(({ fc_id }) => !list.names.has(fc_id)).map(({ fc_id }) => fc_id);
    if (missing.length === 0) return true;
    // Others may have created a group since the list was read.
    const again = await this.#list.fresh();
    missing = missing.filter((id) => !again.names.has(id));
    if (missing.length === 0) return true;
    throw new Refusal(
      `the gateway's list of IP groups is not whole: it lacks ${missing.slice(0, 5).join(", ")}, which a search finds. ` +
        "No group is created, because one of that name may exist.",
    );
  }

  /** The group that a lost creation has made, if a list shows it now. */
  async #appeared(before: GroupList, name: string, rules: readonly RuleFields[]): Promise<SavedIpGroup | undefined> {
    const [found, ...more] = (await this.#list.fresh()).all(name).filter(({ id }) => !before.names.has(id));
    if (found === undefined) return undefined;
    const added = await this.rules(found.id);
    if (more.length === 0 && areSame(added, rules)) return { fc_id: found.id, fc_name: name, added, warnings: [] };
    const error = "the answer to the creation was lost, and a group of this name appeared that may belong to others";
    throw new AlreadyExists(error, String(found.id), { cause: new Refusal(error) });
  }

  async #takeBack({ fc_id, added }: SavedIpGroup): Promise<void> {
    const removed = (added ?? []).map(({ rule_id }) => rule_id);
    if (removed.length === 0) return;
    try {
      await this.client.call("ipgroups/update", { fc_id, removed });
    } catch (error) {
      const ids = removed.join(", ");
      throw new Refusal(
        `the gateway added its rules to the IP group ${String(fc_id)}, which existed before (rules ${ids}). Removing them ` +
          `again failed: ${clauseBy(error)}. Remove them there.`,
        { cause: error },
      );
    }
  }

  /** Compares the new name in the answer, or else in the list, with the one that was sent. */
  async #assertName(
    { id, name: before }: Group,
    name: string,
    answer: UnshownReply,
    named?: (shown: string) => void,
  ): Promise<void> {
    const listed = async (): Promise<string | undefined> => {
      const now = (await this.#list.fresh()).find(id)?.name;
      return now === before ? undefined : now;
    };
    const { fc_name } = answer;
    const shown = typeof fc_name === "string" ? fc_name : await seen(listed);
    if (shown === undefined) throw this.#notShown("ipgroups/update", "the new name", answer);
    this.#list.patch((list) => list.put(id, shown));
    named?.(shown);
    assertSpelling(shown, name);
  }

  /** Some gateways refuse to read the rules of a group that does not exist: one that the list does not have either. */
  async #rulesIfAny(id: number, known?: GroupList): Promise<RuleReply[]> {
    try {
      return await this.rules(id);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const list = known ?? (await this.#list.fresh());
      if (list.names.size === 0 || list.names.has(id)) throw error;
      return [];
    }
  }

  /** The error of a change that was answered and that no reading shows. */
  #notShown(action: GatewayAction, what: string, answer: unknown): ApplianceError {
    const words = `the gateway does not show ${what}; it answered ${excerptOf(JSON.stringify(answer))}`;
    return new ApplianceError(this.client.place(action), "unknown", words, { arrived: true });
  }
}
