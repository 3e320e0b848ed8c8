import { type Simulator, startSimulator } from "../../simulator";
import { makeProgramFolder, type ProgramFolder } from "../support/clone";
import { configFor } from "../support/configuration";
import { type ProviderProcess, startProvider } from "../support/provider-process";
import { settingsFor, type SwitchRow } from "../support/switch-arrays";

/** Appliances with the switch positions of a row, as one site of a stack. */
export interface Site {
  /** Its name in the configuration. */
  readonly name: string;
  readonly row: SwitchRow;
  readonly sim: Simulator;
  /** Configuration keys added to those that the positions require. */
  readonly settings: Settings;
}

/** Keys of the stack configuration, by appliance. */
export interface Settings {
  readonly gateway?: Readonly<Record<string, unknown>>;
  readonly replicator?: Readonly<Record<string, unknown>>;
}

/** A row, with the settings that a user configures in addition to those that its positions require. */
export interface FleetRow extends SwitchRow {
  readonly settings?: Settings;
}

/**
 * One site per row. A single provider process serves all of them; it shares nothing between appliances. Starting a
 * process per site would take most of the time.
 */
export class Fleet {
  #provider: ProviderProcess | undefined;

  private constructor(
    readonly sites: readonly Site[],
    private readonly folder: ProgramFolder,
  ) {}

  static async start(rows: readonly FleetRow[]): Promise<Fleet> {
    const sites = rows.map(async (row, index): Promise<Site> => {
      const sim = await startSimulator({ https: false, switches: row.switches });
      return { name: `site${index}`, row, sim, settings: row.settings ?? {} };
    });
    return new Fleet(await Promise.all(sites), await makeProgramFolder());
  }

  /** The provider process of the current run. */
  get provider(): ProviderProcess {
    if (this.#provider === undefined) throw new Error("no run has begun");
    return this.#provider;
  }

  /** Begins a `pulumi` command. Its providers know nothing of earlier ones. */
  async nextRun(): Promise<void> {
    const config = { sites: Object.fromEntries(this.sites.map((site) => [site.name, configurationOf(site)] as const)) };
    if (this.#provider === undefined) this.#provider = await startProvider({ config, folder: this.folder.path });
    else await this.#provider.anotherRun(config);
  }

  /** Does nothing: other tests search states and errors for credentials. */
  witness(): void {
    return;
  }

  async close(): Promise<void> {
    await this.#provider?.close();
    await Promise.all(this.sites.map(({ sim }) => sim.close()));
    await this.folder.remove();
  }
}

/** The stack configuration that points to the appliances of a site. */
export function configurationOf({ row, sim, settings }: Site): Record<string, Record<string, unknown>> {
  const { gateway, replicator } = settingsFor(row.switches);
  return configFor(sim, {
    gateway: { ...gateway, ...settings.gateway },
    replicator: { ...replicator, ...settings.replicator },
  });
}
