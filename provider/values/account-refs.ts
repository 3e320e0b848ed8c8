import { z } from "zod";
import { accountName } from "./names";
import { accountNameOf, objectId } from "./numbers";

/**
 * A reference to an account: its name, or the number of an account that the program does not manage. The canonical form
 * is text. The id of an adopted account, `name:<name>`, means its name.
 */
function accountRef(what: string) {
  const error = `must be a ${what}: its name, or its number`;
  return z
    .union([z.number().refine((number) => Number.isSafeInteger(number) && number > 0, { error }), z.string()], {
      error,
    })
    .transform((value) => accountNameOf(String(value)) ?? String(value))
    .superRefine((text, context) => {
      if (objectId.safeParse(text).success) return;
      for (const { message } of accountName.safeParse(text).error?.issues ?? []) {
        context.addIssue({ code: "custom", message });
      }
    });
}

/** A user: its name, or its number. */
export const userRef = accountRef("user");

/** A user group: its name, or its number. */
export const userGroupRef = accountRef("user group");

/** The number in a reference; undefined for a name. */
export function accountNumber(reference: string): number | undefined {
  return objectId.safeParse(reference).success ? Number(reference) : undefined;
}
