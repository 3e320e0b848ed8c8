import { Configuration } from "../../../provider/config/configuration";
import { Appliances } from "../../../provider/lifecycle/appliances";
import { Lifecycle } from "../../../provider/lifecycle/lifecycle";
import { World } from "../../../provider/lifecycle/world";
import { definitionOf, type Kind } from "../../../provider/registry";
import type { Values } from "../../../provider/values/inputs";
import { samples } from "../../kinds/samples";

/** The lifecycle of a kind in a process with this configuration. By default it has none, so it reaches no appliance. */
export function lifecycle(kind: Kind, raw: Readonly<Record<string, string>> = {}): Lifecycle {
  const info = (): void => undefined;
  return new Lifecycle(definitionOf(kind), new World(new Configuration(raw, {}), new Appliances(info), info));
}

/** The problems that check reports for inputs. */
export function failuresOf(kind: Kind, inputs: Values, raw?: Readonly<Record<string, string>>): string[] {
  return lifecycle(kind, raw).check(inputs).failures;
}

/** Inputs of a kind that set everything that it supports. */
export function full(kind: Kind): Values {
  return structuredClone(samples[kind].full);
}
