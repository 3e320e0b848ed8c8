import { runtime } from "@pulumi/pulumi";
import type { Simulator } from "../../../simulator";
import { configFor } from "../../support/lifecycle";

/** Makes values the stack configuration of this process, in the namespace `flowgate`, as the engine gives it: as text. */
export function configure(values: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(values).map(([key, value]) => [`flowgate:${key}`, JSON.stringify(value)] as const);
  // A key of another namespace, which is nobody's business here.
  runtime.setAllConfig(Object.fromEntries<string>([...entries, ["aws:token", "canary-of-another-namespace"]]));
}

/** Makes the functions ask a simulator. */
export function ask(sim: Simulator, extra: Parameters<typeof configFor>[1] = {}): void {
  configure(configFor(sim, extra));
}
