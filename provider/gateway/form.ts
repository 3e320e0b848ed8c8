import { FormData } from "undici";
import type { Secret } from "../values/secret";
import type { GatewayAction } from "./operations";

/** Values of form fields: text unchanged, numbers in decimals, anything else as JSON. Undefined ones are left out. */
export type FormFields = Readonly<Record<string, string | number | readonly unknown[] | object | undefined>>;

/** The form of one action. Field names are constants of this package; values are sent only inside the form. */
export function formOf(action: GatewayAction, token: Secret, fields: FormFields): FormData {
  const [runMode, name] = action.split("/") as [string, string];
  const form = new FormData();
  form.set("authToken", carried("authToken", token.reveal()));
  form.set("rm", runMode);
  form.set("action", name);
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    form.set(field, carried(field, typeof value === "object" ? JSON.stringify(value) : String(value)));
  }
  return form;
}

/** Refuses text that a form would change: it turns a line feed into two characters and replaces a lone surrogate. */
function carried(field: string, value: string): string {
  if (/[\r\n\0]|\p{Surrogate}/u.test(value)) {
    throw new Error(
      `The form field ${field} holds a line break, a NUL or half a surrogate pair, which a form cannot carry.`,
    );
  }
  return value;
}
