import { type Simulator, startSimulator } from "../../simulator";
import { makeProgramFolder, type ProgramFolder } from "../support/clone";
import { configFor } from "../support/lifecycle";
import { type ProviderProcess, startProvider } from "../support/provider-process";
import { settingsFor, type SwitchRow } from "../support/switch-arrays";

/** Appliances in some positions of their switches, as one site of a stack. */
export interface Site {
  /** Name in the configuration. */
  readonly name: string;
  readonly row: SwitchRow;
  readonly sim: Simulator;
  /** Keys on top of those that the positions ask for. */
  readonly settings: Settings;
}

/** Keys of the stack configuration, by appliance. */
export interface Settings {
  readonly gateway?: Readonly<Record<string, unknown>>;
  readonly replicator?: Readonly<Record<string, unknown>>;
}

/** A row, and what a user configures besides what its positions ask for. */
export interface FleetRow extends SwitchRow {
  readonly settings?: Settings;
}

/**
 * One site for each row, all of them served by one provider process, which shares nothing between appliances. Starting a
 * process for each would take most of the time.
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

  /** The provider process of the present run. */
  get provider(): ProviderProcess {
    if (this.#provider === undefined) throw new Error("no run has begun");
    return this.#provider;
  }

  /** A `pulumi` command: its providers know nothing of those before. */
  async nextRun(): Promise<void> {
    const config = { sites: Object.fromEntries(this.sites.map((site) => [site.name, configurationOf(site)] as const)) };
    if (this.#provider === undefined) this.#provider = await startProvider({ config, folder: this.folder.path });
    else await this.#provider.anotherRun(config);
  }

  /** States and errors are not searched for credentials here: that is the matter of other tests. */
  witness(): void {
    return;
  }

  async close(): Promise<void> {
    await this.#provider?.close();
    await Promise.all(this.sites.map(({ sim }) => sim.close()));
    await this.folder.remove();
  }
}

/** The stack configuration that leads to the appliances of a site. */
export function configurationOf({ row, sim, settings }: Site): Record<string, Record<string, unknown>> {
  const { gateway, replicator } = settingsFor(row.switches);
  return configFor(sim, {
    gateway: { ...gateway, ...settings.gateway },
    replicator: { ...replicator, ...settings.replicator },
  });
}
