import { z } from "#zod";
import { TO_REMOVE_TOO } from "../adoption";
import { mayBeDone } from "../../errors/errors";
import type { Accounts, Done, MembershipLink, PermissionLink } from "../../gateway/accounts";
import type { Gateway } from "../../gateway/gateway";
import { doubtWith, originWith } from "../../values/origin";
import type { Live, Progress, State } from "../definition";

/** The key of a membership in the registry of a run, whichever kind declares it. */
export function membershipKey({ user, userGroup }: MembershipLink): string {
  return `membership|${user}|${userGroup}`;
}

/** The key of a permission in the registry of a run, whichever kind declares it. */
export function permissionKey({ userGroup, permissionType, seccode }: PermissionLink): string {
  return `permission|${userGroup}|${permissionType}|${seccode}`;
}

/** Outputs of a link that is a resource of its own. */
export const linkMarks = {
  /** Where the link comes from. Not set if the program created it. */
  origin: z
    .object({
      /** True if the link existed before: destroy leaves it. */
      existed: z.literal(true).optional(),
    })
    .optional(),
};
type LinkOutputs = z.output<z.ZodObject<typeof linkMarks>>;
type LinkWant = { onExisting?: string | undefined };

const FOUND = `it existed before, so destroy leaves it. ${TO_REMOVE_TOO}`;
const EXISTED = "it stays, because it existed before.";
const DOUBTFUL = "it stays, because the outcome of its last change is unknown: it may belong to others.";

/**
 * The calls of a link that is a resource of its own. Adding an existing one succeeds. A link whose last change has an
 * unknown outcome stays in the state: the next `up` adds it again, and destroy leaves it.
 */
export function linkCalls<Want extends LinkWant>(
  partsOf: (want: Want) => readonly string[],
  send: (gateway: Gateway, isAdd: boolean, want: Want) => Promise<Done>,
) {
  type OwnProgress = Progress<Want, LinkOutputs>;
  type OwnState = State<Want, LinkOutputs>;
  const create = async (
    gateway: Gateway,
    want: Want,
    { keep, info }: OwnProgress,
  ): Promise<Live<Want, LinkOutputs>> => {
    const id = partsOf(want).map(encodeURIComponent).join("|");
    keep({ id, outputs: {} }, true);
    const isTheirs = (await send(gateway, true, want)) === "existed" && want.onExisting !== "adopt";
    if (isTheirs) info(FOUND);
    return { id, outputs: isTheirs ? { origin: { existed: true } } : {} };
  };
  const existed = ({ origin }: LinkOutputs): boolean => origin?.existed === true;
  return {
    create,
    async update(gateway: Gateway, { id, outputs, isOpen }: OwnState, want: Want, progress: OwnProgress) {
      return isOpen ? create(gateway, want, progress) : { id, outputs: want.onExisting === "adopt" ? {} : outputs };
    },
    async remove(gateway: Gateway, { inputs: want, outputs, isOpen }: OwnState, { info }: Pick<OwnProgress, "info">) {
      if ((existed(outputs) || isOpen) && want.onExisting !== "adopt") {
        info(isOpen ? DOUBTFUL : EXISTED);
        return undefined;
      }
      return (await send(gateway, false, want)) === "existed" ? ("gone" as const) : undefined;
    },
  };
}

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
  };
}

/** The marks of the links of a resource. */
export interface LinksMarks<Item> {
  readonly origin?: { existed?: Item[] | undefined } | undefined;
  readonly doubt?: { outcome?: true | undefined; items?: Item[] | undefined; gone?: Item[] | undefined } | undefined;
}

/** The links of a resource before a call, and what it wants of them. */
interface Goal<Item> {
  readonly items: readonly Item[];
  readonly outputs: LinksMarks<Item>;
  /** Nothing is known to be as the state says: unless it names what may be gone, everything declared is added again. */
  readonly isOpen?: boolean;
  /** Default: none, because the resource goes. */
  readonly wanted?: readonly Item[];
  /** What exists belongs to the program too. */
  readonly isOurs: boolean;
}

/** What a call does with one link. */
export interface Tools<Item> {
  /** How messages name it; unique. */
  title(item: Item): string;
  change(isAdd: boolean, item: Item): Promise<Done>;
  /** Whether another resource of the run declares it. */
  isOfOther(item: Item): boolean;
  info(message: string): void;
}

