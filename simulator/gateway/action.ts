import type { z } from "#zod";
import type { Clock } from "../clock";
import { Refusal, type RefuseItem, type RequestKind } from "../exchange";
import { sentenceOf } from "../validation";
import type { Switches } from "../switches";
import type { Form } from "./form";
import type { GatewayStore } from "./store";

/** Everything that a handler works with. */
export interface GatewayContext {
  readonly store: GatewayStore;
  readonly switches: Readonly<Switches>;
  readonly traps: string[];
  readonly clock: Clock;
  /** What a fault refuses of this one request. */
  readonly refuseItem: RefuseItem;
}

/** One action of a run mode: its fields and its handler. */
export interface GatewayAction {
  /** Run mode and action, e.g. `ipgroups/saveRule`. */
  readonly verb: string;
  readonly kind: RequestKind;
  /** Form fields beside `authToken`, `rm` and `action`; unknown ones are refused. */
  readonly fields: z.ZodType;
  /** The objects concerned, for the request log; empty if the form is invalid. */
  readonly describe: (form: Form) => string;
  /**
   * Validates and applies the form, and returns the object of the answer. Throws Refusal without having changed
   * anything.
   */
  readonly execute: (form: Form, context: GatewayContext) => unknown;
}

interface ActionParts<S extends z.ZodType> {
  readonly fields: S;
  readonly describe?: (fields: z.output<S>) => string;
  readonly run: (fields: z.output<S>, context: GatewayContext) => unknown;
}

/** Creates an action whose handler gets the parsed fields. */
export function gatewayAction<S extends z.ZodType>(
  verb: string,
  kind: RequestKind,
  { fields, describe, run }: ActionParts<S>,
): GatewayAction {
  return {
    verb,
    kind,
    fields,
    describe: (form) => {
      const parsed = fields.safeParse(form);
      return parsed.success && describe !== undefined ? describe(parsed.data) : "";
    },
    execute: (form, context) => {
      const parsed = fields.safeParse(form);
      if (!parsed.success) throw new Refusal(sentenceOf(parsed.error));
      return run(parsed.data, context);
    },
  };
}
