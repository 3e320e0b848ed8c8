import { z } from "zod";
import type { Linked } from "../../appliance/gateway/links";
import { isInDoubt } from "../../errors/refusal";
import type { Progress, Result } from "../../resource";

/** Outputs of a link that is a resource of its own. */
export interface LinkOutputs {
  /** True if the link existed before the resource was created: destroy leaves it. */
  existed?: boolean | undefined;
}

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
  return { id, outputs: { existed: true } };
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
  return { id, outputs: wasThere && isTheirs({ outputs, inputs: want }) ? { existed: true } : {} };
}

/** Whether the link in the state existed before and the program does not adopt it. */
export function isTheirs({
  outputs,
  inputs,
}: {
  outputs: LinkOutputs;
  inputs: { onExisting?: string | undefined };
}): boolean {
  return outputs.existed === true && inputs.onExisting !== "adopt";
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

/** Schema of the outputs of a single link. */
export const linkOutputs = {
  /** True if the link existed before: destroy leaves it. */
  existed: z.boolean().optional(),
};

/** Schema of the outputs of a resource with several links, each given by a reference. */
export const ofLinks = {
  /** Entries that existed before they were declared: destroy leaves them. */
  existed: z.array(z.string()).optional(),
  /** Entries that no response confirmed: the next `up` sends them again. */
  inDoubt: z.array(z.string()).optional(),
};

/** The outputs that describe the links of a resource. */
export interface LinksOutputs<Item> {
  existed?: Item[] | undefined;
  inDoubt?: Item[] | undefined;
}

/** The links of a resource according to its state. */
export function linkedBy<Item>(items: readonly Item[] | undefined, outputs: LinksOutputs<Item> = {}): Linked<Item> {
  return { items: items ?? [], existed: outputs.existed ?? [], inDoubt: outputs.inDoubt ?? [] };
}

/** The outputs that describe these links; empty lists are left out. */
export function linksOutputs<Item>({ existed, inDoubt }: Linked<Item>): LinksOutputs<Item> {
  return { existed: someOf(existed), inDoubt: someOf(inDoubt) };
}

function someOf<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length === 0 ? undefined : [...items];
}
