import { Configuration } from "../../../provider/config/configuration";
import { Lifecycle } from "../../../provider/lifecycle/lifecycle";
import type { World } from "../../../provider/lifecycle/world";
import { definitionOf, type Kind } from "../../../provider/registry";
import { Reported } from "../../../provider/errors/message";
import type { Values } from "../../../provider/values/inputs";
import { samples } from "../../kinds/samples";

/** The lines that the user would see. */
export const notes: string[] = [];

/** A process without configuration. An access to an appliance is an error. */
const offline: World = {
  configurationProblems: (site) => new Configuration({}, {}).problems(site),
  identity: () => undefined,
  appliance: () => {
    throw new Error("check and diff must not need an appliance");
  },
  ledger: () => undefined,
  toSet: (kind, site, key, value) => new Configuration({}, {}).toSet(kind, site, key, value),
  reported: new Reported(),
  guard: { check: () => undefined },
  info: (message) => notes.push(message),
};

/** The lifecycle of a kind. */
export function lifecycle(kind: Kind, world: Partial<World> = {}): Lifecycle {
  return new Lifecycle(definitionOf(kind), { ...offline, ...world });
}

/** The problems that check reports for inputs. */
export function failuresOf(kind: Kind, inputs: Values, world?: Partial<World>): string[] {
  return lifecycle(kind, world).check(inputs).failures;
}

/** Inputs of a kind that set everything that it supports. */
export function full(kind: Kind): Values {
  return structuredClone(samples[kind].full);
}