/** How a call about links reports. */
export type Reports = Pick<Progress<unknown, unknown>, "info" | "isOfOther">;
type Keep<Item> = (items: Item[], marks: LinksMarks<Item>) => void;

/** What users and user groups share: memberships. `linkOf` is the one of an account with an account of the other kind. */
export function membershipsOf(own: "user" | "user group", linkOf: (name: string, other: string) => MembershipLink) {
  const what = own === "user" ? "user group" : "user";
  const settle = (
    accounts: Accounts,
    name: string,
    goal: Goal<string>,
    { info, isOfOther }: Reports,
    keep?: Keep<string>,
  ): Promise<LinksMarks<string>> =>
    settleLinks(
      goal,
      {
        title: (other) => `${what} ${other}`,
        change: (isAdd, other) => accounts.link(isAdd, linkOf(name, other)),
        isOfOther: (other) => isOfOther(membershipKey(linkOf(name, other))),
        info,
      },
      keep,
    );
  return {
    settle,

    keys: (name: string, others: readonly string[] = []): string[] => [
      `${own}|${name}`,
      ...others.map((other) => membershipKey(linkOf(name, other))),
    ],

    /** The names of memberships that are no longer declared. */
    dropped: (name: string, before: readonly string[] = [], after = before): string[] =>
      before.filter((one) => !after.includes(one)).map((one) => `${what} ${one} of ${name}`),

    /** Removes an account with `send`. What another resource declares stays, without the other memberships. */
    async remove(
      accounts: Accounts,
      name: string,
      links: Pick<Goal<string>, "items" | "outputs">,
      progress: Reports,
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
  { items, outputs: { origin, doubt }, isOpen = false, wanted = [], isOurs }: Goal<Item>,
  { title, change, isOfOther, info }: Tools<Item>,
  keep?: Keep<Item>,
): Promise<LinksMarks<Item>> {
  const byTitle = (some: readonly Item[] = []): Map<string, Item> => new Map(some.map((one) => [title(one), one]));
  const [known, declared, doubtful] = [byTitle(items), byTitle(wanted), byTitle(doubt?.items)];
  const theirs = byTitle(isOurs ? [] : origin?.existed);
  const there = new Map([...known].filter(([key]) => !doubtful.has(key)));
  const gone = isOpen && doubt?.gone === undefined ? new Map(there) : byTitle(doubt?.gone);
  const add = async (key: string, item: Item): Promise<void> => {
    try {
      const isFound = (await change(true, item)) === "existed" && !isOurs && !there.has(key);
      if (isFound) theirs.set(key, item);
      if (isFound) info(`${key}: ${FOUND}`);
      there.set(key, item);
      for (const links of [doubtful, gone]) links.delete(key);
    } catch (error) {
      if (mayBeDone(error) && !there.has(key)) doubtful.set(key, item);
      throw error;
    }
  };
  const drop = async (key: string, item: Item): Promise<void> => {
    gone.set(key, item);
    const isTheirs = theirs.has(key) || (doubtful.has(key) && !isOurs);
    if (isTheirs) info(`${key}: ${theirs.has(key) ? EXISTED : DOUBTFUL}`);
    else if (isOfOther(item)) info(`${key}: it stays, because another resource declares it.`);
    else await change(false, item);
    for (const links of [there, theirs, doubtful, gone]) links.delete(key);
  };
  const missing = [...declared].filter(([key]) => !there.has(key) || gone.has(key));
  const surplus = [...new Map([...doubtful, ...there])].filter(([key]) => !declared.has(key));
  const work = [...missing.map(([key, one]) => add(key, one)), ...surplus.map(([key, one]) => drop(key, one))];
  const done = await Promise.allSettled(work);
  const failed = done.find((one) => one.status === "rejected");
  const after = {
    ...(theirs.size === 0 ? {} : { origin: { existed: [...theirs.values()] } }),
    ...(failed === undefined ? {} : { doubt: { items: [...doubtful.values()], gone: [...gone.values()] } }),
  };
  if (failed === undefined) return after;
  if (done.some((one) => one.status === "fulfilled" || mayBeDone(one.reason))) keep?.([...there.values()], after);
  throw failed.reason;
}
