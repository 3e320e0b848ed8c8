import { runtime } from "@pulumi/pulumi";
import type { Simulator } from "../../../simulator";
import { configFor } from "../../support/configuration";

/**
 * Sets the stack configuration of this process in the namespace `flowgate`. As with the engine, the values are text.
 */
export function configure(values: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(values).map(([key, value]) => [`flowgate:${key}`, JSON.stringify(value)] as const);
  // A key of another namespace. The package must not use it.
  runtime.setAllConfig(Object.fromEntries<string>([...entries, ["aws:token", "canary-of-another-namespace"]]));
}

/** Lets the functions query a simulator. */
export function ask(sim: Simulator, extra: Parameters<typeof configFor>[1] = {}): void {
  configure(configFor(sim, extra));
}
