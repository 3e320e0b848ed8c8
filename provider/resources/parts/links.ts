import { z } from "zod";
import type { Linked } from "../../appliance/gateway/links";
import { isInDoubt } from "../../refusal";
import type { Progress, Result } from "../../resource";

/** Outputs of a link that is a resource of its own. */
export interface LinkOutputs {
  /** It was there before the resource was created: destroy leaves it. */
  existed?: boolean | undefined;
}

interface Call<Want> {
  readonly id: string;
  readonly want: Want & { onExisting?: string | undefined };
  /** Sends the link; gives whether it was there before. */
  readonly add: () => Promise<boolean>;
  readonly progress: Progress<Want, LinkOutputs>;
}

/**
 * Creates a link. Where no answer says what became of it, the state keeps it, so that the next `up` sends it again and a
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
 * Sends a link again that another resource removed in this run, or that the first answer did not mention. What is there
 * then may be our own work, so it is ours, unless the state says otherwise; with `adopt` it is ours in any case.
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

/** Whether the state has a link that was there before, and the program does not adopt it. */
export function isTheirs({
  outputs,
  inputs,
}: {
  outputs: LinkOutputs;
  inputs: { onExisting?: string | undefined };
}): boolean {
  return outputs.existed === true && inputs.onExisting !== "adopt";
}

/** Info line about a link that was found. */
const FOUND = 'it was there before, so its deletion will leave it. To have it removed then, add: onExisting: "adopt".';
/** Info line about a link that stays. */
export const LEFT = "it was there before, and stays.";

/** Info lines about entries of a resource that were found, and that stay though the resource no longer has them. */
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

/** What the outputs of a link keep. */
export const linkOutputs = {
  /** True where the link was there before: destroy leaves it. */
  existed: z.boolean().optional(),
};

/** The same for links by a reference. */
export const ofLinks = {
  /** Entries that were there before they were declared: destroy leaves them. */
  existed: z.array(z.string()).optional(),
  /** Entries that no answer proved to be there: the next `up` sends them again. */
  inDoubt: z.array(z.string()).optional(),
};

/** What the outputs of a resource keep of its links. */
export interface LinksOutputs<Item> {
  existed?: Item[] | undefined;
  inDoubt?: Item[] | undefined;
}

/** The links of a resource as its state has them. */
export function linkedBy<Item>(items: readonly Item[] | undefined, outputs: LinksOutputs<Item> = {}): Linked<Item> {
  return { items: items ?? [], existed: outputs.existed ?? [], inDoubt: outputs.inDoubt ?? [] };
}

/** The outputs that keep them; empty lists are left out. */
export function linksOutputs<Item>({ existed, inDoubt }: Linked<Item>): LinksOutputs<Item> {
  return { existed: someOf(existed), inDoubt: someOf(inDoubt) };
}

function someOf<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length === 0 ? undefined : [...items];
}
