import type { GatewayClient } from "../../gateway/client";
import type { IpGroupEntry } from "../../gateway/ip-groups";
import { RefusedError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import { joined, type Listing } from "../../http/schemas";
import { isKeptOf } from "../../values/names";
import type { Limiter } from "../client-layer";
import { Snapshot } from "../snapshot";
import { GroupList, type Moment } from "./group-list";

/** What is known of a group: its name, that it is gone, or that the gateway shows no groups at all, or not all. */
type Sight = { readonly name: string } | "gone" | "unproven";

/**
 * Which IP groups a gateway shows: the only place that decides whether a group is gone. The list may hold the roots
 * only, so a group that is missing from it is looked up by a search of all groups. Both are read once, and patched with
 * our own writes.
 */
export class GroupSight {
  readonly #list: Snapshot<GroupList>;
  readonly #all: Snapshot<GroupList>;
  /**
   * The gateway returned a name in another spelling, or matched a group of another name: it compares names differently
   * than we do.
   */
  #respells = false;
  /** A search, or a rule, has shown a group that the list lacks: names are looked up in the search too. */
  #isPartial = false;
  /** Groups that rules refer to, until they are looked up in the list. */
  readonly #children = new Set<number>();
  /** Neither list nor search had a group at the last reading. */
  #isDark = false;
  /** The groups that this process has created, and that the gateway has not shown since. */
  readonly #made = new Set<number>();
  /** What the last search lacked in which a group was missing. */
  #lack: string | undefined;
  /** The gateway has shown a group to this process, so the token can read. */
  #hasSeen = false;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
  ) {
    this.#list = new Snapshot(async () => new GroupList(await limiter.execute(() => this.#listed())));
    this.#all = new Snapshot(async () => new GroupList(await this.#searched()));
  }

  /** Whether the gateway showed no groups at all at the last reading. */
  get isEmpty(): boolean {
    return this.#isDark || this.#list.kept?.size === 0;
  }

  /** The list, read after this call began. */
  fresh(): Promise<GroupList> {
    this.expire();
    return this.#list.get();
  }

  /** What exists before a creation. */
  async moment(): Promise<Moment> {
    const list = (await this.#list.get()).moment();
    const all = this.#all.kept?.moment();
    if (all === undefined) return list;
    return {
      highest: Math.max(list.highest, all.highest),
      wasThere: (groupId) => list.wasThere(groupId) || all.wasThere(groupId),
    };
  }

  /**
   * Every group that the list or a search of all groups shows, by number, read after this call began. Throws a Refusal
   * if they show fewer groups than they count.
   */
  async all(): Promise<{ groups: ReadonlyMap<number, string>; unreadable: readonly string[] }> {
    this.expire();
    const list = await this.#list.get();
    // The search adds what a list of roots lacks. If a gateway refuses it, the list is all that it shows.
    const all = await this.#all.get().catch((error: unknown) => {
      if (error instanceof RefusedError && list.size > 0) return list;
      throw error;
    });
    if (all.isCut) throw new Refusal(`the gateway ${all.lack ?? ""}, so the others would be missing.`);
    const entries = [all, list].flatMap((one) => [...one.ids].map((id) => [id, one.nameOf(id) ?? ""] as const));
    if (entries.length === 0) throw noGroupAtAll();
    return { groups: new Map(entries.sort(([one], [other]) => one - other)), unreadable: all.unreadable };
  }

  /**
   * Ids of the groups with this name, compared as the gateway is known to compare names. A list that may hide one of
   * them does not show that the name is free: then a search of all groups decides.
   */
  async idsNamed(name: string): Promise<number[]> {
    const list = await this.#list.get();
    const idsIn = (one: GroupList): number[] => (this.#respells ? one.idsSpelled(name) : one.idsNamed(name));
    const listed = idsIn(list);
    const isHidden = listed.length === 0 && list.mayHide(name);
    for (const child of this.#children) this.#isPartial ||= list.nameOf(child) === undefined;
    this.#children.clear();
    if (!this.#isPartial && !isHidden) return listed;
    const all = await this.#all.get();
    const found = new Set([...listed, ...idsIn(all)]);
    if (found.size > 0 || !isHidden || !all.mayHide(name)) return [...found];
    this.expire();
    throw new Refusal(
      `the gateway ${list.lack ?? ""}, and its search ${all.lack ?? ""}: whether one has this name is not known. Run ` +
        "pulumi up again when the gateway shows them all.",
    );
  }

  /** What the list shows of a group and, if the list lacks it, what a search of all groups shows. */
  async of(groupId: number): Promise<Sight> {
    const list = await this.#list.get();
    const listed = list.nameOf(groupId);
    if (listed !== undefined) return { name: listed };
    const all = await this.#all.get();
    const found = all.nameOf(groupId);
    if (found !== undefined) return { name: found };
    if (all.size > 0 && all.lack === undefined) return "gone";
    // The next reading may have another result.
    this.expire();
    this.#lack = all.lack;
    if (all.lack !== undefined) return "unproven";
    this.#isDark = list.size === 0;
    if (this.#isDark) return "unproven";
    throw new Refusal(
      "the gateway lists IP groups, but its search finds none at all. This IP group is not treated as removed.",
    );
  }

  /** The name of a group, or undefined if it is proven to be gone. */
  async nameOf(groupId: number): Promise<string | undefined> {
    const sight = await this.of(groupId);
    if (sight === "unproven") throw this.#lack === undefined ? noGroupAtAll() : notTreatedAsRemoved(this.#lack);
    return sight === "gone" ? undefined : sight.name;
  }

  /** Whether the gateway shows what it keeps of a name that was sent. */
  async keeps(shown: string, sent: string): Promise<boolean> {
    return shown !== sent && isKeptOf(shown, sent, (await this.#list.get()).longest);
  }

  /**
   * Which of these groups new readings show, or may hide because they are cut. An entry that cannot be read is none of
   * them: each was readable before. Undefined if the gateway shows no groups at all, and never did.
   */
  async left(ids: readonly number[]): Promise<ReadonlySet<number> | undefined> {
    const list = await this.fresh();
    const unlisted = ids.filter((id) => list.nameOf(id) === undefined);
    if (unlisted.length === 0) return new Set(ids);
    const all = await this.#all.get();
    if (!this.#hasSeen) return undefined;
    return new Set(ids.filter((id) => !unlisted.includes(id) || all.nameOf(id) !== undefined || all.isCut));
  }

  /** Whether a new search shows a group that the list lacks: it is then nested below another one. */
  async isNested(groupId: number): Promise<boolean> {
    const list = await this.fresh();
    if (list.nameOf(groupId) !== undefined) return false;
    this.#isPartial ||= (await this.#all.get()).nameOf(groupId) !== undefined;
    return this.#isPartial;
  }

  /**
   * Records that the gateway found this group by a name. If the group has another name, names are compared loosely from
   * now on.
   */
  async meets(groupId: number, name: string): Promise<void> {
    const listed = (await this.#list.get()).nameOf(groupId);
    this.#respells ||= listed !== undefined && listed !== name;
  }

  /** Whether this process has created the group, and the gateway has not shown it since. */
  isNew(groupId: number): boolean {
    return this.#made.has(groupId);
  }

  /** Records that the gateway has shown the group. */
  shows(groupId: number): void {
    this.#made.delete(groupId);
  }

  /** Records a group that this process has created. */
  makes(groupId: number, name: string): void {
    this.#made.add(groupId);
    this.set(groupId, name);
  }

  /** Records that a rule refers to a group. If the list lacks it, the list holds the roots only. */
  mentions(groupId: number): void {
    if (!this.#isPartial) this.#children.add(groupId);
  }

  /** Records the name of a group. */
  set(groupId: number, name: string): void {
    this.#hasSeen = true;
    this.#patch((list) => {
      list.set(groupId, name);
    });
  }

  delete(groupId: number): void {
    this.#made.delete(groupId);
    this.#patch((list) => {
      list.delete(groupId);
    });
  }

  /** Drops what was read, because something may have changed. */
  expire(): void {
    this.#list.expire();
    this.#all.expire();
  }

  #patch(change: (list: GroupList) => void): void {
    this.#list.patch(change);
    this.#all.patch(change);
  }

  async #listed(): Promise<Listing<IpGroupEntry>> {
    const groups = await this.client.ipGroups.loadTreeRootFast();
    this.#hasSeen ||= groups.length > 0;
    for (const { fc_id } of groups) this.shows(fc_id);
    if (groups.length > 0) this.#isDark = false;
    return groups;
  }

  /** Every name contains the empty text. If a gateway refuses that: the groups that match some text, and all others. */
  async #searched(): Promise<Listing<IpGroupEntry>> {
    const search = (name: string, fc_name_comp: "like" | "notLike"): Promise<Listing<IpGroupEntry>> =>
      this.limiter.execute(() => this.client.ipGroups.searchAll({ name, fc_name_comp }));
    const all = await search("", "like").catch((error: unknown): Listing<IpGroupEntry> => {
      if (error instanceof RefusedError) return [];
      throw error;
    });
    const found = all.length > 0 ? all : joined(await search("a", "like"), await search("a", "notLike"));
    this.#hasSeen ||= found.length > 0;
    const list = this.#list.kept;
    if (list !== undefined) this.#isPartial ||= found.some(({ fc_id }) => list.nameOf(fc_id) === undefined);
    return found;
  }
}

function notTreatedAsRemoved(lack: string): Refusal {
  return new Refusal(`the search of the gateway ${lack}. This IP group is not treated as removed.`);
}

/** The error if neither list nor search shows a group: there may be none, or the token may be unable to see any. */
export function noGroupAtAll(): Refusal {
  return new Refusal(
    "the gateway lists no IP groups at all: all were deleted, or the token lacks the permission IPGroups. Nothing " +
      "is treated as removed. If all were deleted, remove the resource from the state with pulumi state delete.",
  );
}
