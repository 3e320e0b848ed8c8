import { z } from "#zod";
import { TO_REMOVE_TOO } from "../adoption";
import { isUnclear } from "../../errors/errors";
import type { Done, MembershipLink, PermissionLink } from "../../gateway/accounts";
import type { Gateway } from "../../gateway/gateway";
import { asDoubtful, marks } from "../../values/origin";
import { sentence } from "../../values/quoted";
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
  /** What is uncertain. Not set if nothing is. */
  doubt: marks.doubt,
  /** Ids of the accounts that it links. The next `up` links an account with another id again. */
  linkedTo: z.record(z.string(), z.string()).optional(),
};
type LinkOutputs = z.output<z.ZodObject<typeof linkMarks>>;
type LinkWant = { onExisting?: string | undefined };

export const FOUND = `it existed before, so destroy leaves it. ${TO_REMOVE_TOO}`;
export const EXISTED = "it stays, because it existed before.";
export const DOUBTFUL = "it stays, because the outcome of its last change is unknown: it may belong to others.";
export const UNCLEAR = "outcome unknown.";

function linkStays({ inputs: { onExisting }, outputs: { origin }, doubt }: State<LinkWant, LinkOutputs>): boolean {
  return (origin?.existed === true || doubt !== undefined) && onExisting !== "adopt";
}

/**
 * The calls of a link that is a resource of its own. Adding an existing one succeeds. A link whose last change has an
 * unknown outcome stays in the state: the next `up` adds it again, and destroy leaves it.
 */
export function linkCalls<Want extends LinkWant>(
  partsOf: (want: Want) => readonly string[],
  keyOf: (want: Want) => string,
  send: (gateway: Gateway, isAdd: boolean, want: Want) => Promise<Done>,
) {
  type OwnProgress = Progress<Want, LinkOutputs>;
  type OwnState = State<Want, LinkOutputs>;
  type OwnLive = Live<Want, LinkOutputs>;
  const create = async (to: Gateway, want: Want, progress: OwnProgress, isInDoubt = false): Promise<OwnLive> => {
    const { begin, info, isHeld } = progress;
    const id = partsOf(want).map(encodeURIComponent).join("|");
    begin({ id, outputs: {} });
    try {
      const isFound = (await send(to, true, want)) === "existed" && want.onExisting !== "adopt";
      const isTheirs = isFound && !isHeld(keyOf(want));
      if (isTheirs) info(FOUND);
      return { id, outputs: isTheirs ? { origin: { existed: true } } : {} };
    } catch (error) {
      if (!isUnclear(error) || !(isInDoubt || want.onExisting === "adopt")) throw error;
      // An error would stop the program for a link that no later run could settle either.
      info(`${UNCLEAR} ${sentence(error.words)}`);
      return { id, outputs: asDoubtful({}) };
    }
  };
  return {
    create,
    stays: linkStays,
    async update(gateway: Gateway, { id, outputs, doubt }: OwnState, want: Want, progress: OwnProgress) {
      if (doubt !== undefined) return create(gateway, want, progress, true);
      return { id, outputs: want.onExisting === "adopt" ? {} : outputs };
    },
    async remove(gateway: Gateway, state: OwnState, { info }: Pick<OwnProgress, "info">) {
      if (linkStays(state)) {
        info(state.doubt === undefined ? EXISTED : DOUBTFUL);
        return undefined;
      }
      return (await send(gateway, false, state.inputs)) === "existed" ? ("gone" as const) : undefined;
    },
  };
}
