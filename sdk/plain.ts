import { mapped } from "../provider/values/collections";
import { inClear } from "../provider/values/marks";

/** Inputs that a program declared, as plain data: secrets in clear, without the keys that an SDK class adds. */
export function plainInputs(inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(inputs).filter(([key]) => !key.startsWith("__"));
  return Object.fromEntries(own.map(([key, value]) => [key, plain(value)]));
}

export function plain(value: unknown): unknown {
  return mapped(value, inClear);
}
