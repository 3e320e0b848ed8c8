import type { Configuration } from "../../provider/config/configuration";
import type { ApplianceKind } from "../../provider/errors/errors";
import type { Boxes } from "../../provider/kinds/definition";
import type { Appliances } from "../../provider/lifecycle/appliances";
import { importObject } from "../../provider/lifecycle/import";
import { Lifecycle } from "../../provider/lifecycle/lifecycle";
import { World } from "../../provider/lifecycle/world";
import { definitionOf, type Kind } from "../../provider/registry";
import { kept } from "../../provider/values/collections";
import type { Values } from "../../provider/values/inputs";
import { inputsOf } from "./parts";

/** The kinds on the appliances of a configuration, with the calls of the engine that a command needs. */
export class Kinds {
  readonly #world: World;
  readonly #lifecycles = new Map<Kind, Lifecycle>();

  constructor(
    readonly configuration: Configuration,
    private readonly appliances: Appliances,
  ) {
    this.#world = new World(configuration, appliances, () => undefined);
  }

  /** The faults of inputs, and the inputs with their defaults. */
  check(kind: Kind, inputs: Values): { readonly failures: readonly string[]; readonly inputs: Values } {
    return this.#lifecycle(kind).check(inputs);
  }

  /** What the appliance holds of an object that has these values; undefined if it is gone. That of a state is its own. */
  read(kind: Kind, id: string, values: Values): Promise<{ inputs: Values; outputs: Values } | undefined> {
    const { site } = values;
    const configured = this.urlOf(definitionOf(kind).appliance, typeof site === "string" ? site : undefined);
    const { appliance = configured } = values;
    return this.#lifecycle(kind).read(id, { ...values, appliance });
  }

  /** The base URL of the appliance of a site; undefined if none is configured. */
  urlOf(kind: ApplianceKind, site: string | undefined): string | undefined {
    return this.#world.place(kind, { site }).identity?.base;
  }

  /** What an import reads of an object. Throws a Refusal if there is none. */
  import(kind: Kind, reference: string): Promise<{ inputs: Values; outputs: Values }> {
    return importObject(definitionOf(kind), inputsOf(kind), this.#world, reference);
  }

  /** The gateway of a site. Throws a Refusal if its URL or the token is missing. */
  gateway(site: string | undefined): Boxes["gateway"] {
    return this.appliances.gateway(this.configuration, site);
  }

  /** The replicator of a site. */
  replicator(site: string | undefined): Boxes["replicator"] {
    return this.appliances.replicator(this.configuration, site);
  }

  #lifecycle(kind: Kind): Lifecycle {
    return kept(this.#lifecycles, kind, () => new Lifecycle(definitionOf(kind), this.#world));
  }
}
