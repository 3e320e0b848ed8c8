import type { z } from "zod";
import { definitionOf } from "../registry";
import { Inputs, type Values } from "../values/inputs";
import { problemText } from "../values/schema";

/** The result of declaring a resource without an appliance. */
export interface Declared {
  /** The inputs with their defaults. */
  readonly inputs: Values;
  /** All faults that the check of the kind finds in them. */
  readonly faults: string[];
  /** Computed outputs of the right types: the given number for numbers, nothing for optional ones. */
  readonly outputs: Values;
}

/** Checks the inputs of a resource as a preview does, and invents what an appliance would return. Sends nothing. */
export function declared(kind: string, values: Values, number: number): Declared {
  const definition = definitionOf(kind);
  const schema = new Inputs(definition.inputs);
  const inputs = schema.withDefaults(values);
  const faults = schema.problems(inputs).map(problemText);
  return { inputs, faults, outputs: sampleOf(definition.outputs, number) as Values };
}

/** A value that a schema of outputs accepts. */
function sampleOf(schema: z.ZodType, number: number): unknown {
  const { def } = schema as unknown as {
    def: { type: string; shape?: Record<string, z.ZodType>; innerType?: z.ZodType; in?: z.ZodType };
  };
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape ?? {}).map(([key, field]) => [key, sampleOf(field, number)] as const);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    case "number":
      return number;
    case "string":
      return String(number);
    case "array":
      return [];
    case "boolean":
      return false;
    default:
      return undefined;
  }
}
