import type { z } from "#zod";
import { definitionOf } from "../provider/registry";
import { kept } from "../provider/values/collections";
import { Inputs, type Values } from "../provider/values/inputs";
import { hasUnknown, problemText } from "../provider/values/schema";
import { Run } from "../provider/lifecycle/run";

/** The result of declaring a resource without an appliance. */
export interface Declared {
  readonly inputs: Values;
  /** All faults that the check of the kind finds in them. */
  readonly faults: string[];
  /** Computed outputs of the right types: the given number for numbers, nothing for optional ones. */
  readonly outputs: Values;
}

interface Among {
  readonly name: string;
  /** What the resources on one appliance declare, by kind of appliance and site. */
  readonly runs: Map<string, Run>;
}

/**
 * Checks the inputs of a resource as a preview does, alone or among others, and invents what an appliance would return.
 * Sends nothing.
 */
export function declared(kind: string, values: Values, number: number, among?: Among): Declared {
  const definition = definitionOf(kind);
  const schema = new Inputs(definition.inputs);
  const inputs = schema.withDefaults(values);
  const faults = schema.problems(inputs).map(problemText);
  if (among !== undefined && faults.length === 0 && !hasUnknown(inputs)) {
    const place = `${definition.appliance} ${String(inputs["site"])}`;
    const run = kept(among.runs, place, () => new Run());
    faults.push(...run.conflicts(definition, among.name, schema.canonical(inputs)));
  }
  const names = schema.keys.filter((key) => schema.isRecord(key)).flatMap((key) => Object.keys(inputs[key] ?? {}));
  return { inputs, faults, outputs: sampleOf(definition.outputs, number, names) as Values };
}

/** More than any resource has: numbers of different resources differ too. */
const MOST_NAMES = 1_000_000;

/** A value that a schema of outputs accepts. What it has by name is invented for the given names, each a different number. */
function sampleOf(schema: z.ZodType, number: number, names: readonly string[]): unknown {
  const { def } = schema as unknown as {
    def: { type: string; shape?: Record<string, z.ZodType> };
  };
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape ?? {}).map(
        ([key, field]) => [key, sampleOf(field, number, names)] as const,
      );
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    case "record":
      return Object.fromEntries(names.map((name, at) => [name, number * MOST_NAMES + at]));
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
