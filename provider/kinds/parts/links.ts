import { z } from "#zod";
import { isUnclear, mayBeDone } from "../../errors/errors";
import type { Accounts, Done, MembershipLink } from "../../gateway/accounts";
import { doubtWith, originWith } from "../../values/origin";
import { sentence } from "../../values/quoted";
import type { Doubt, Progress } from "../definition";
import { DOUBTFUL, EXISTED, FOUND, membershipKey, UNCLEAR } from "./link";

/** Marks of a resource that holds several links, each given as `item`. */
export function linksMarks<Item extends z.ZodType>(item: Item) {
  return {
    /** What existed before it was declared. Not set if the program created all of it. */
    origin: originWith({
      /** Entries that existed before they were declared: destroy leaves them. */
      existed: z.array(item).optional(),
    }),
    /** What is uncertain. Not set if nothing is. */
    doubt: doubtWith({
      /** Entries that may be there or not: the next `up` adds them again, and destroy leaves them. */
      items: z.array(item).optional(),
      /** Entries of the program that may be gone: the next `up` adds them again, and destroy removes them. */
      gone: z.array(item).optional(),
    }),
    /** Ids of the accounts that it links. The next `up` links an account with another id again. */
    linkedTo: z.record(z.string(), z.string()).optional(),
  };
}

/** The marks of the links of a resource. */
export interface LinksMarks<Item> {
  readonly origin?: { existed?: Item[] | undefined } | undefined;
  readonly doubt?: { outcome?: true | undefined; items?: Item[] | undefined; gone?: Item[] | undefined } | undefined;
}

/** The links that stay when the program lets go of them: they existed before, and it does not adopt what exists. */
export function existedIn<Item>(
  { origin }: LinksMarks<Item>,
  want: { readonly onExisting?: unknown },
): readonly Item[] {
  return want.onExisting === "adopt" ? [] : (origin?.existed ?? []);
}

/** The links of a resource before a call, and what it wants of them. */
interface Goal<Item> {
  readonly items: readonly Item[];
  readonly outputs: LinksMarks<Item>;
  /** Nothing is known to be as the state says: unless it names what may be gone, everything declared is added again. */
  readonly doubt?: Doubt<unknown> | undefined;
  /** Default: none, because the resource goes. */
  readonly wanted?: readonly Item[];
  /** What exists belongs to the program too. */
  readonly isOurs: boolean;
  /** The account was just made: no answer can mean what others did. */
  readonly isNew?: boolean;
}

/** How a call about links reports. */
export type LinkReports = Omit<Progress<unknown, unknown>, "begin" | "keep">;

/** What a call does with one link. */
export interface Tools<Item> extends LinkReports {
  /** How messages name it; unique. */
  title(item: Item): string;
  /** Its key in the registry of the run. */
  key(item: Item): string;
  change(isAdd: boolean, item: Item): Promise<Done>;
}

type Keep<Item> = (items: Item[], marks: LinksMarks<Item>) => void;

/** The goal of an update. Links that are no longer managed stay, and what is in doubt of them is named. */
export function goalOf({ wanted, ...goal }: Omit<Goal<string>, "wanted"> & { wanted: readonly string[] | undefined }) {
  return wanted === undefined ? { items: [], outputs: goal.outputs, isOurs: false } : { ...goal, wanted };
}

/** What users and user groups share: memberships. `linkOf` is the one of an account with an account of the other kind. */
export function membershipsOf(own: "user" | "user group", linkOf: (name: string, other: string) => MembershipLink) {
  const what = own === "user" ? "user group" : "user";
  const settle = (accounts: Accounts, name: string, goal: Goal<string>, reports: LinkReports, keep?: Keep<string>) => {
    const tools: Tools<string> = {
      ...reports,
      title: (other) => `${what} ${other}`,
      key: (other) => membershipKey(linkOf(name, other)),
      change: (isAdd, other) => accounts.link(isAdd, linkOf(name, other)),
    };
    return settleLinks(goal, tools, keep);
  };
  return {
    settle,

    keys: (name: string, others: readonly string[] = []): string[] => [
      `${own}|${name}`,
      ...others.map((other) => membershipKey(linkOf(name, other))),
    ],

    /** The names of memberships that an update takes away: they are no longer declared. */
    dropped: (name: string, before: readonly string[] = [], after = before, theirs: readonly string[] = []) =>
      before.filter((one) => ![...after, ...theirs].includes(one)).map((one) => `${what} ${one} of ${name}`),

    /** Removes an account with `send`. What another resource declares stays, without the other memberships. */
    async remove(
      accounts: Accounts,
      name: string,
      links: Pick<Goal<string>, "items" | "outputs">,
      progress: LinkReports,
      send: () => Promise<"gone" | "theirs" | undefined>,
    ): Promise<"gone" | undefined> {
      if (progress.isOfOther(`${own}|${name}`)) {
        progress.info("it stays, because another resource declares it.");
        await settle(accounts, name, { ...links, isOurs: false }, progress);
        return undefined;
      }
      const result = await send();
      if (result !== "theirs") return result;
      const why = own === "user" ? "the token belongs to it" : "it belongs to the appliance";
      progress.info(`${why}, so it is only removed from the state. It stays, with its memberships.`);
      return undefined;
    },
  };
}

/**
 * Adds the links that are declared and not known to be there, and removes those that are no longer declared, one request
 * each. What existed before, or is in doubt, may belong to others: it is left, unless the program adopts what exists.
 * `keep` gets the links and their marks after a failure that changed something, or may have. What stays is named in an
 * info line.
 */
