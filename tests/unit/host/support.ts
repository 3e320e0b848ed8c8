import { Configuration } from "../../../provider/config/configuration";
import { Lifecycle } from "../../../provider/lifecycle";
import type { World } from "../../../provider/world";
import { definitionOf, type Kind } from "../../../provider/registry";
import { Reported } from "../../../provider/reported";
import type { Values } from "../../../provider/values/inputs";
import { samples } from "../../kinds/samples";

/** Lines that the user would see. */
export const notes: string[] = [];

/** A process in which nothing is configured, and in which no appliance may be asked for. */
const offline: World = {
  configurationProblems: (site) => new Configuration({}, {}).problems(site),
  identity: () => undefined,
  appliance: () => {
    throw new Error("check and diff must not need an appliance");
  },
  ledger: () => undefined,
  toSet: (kind, site, key, value) => new Configuration({}, {}).toSet(kind, site, key, value),
  reported: new Reported(),
  info: (message) => notes.push(message),
};

/** The lifecycle of a kind. */
export function lifecycle(kind: Kind, world: Partial<World> = {}): Lifecycle {
  return new Lifecycle(definitionOf(kind), { ...offline, ...world });
}

/** What check says about inputs. */
export function failuresOf(kind: Kind, inputs: Values, world?: Partial<World>): string[] {
  return lifecycle(kind, world).check(inputs).failures;
}

/** The inputs of a kind with all that it takes. */
export function full(kind: Kind): Values {
  return structuredClone(samples[kind].full);
}
