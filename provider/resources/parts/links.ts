import { z } from "zod";
import type { Linked } from "../../appliance/gateway/links";
import { isInDoubt } from "../../errors/refusal";
import type { Progress, Result } from "../../resource";
import { adopted, outcome } from "../../values/origin";

/** Schema of the outputs of a link that is a resource of its own. */
export const linkOutputs = {
  /** Where the link comes from. Not set if the program created it. */
  origin: z
    .object({
      ...adopted,
      /** True if the link existed before: destroy leaves it. */
      existed: z.literal(true).optional(),
    })
    .optional(),
};

type LinkOutputs = z.output<z.ZodObject<typeof linkOutputs>>;

interface Call<Want> {
  readonly id: string;
  readonly want: Want & { onExisting?: string | undefined };
  /** Sends the link. Returns whether it existed before. */
  readonly add: () => Promise<boolean>;
  readonly progress: Progress<Want, LinkOutputs>;
}

/**
 * Creates a link. If the outcome is unknown, the state keeps the link, so that the next `up` sends it again and a
 * destroy removes it.
 */
export async function createLink<Want>({ id, want, add, progress }: Call<Want>): Promise<Result<Want, LinkOutputs>> {
  const wasThere = await add().catch((error: unknown) => {
    if (isInDoubt(error)) progress.recordPartial({ id, outputs: {} });
    throw error;
  });
  if (!wasThere || want.onExisting === "adopt") return { id, outputs: {} };
  progress.info(FOUND);
  return { id, outputs: { origin: { existed: true } } };
}

/**
 * Sends a link again: another resource removed it in this run, or the first response did not mention it. If it exists
 * by then, our own request may have added it, so it counts as ours unless the state says otherwise. With `adopt` it
 * always counts as ours.
 */
export async function updateLink<Want>({
  id,
  want,
  add,
  outputs,
}: Omit<Call<Want>, "progress"> & { outputs: LinkOutputs }): Promise<Result<Want, LinkOutputs>> {
  const wasThere = await add();
  return { id, outputs: wasThere && isTheirs({ outputs, inputs: want }) ? { origin: { existed: true } } : {} };
}

/** Whether the link in the state existed before and the program does not adopt it. */
export function isTheirs({
  outputs,
  inputs,
}: {
  outputs: LinkOutputs;
  inputs: { onExisting?: string | undefined };
}): boolean {
  return outputs.origin?.existed === true && inputs.onExisting !== "adopt";
}

/** Info line about a link that already existed. */
const FOUND =
  'it already existed, so deleting it from the stack leaves it in place. To have it removed too, add: onExisting: "adopt".';
/** Info line about a link that is left in place. */
export const LEFT = "it already existed, so it stays.";

/** Reports entries that already existed, and entries that stay on the appliance although the resource dropped them. */
export function noteEntries(
  before: readonly string[],
  now: readonly string[],
  info: (message: string) => void,
  onExisting?: string,
): void {
  const found = now.filter((entry) => !before.includes(entry));
  const left = onExisting === "adopt" ? [] : before.filter((entry) => !now.includes(entry));
  if (found.length > 0) info(`${found.join(", ")}: ${FOUND}`);
  if (left.length > 0) info(`${left.join(", ")}: ${LEFT}`);
}

/** Schema of the marks of a resource with several links, each given as `item`. */
export function linksMarks<Item extends z.ZodType>(item: Item) {
  return {
    /** What existed before it was declared. Not set if the program created all of it. */
    origin: z
      .object({
        ...adopted,
        /** Entries that existed before they were declared: destroy leaves them. */
        existed: z.array(item).optional(),
      })
      .optional(),
    /** What is uncertain. Not set if nothing is. */
    doubt: z
      .object({
        ...outcome,
        /** Entries that no response confirmed: the next `up` sends them again. */
        items: z.array(item).optional(),
      })
      .optional(),
  };
}

/** The outputs that describe the links of a resource. */
export interface LinksOutputs<Item> {
  origin?: { existed?: Item[] | undefined } | undefined;
  doubt?: { items?: Item[] | undefined } | undefined;
}

/** The links of a resource according to its state. */
export function linkedBy<Item>(items: readonly Item[] | undefined, outputs: LinksOutputs<Item> = {}): Linked<Item> {
  return { items: items ?? [], existed: outputs.origin?.existed ?? [], inDoubt: outputs.doubt?.items ?? [] };
}

/** The outputs that describe these links; empty lists are left out. */
export function linksOutputs<Item>({ existed, inDoubt }: Linked<Item>): LinksOutputs<Item> {
  return {
    origin: existed.length === 0 ? undefined : { existed: [...existed] },
    doubt: inDoubt.length === 0 ? undefined : { items: [...inDoubt] },
  };
}
