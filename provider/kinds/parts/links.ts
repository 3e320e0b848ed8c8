import { z } from "zod";
import { mayBeDone } from "../../errors/errors";
import type { Done } from "../../gateway/accounts";
import type { Gateway } from "../../gateway/gateway";
import { marks } from "../../values/origin";
import type { Live, Progress, State } from "../definition";

/** Outputs of a link that is a resource of its own. */
export const linkMarks = {
  /** Where the link comes from. Not set if the program created it. */
  origin: marks.origin
    .unwrap()
    .extend({
      /** True if the link existed before: destroy leaves it. */
      existed: z.literal(true).optional(),
    })
    .optional(),
};
type LinkOutputs = z.output<z.ZodObject<typeof linkMarks>>;
type LinkWant = { onExisting?: string | undefined };

const FOUND = 'it existed before, so destroy leaves it. To have it removed too, add: onExisting: "adopt".';
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
  const ensure = async (
    gateway: Gateway,
    want: Want,
    { keep, info }: Progress<Want, LinkOutputs>,
    outputs: LinkOutputs = {},
  ): Promise<Live<Want, LinkOutputs>> => {
    const id = partsOf(want).map(encodeURIComponent).join("|");
    try {
      const done = await send(gateway, true, want);
      if (done === "done" || want.onExisting === "adopt") return { id, outputs };
      info(FOUND);
      return { id, outputs: { origin: { ...outputs.origin, existed: true } } };
    } catch (error) {
      if (mayBeDone(error)) keep({ id, outputs });
      throw error;
    }
  };
  return {
    needsRepair: ({ outputs }: { outputs: LinkOutputs }, want: Want) =>
      outputs.origin?.existed === true && want.onExisting === "adopt",
    create: (gateway: Gateway, want: Want, progress: Progress<Want, LinkOutputs>) => ensure(gateway, want, progress),
    async update(
      gateway: Gateway,
      { id, outputs, isOpen }: State<Want, LinkOutputs>,
      want: Want,
      progress: Progress<Want, LinkOutputs>,
    ): Promise<Live<Want, LinkOutputs>> {
      const { origin: { existed, ...origin } = {} } = outputs;
      const isTheirs = existed === true && want.onExisting !== "adopt";
      const marked = { ...origin, ...(isTheirs ? { existed } : {}) };
      const { origin: _before, ...others } = outputs;
      const now = Object.keys(marked).length === 0 ? others : { ...others, origin: marked };
      return isOpen ? ensure(gateway, want, progress, now) : { id, outputs: now };
    },
    async remove(
      gateway: Gateway,
      { inputs: state, outputs, isOpen }: State<Want, LinkOutputs>,
      { info }: Pick<Progress<Want, LinkOutputs>, "info">,
    ): Promise<"gone" | undefined> {
      const isTheirs = outputs.origin?.existed === true || isOpen;
      if (!isTheirs || state.onExisting === "adopt")
        return (await send(gateway, false, state)) === "existed" ? "gone" : undefined;
      info(isOpen ? DOUBTFUL : EXISTED);
      return undefined;
    },
  };
}

/** Marks of a resource that holds several links, each given as `item`. */
export function linksMarks<Item extends z.ZodType>(item: Item) {
  return {
    /** What existed before it was declared. Not set if the program created all of it. */
    origin: marks.origin
      .unwrap()
      .extend({
        /** Entries that existed before they were declared: destroy leaves them. */
        existed: z.array(item).optional(),
      })
      .optional(),
    /** What is uncertain. Not set if nothing is. */
    doubt: marks.doubt
      .unwrap()
      .extend({
        /** Entries that may be there or not: the next `up` adds them again, and destroy leaves them. */
        items: z.array(item).optional(),
      })
      .optional(),
  };
}

/** The marks of the links of a resource. */
export interface LinksMarks<Item> {
  readonly origin?: { adopted?: true | undefined; existed?: Item[] | undefined } | undefined;
  readonly doubt?: { outcome?: true | undefined; items?: Item[] | undefined } | undefined;
}

/** Whether links are in doubt, or existed before and are adopted now. */
export function areOpen({ doubt, origin }: LinksMarks<unknown>, onExisting: string | undefined): boolean {
  return doubt?.items !== undefined || (origin?.existed !== undefined && onExisting === "adopt");
}

/** The items that others do not have. */
export function without<Item>(items: readonly Item[], others: readonly Item[], title: (item: Item) => string): Item[] {
  const titles = new Set(others.map(title));
  return items.filter((one) => !titles.has(title(one)));
}