export async function settleLinks<Item>(
  goal: Goal<Item>,
  tools: Tools<Item>,
  keep?: Keep<Item>,
): Promise<LinksMarks<Item>> {
  const { wanted = [] } = goal;
  const { title } = tools;
  const standings = standingsOf(goal, title);
  const changes = new LinkChanges(goal, tools, standings);
  const declared = new Set(wanted.map(title));
  const missing = wanted.filter((item) => standings.get(title(item))?.presence !== "there");
  const surplus = [...standings.values()].filter(({ item }) => !declared.has(title(item)));
  // A number and a name may mean one account: what is added must come after what is removed.
  const dropped = await Promise.allSettled(surplus.map((standing) => changes.drop(standing)));
  const done = [...dropped, ...(await Promise.allSettled(missing.map((item) => changes.add(item))))];
  const failed = done.find((one) => one.status === "rejected");
  const all = [...standings.values()];
  const after = marksOf(all, failed !== undefined);
  if (failed === undefined) return after;
  const known = all.filter(({ presence }) => presence !== "perhaps").map(({ item }) => item);
  if (done.some((one) => one.status === "fulfilled" || mayBeDone(one.reason))) keep?.(known, after);
  throw failed.reason;
}

/** The changes of single links, and what is known of each after it. */
class LinkChanges<Item> {
  constructor(
    private readonly goal: Pick<Goal<Item>, "isOurs" | "isNew">,
    private readonly tools: Tools<Item>,
    private readonly standings: Map<string, Standing<Item>>,
  ) {}

  async add(item: Item): Promise<void> {
    const { tools, standings } = this;
    const key = tools.title(item);
    const before = standings.get(key);
    const isKnown = before !== undefined && before.presence !== "perhaps";
    const perhaps = isKnown ? before : ({ item, presence: "perhaps", isTheirs: false } as const);
    const result = await this.#change(true, perhaps);
    if (result === "unclear") return;
    const isFound = result === "existed" && !this.goal.isOurs && !isKnown && !tools.isHeld(tools.key(item));
    if (isFound) tools.info(`${key}: ${FOUND}`);
    standings.set(key, { item, presence: "there", isTheirs: isFound || before?.isTheirs === true });
  }

  async drop(standing: Standing<Item>): Promise<void> {
    const { item, presence, isTheirs } = standing;
    const { title, key, info, isOfOther } = this.tools;
    const isInDoubt = presence === "perhaps" && !this.goal.isOurs;
    if (isTheirs || isInDoubt) info(`${title(item)}: ${isTheirs ? EXISTED : DOUBTFUL}`);
    else if (isOfOther(key(item))) info(`${title(item)}: it stays, because another resource declares it.`);
    else if ((await this.#change(false, { ...standing, presence: "lost" })) === "existed")
      info(`${title(item)}: it was already gone.`);
    this.standings.delete(title(item));
  }

  /**
   * Sends one change. `perhaps` is what is known of the link if it fails. An answer in words that are not understood
   * fails the call, unless the link was in doubt or the program adopts what exists: no later run could settle it either.
   */
  async #change(isAdd: boolean, perhaps: Standing<Item>): Promise<Done | "unclear"> {
    const { goal, standings, tools } = this;
    const key = tools.title(perhaps.item);
    const isInDoubt = (standings.get(key)?.presence ?? "there") !== "there";
    try {
      return await tools.change(isAdd, perhaps.item);
    } catch (error) {
      if (!isAdd || mayBeDone(error)) standings.set(key, perhaps);
      if (!isUnclear(error) || !(isInDoubt || (goal.isOurs && goal.isNew !== true))) throw error;
      tools.info(`${key}: ${UNCLEAR} ${sentence(error.words)}`);
      return "unclear";
    }
  }
}

/**
 * What is known of one link. *there*: it is on the appliance. *perhaps*: its addition has an unknown outcome, so it may
 * be missing, or belong to others. *lost*: it is ours, and may be missing.
 */
interface Standing<Item> {
  readonly item: Item;
  readonly presence: "there" | "perhaps" | "lost";
  /** It existed before. */
  readonly isTheirs: boolean;
}

/** What the state knows of each link, by its title. */
function standingsOf<Item>(
  { items, outputs: { origin, doubt: uncertain }, doubt, isOurs }: Goal<Item>,
  title: (item: Item) => string,
): Map<string, Standing<Item>> {
  const theirs = new Set(isOurs ? [] : origin?.existed?.map(title));
  const lost = new Set((doubt !== undefined && uncertain?.gone === undefined ? items : uncertain?.gone)?.map(title));
  const standings = new Map<string, Standing<Item>>();
  const put = (item: Item, presence: Standing<Item>["presence"]): void => {
    standings.set(title(item), { item, presence, isTheirs: theirs.has(title(item)) });
  };
  for (const item of items) put(item, lost.has(title(item)) ? "lost" : "there");
  for (const item of uncertain?.items ?? []) put(item, "perhaps");
  return standings;
}

/** The marks of links. After a failure they name what is in doubt, also if nothing is: then all else is as declared. */
function marksOf<Item>(all: readonly Standing<Item>[], hasFailed: boolean): LinksMarks<Item> {
  const those = (holds: (one: Standing<Item>) => boolean): Item[] => all.filter(holds).map(({ item }) => item);
  const existed = those(({ isTheirs }) => isTheirs);
  const [items, gone] = [those(({ presence }) => presence === "perhaps"), those(({ presence }) => presence === "lost")];
  return {
    ...(existed.length === 0 ? {} : { origin: { existed } }),
    ...(hasFailed || items.length + gone.length > 0 ? { doubt: { items, gone } } : {}),
  };
}
