import type { Appliances, Facades } from "../appliance/appliances";
import { identityOf, type Identity } from "../appliance/identity";
import type { Ledger } from "../appliance/ledger";
import type { ApplianceKind } from "../errors/errors";
import type { Reported } from "../errors/message";
import type { Configuration } from "../config/configuration";
import { onlyPreviewed } from "../recorded/site-snapshot";
import { PartlyDoneError, Refusal } from "../errors/refusal";
import { redact } from "../values/secret";
import { type Attempt, type Facade, failureOf } from "./failure";
import { Guard } from "./guard";

/** What the lifecycle needs from the process that it runs in. */
export interface World {
  /** Faults of the configuration that concern a resource on this site and kind of appliance; reported by check. */
  configurationProblems(site: string | undefined, kind: ApplianceKind): readonly string[];
  /** Which box serves a site, according to the configuration; asks no appliance. */
  identity(kind: ApplianceKind, site: string | undefined): Identity | undefined;
  /** The appliance that serves a site; throws a {@link Refusal} if its URL or a credential is missing. */
  appliance(kind: ApplianceKind, site: string | undefined): Facades[ApplianceKind];
  /** The recording of the appliance that serves a site, from a snapshot; undefined if no snapshot answers previews. */
  recorded?(kind: ApplianceKind, site: string | undefined): Facades[ApplianceKind] | undefined;
  /** Who holds what on the appliance that serves a site; undefined if its URL is not known. */
  ledger(kind: ApplianceKind, site: string | undefined): Ledger | undefined;
  /** How to set a key of the appliance that serves a site, as a line to paste: see `Configuration.toSet`. */
  toSet(kind: ApplianceKind, site: string | undefined, key: string, value?: string): string;
  /** The errors about a whole appliance that were already shown in full. */
  readonly reported: Reported;
  /** Limits what a command deletes. */
  readonly guard: Pick<Guard, "check">;
  /** Shows the user an info line. */
  info(message: string): void;
}

/** Builds what the lifecycle needs from a configuration and the appliances of the process. */
export function worldOf(configuration: Configuration, appliances: Appliances, info: World["info"]): World {
  return {
    configurationProblems: (site, kind) => configuration.problems(site, kind),
    identity: (kind, site) => {
      const urls = configuration.urls(kind, site);
      return urls === undefined ? undefined : identityOf(urls);
    },
    appliance: (kind, site) => {
      const { snapshotSource } = configuration;
      if (snapshotSource !== undefined) throw new Refusal(onlyPreviewed(snapshotSource.name));
      return appliances.get(kind, configuration, site);
    },
    recorded: (kind, site) =>
      configuration.snapshot === undefined ? undefined : appliances.get(kind, configuration, site),
    ledger: (kind, site) => appliances.ledger(kind, configuration, site),
    toSet: (kind, site, key, value) => configuration.toSet(kind, site, key, value),
    reported: appliances.reported,
    guard: new Guard(configuration.deletionLimit, appliances.deletions),
    info,
  };
}

/**
 * Makes one attempt on its appliance. Its info lines and its failure name the resource. An object that was changed in
 * part has a message of its own.
 */
export async function onAppliance<T>(
  world: Pick<World, "appliance" | "info" | "toSet" | "reported">,
  attempt: Attempt,
  work: (facade: Facade, info: (message: string) => void) => Promise<T>,
): Promise<T> {
  let reached: Facade | undefined;
  try {
    const facade = world.appliance(attempt.kind, attempt.site);
    reached = facade;
    return await work(facade, (message) => {
      world.info(`${attempt.title(facade.identity)}: ${redact(message)}`);
    });
  } catch (error) {
    throw error instanceof PartlyDoneError ? error : failureOf(world, attempt, error, reached?.identity, reached);
  }
}