/** The links of a resource before a call. */
interface Before<Item> {
  readonly items: readonly Item[];
  readonly outputs: LinksMarks<Item>;
  /** Nothing is known to be as the state says: unless it names what is in doubt, everything declared is added again. */
  readonly isOpen: boolean;
}

/** What a resource wants of its links. `isOurs`: what exists belongs to the program too. */
interface Goal<Item> {
  readonly wanted: readonly Item[];
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

/** The links of a resource after a call, with the first failure. */
export interface After<Item> {
  readonly items: Item[];
  readonly marks: LinksMarks<Item>;
  /** Whether something changed, or may have. */
  readonly isTouched: boolean;
  readonly failure?: Error;
}

/**
 * Adds the links that are declared and not known to be there, and removes those that are no longer declared, one request
 * each. What existed before, or is in doubt, may belong to others: it is left, unless the program adopts what exists.
 */
export async function converge<Item>(
  { items, outputs: { origin, doubt }, isOpen }: Before<Item>,
  { wanted, isOurs }: Goal<Item>,
  { title, change, isOfOther, info }: Tools<Item>,
): Promise<After<Item>> {
  const byTitle = (some: readonly Item[] = []): Map<string, Item> => new Map(some.map((one) => [title(one), one]));
  const [known, declared, doubtful] = [byTitle(items), byTitle(wanted), byTitle(doubt?.items)];
  const theirs = byTitle(isOurs ? [] : origin?.existed);
  const there = new Map([...known].filter(([key]) => !doubtful.has(key)));
  const add = async (key: string, item: Item): Promise<void> => {
    try {
      const isFound = (await change(true, item)) === "existed" && !isOurs && !there.has(key);
      if (isFound) theirs.set(key, item);
      if (isFound) info(`${key}: ${FOUND}`);
      there.set(key, item);
      doubtful.delete(key);
    } catch (error) {
      if (mayBeDone(error) && !there.has(key)) doubtful.set(key, item);
      throw error;
    }
  };
  const drop = async (key: string, item: Item): Promise<void> => {
    const isTheirs = theirs.has(key) || (doubtful.has(key) && !isOurs);
    if (isTheirs) info(`${key}: ${theirs.has(key) ? EXISTED : DOUBTFUL}`);
    else if (isOfOther(item)) info(`${key}: it stays, because another resource declares it.`);
    else await change(false, item);
    for (const links of [there, theirs, doubtful]) links.delete(key);
  };
  const isAllOpen = isOpen && doubt?.items === undefined;
  const missing = [...declared].filter(([key]) => isAllOpen || !there.has(key));
  const surplus = [...new Map([...doubtful, ...there])].filter(([key]) => !declared.has(key));
  const work = [...missing.map(([key, one]) => add(key, one)), ...surplus.map(([key, one]) => drop(key, one))];
  const done = await Promise.allSettled(work);
  const failed = done.find((one) => one.status === "rejected");
  const adopted = origin?.adopted === undefined ? {} : { adopted: origin.adopted };
  const existed = theirs.size === 0 ? {} : { existed: [...theirs.values()] };
  const now = { ...adopted, ...existed };
  return {
    items: [...there.values()],
    isTouched: done.some((one) => one.status === "fulfilled" || mayBeDone(one.reason)),
    marks: {
      ...(Object.keys(now).length === 0 ? {} : { origin: now }),
      ...(doubtful.size === 0 && failed === undefined ? {} : { doubt: { items: [...doubtful.values()] } }),
    },
    ...(failed === undefined ? {} : { failure: failed.reason as Error }),
  };
}

/**
 * Brings the links of a resource to what is declared. After a failure that changed something, or may have, the state
 * keeps what `liveOf` makes of the links.
 */
export async function settleLinks<Item, Want, Out>(
  before: Before<Item>,
  goal: Goal<Item>,
  tools: Tools<Item>,
  {
    liveOf,
    keep,
  }: Pick<Progress<Want, Out>, "keep"> & { liveOf(items: Item[], marks: LinksMarks<Item>): Live<Want, Out> },
): Promise<Live<Want, Out>> {
  const { items, marks, isTouched, failure } = await converge(before, goal, tools);
  const live = liveOf(items, marks);
  if (failure === undefined) return { id: live.id, outputs: live.outputs };
  if (isTouched) keep(live);
  throw failure;
}

/** Removes the links of a resource that goes. */
export async function removeLinks<Item>(
  items: readonly Item[],
  outputs: LinksMarks<Item>,
  isOurs: boolean,
  tools: Tools<Item>,
): Promise<undefined> {
  const { failure } = await converge({ items, outputs, isOpen: false }, { wanted: [], isOurs }, tools);
  if (failure !== undefined) throw failure;
  return undefined;
}
