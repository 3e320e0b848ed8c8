import { z } from "zod";
import type { GatewayAppliance } from "../../appliance/gateway/appliance";
import type { Linked, Links } from "../../appliance/gateway/links";
import { madeOf } from "../../errors/outcome";
import type { Progress, RemovalProgress, Result, State } from "../../resource";
import { adopted, outcome } from "../../values/origin";
import type { Thing } from "../../values/things";
import { otherThan } from "./ids";

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

/**
 * The part of a definition that single links of user groups share. `partsOf` returns the parts of the id of a link.
 */
export function linkKind<Want extends { onExisting?: string | undefined }, Link extends Thing>(
  partsOf: (want: Want) => readonly string[],
  linkOf: (want: Want, existed?: true) => Link,
  linksOf: (gateway: GatewayAppliance) => Pick<Links<Link, object>, "add" | "remove">,
) {
  const idOf = (want: Want): string => partsOf(want).map(encodeURIComponent).join("/");
  /** Whether the link in the state existed before and the program does not adopt it. */
  const isTheirs = ({ origin }: LinkOutputs, { onExisting }: Want): boolean =>
    origin?.existed === true && onExisting !== "adopt";
  return {
    misfit: ({ id, inputs }: State<Want, Partial<LinkOutputs>>) => otherThan(idOf(inputs), id),
    holds: (want: Want, link: { outputs: LinkOutputs } | undefined) => [linkOf(want, link?.outputs.origin?.existed)],
    needsRepair: ({ outputs }: { outputs: LinkOutputs }, want: Want) =>
      outputs.origin?.existed === true && want.onExisting === "adopt",

    /** If the outcome is unknown, the state keeps the link: the next `up` sends it again, and a destroy removes it. */
    async create(
      gateway: GatewayAppliance,
      want: Want,
      { recordPartial, info }: Progress<Want, LinkOutputs>,
    ): Promise<Result<Want, LinkOutputs>> {
      const id = idOf(want);
      const outcome = await linksOf(gateway).add(linkOf(want));
      if (outcome.is === "inDoubt") recordPartial({ id, outputs: {} });
      if (madeOf(outcome) === "done" || want.onExisting === "adopt") return { id, outputs: {} };
      info(FOUND);
      return { id, outputs: { origin: { existed: true } } };
    },

    /**
     * Sends the link again: another resource removed it in this run, or the first response did not mention it. If it
     * exists by then, our own request may have added it, so it counts as ours unless the state says otherwise. With
     * `adopt` it always counts as ours.
     */
    async update(
      gateway: GatewayAppliance,
      { id, outputs }: State<Want, LinkOutputs>,
      want: Want,
    ): Promise<Result<Want, LinkOutputs>> {
      const wasThere = madeOf(await linksOf(gateway).add(linkOf(want))) === "existed";
      return { id, outputs: wasThere && isTheirs(outputs, want) ? { origin: { existed: true } } : {} };
    },

    async remove(
      gateway: GatewayAppliance,
      { inputs, outputs }: State<Want, LinkOutputs>,
      { info }: RemovalProgress<Want, LinkOutputs>,
    ): Promise<void> {
      if (isTheirs(outputs, inputs)) info(LEFT);
      else await linksOf(gateway).remove(linkOf(inputs));
    },
  };
}

/** Info line about a link that already existed. */
const FOUND =
  'it already existed, so deleting it from the stack leaves it in place. To have it removed too, add: onExisting: "adopt".';
/** Info line about a link that is left in place. */
const LEFT = "it already existed, so it stays.";

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
