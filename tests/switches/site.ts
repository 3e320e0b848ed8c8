import { type Simulator, startSimulator } from "../../simulator";
import { Resource } from "../lifecycle/resource";
import { configFor } from "../support/configuration";
import { type ProviderRun, startRun } from "../support/in-process";
import { isPlugin } from "../support/provider-calls";
import { type ProviderProcess, startProvider } from "../support/provider-process";
import { settingsFor, type SwitchRow } from "../support/switch-arrays";

/** A row, with the settings that a user configures in addition to those that its positions require. */
export interface SiteRow extends SwitchRow {
  readonly settings?: Partial<Record<"gateway" | "replicator", Readonly<Record<string, unknown>>>>;
}

/** The part of a provider that one command uses. */
type Run = Pick<ProviderRun, "kind">;

/** Appliances with the switch positions of a row. */
export class Site {
  #run: Run | undefined;
  #plugin: ProviderProcess | undefined;

  private constructor(
    readonly row: SiteRow,
    readonly sim: Simulator,
  ) {}

  static async open(row: SiteRow): Promise<Site> {
    return new Site(row, await startSimulator({ https: false, switches: row.switches }));
  }

  /** The stack configuration that points to the appliances. */
  get configuration(): Record<string, Record<string, unknown>> {
    const { switches, settings = {} } = this.row;
    const { gateway, replicator } = settingsFor(switches);
    return configFor(this.sim, {
      gateway: { ...gateway, ...settings.gateway },
      replicator: { ...replicator, ...settings.replicator },
    });
  }

  /** Begins a `pulumi` command, with a provider in the process of the tests. The plugin has a process of its own. */
  async nextRun(): Promise<Run> {
    if (!isPlugin) this.#run = startRun(this.configuration);
    else if (this.#plugin === undefined) this.#run = this.#plugin = await startProvider({ config: this.configuration });
    else await this.#plugin.anotherRun(this.configuration);
    return this.#current;
  }

  /** A resource that is not in the program. */
  resource(kind: string): Resource {
    return new Resource({ provider: this.#current, witness: () => undefined }, kind);
  }

  async close(): Promise<void> {
    await Promise.all([this.sim.close(), this.#plugin?.close()]);
  }

  get #current(): Run {
    if (this.#run === undefined) throw new Error("no run has begun");
    return this.#run;
  }
}
