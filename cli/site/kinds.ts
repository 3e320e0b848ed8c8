import { Appliances, type Facades } from "../../provider/appliance/appliances";
import type { Inside } from "../../provider/appliance/client-layer";
import type { Identity } from "../../provider/appliance/identity";
import type { Configuration } from "../../provider/config/configuration";
import type { ApplianceKind } from "../../provider/errors/errors";
import { Lifecycle } from "../../provider/lifecycle/lifecycle";
import { definitionOf, kinds, type Kind } from "../../provider/registry";
import { worldOf, type World } from "../../provider/lifecycle/world";

export { kinds, type Kind };

/** All kinds on the appliances of a configuration, with the lifecycle calls of the engine. Reads are shared. */
export class Kinds {
  readonly #world: World;
  readonly #appliances: Appliances;
  readonly #lifecycles = new Map<Kind, Lifecycle>();

  constructor(
    private readonly configuration: Configuration,
    /** Receives messages of the kinds, besides their results. */
    note: (message: string) => void = () => undefined,
    /** A layer below all others of the clients. */
    inside?: Inside,
  ) {
    const appliances = new Appliances(note, inside);
    this.#appliances = appliances;
    this.#world = {
      ...worldOf(configuration, appliances, note),
      // A command that reads may read a snapshot: a stack that is previewed from one must not.
      appliance: (kind, site) => appliances.get(kind, configuration, site),
      // The limit of deletions is about updates of a stack.
      guard: { check: () => undefined },
    };
  }

  /** The lifecycle calls of a kind. */
  lifecycle(kind: Kind): Lifecycle {
    const known = this.#lifecycles.get(kind) ?? new Lifecycle(definitionOf(kind), this.#world);
    this.#lifecycles.set(kind, known);
    return known;
  }

  /** Ends the sessions that were opened. */
  leave(): Promise<void> {
    return this.#appliances.leave();
  }

  /** The identity of the appliance of a site; undefined if none is configured. */
  identity(kind: ApplianceKind, site: string | undefined): Identity | undefined {
    return this.#world.identity(kind, site);
  }

  /** The appliance of a site. Throws a Refusal if its URL or a credential is missing. */
  appliance<A extends ApplianceKind>(kind: A, site: string | undefined): Facades[A] {
    return this.#appliances.get(kind, this.configuration, site) as Facades[A];
  }
}
