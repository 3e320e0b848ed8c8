import { Configuration } from "../config/configuration";
import type { Naming } from "../config/environment";
import { RefusedError } from "../errors/errors";
import type { GatewayClient } from "../gateway/client";
import type { ReplicatorClient } from "../replicator/client";
import type { ReplicatorConfig } from "../replicator/show";
import type { License } from "../replicator/show-schemas";
import type { ReportArguments } from "../report/arguments";
import { checked } from "../report/checked";
import type { Report } from "../report/result";
import { openReport, runReport, type ReportStream } from "../report/stream";
import { addressArguments, filterArguments, ipGroupArguments, ipGroupsArguments, siteArguments } from "./arguments";
import { Refusal } from "../errors/refusal";
import { Clients } from "./clients";
import { ipGroup, ipGroups, type IpGroupResult, type IpGroupSummary } from "./ip-groups";
import * as records from "./records";
import type * as results from "./results";

/** Arguments of a function that reads a whole list of a site. */
export interface SiteArguments {
  /** Site whose appliance is asked; by default the appliance that is configured for all. */
  site?: string | undefined;
}

/** Arguments of a function that reads the records that a keyword matches. */
export interface FilterArguments extends SiteArguments {
  /** Keyword that the appliance filters by; everything by default. */
  filter?: string | undefined;
}

/** One IP group: by its exact name, or by its id. */
export type IpGroupArguments = SiteArguments &
  (
    | {
        /** Exact name. */
        name: string;
        id?: undefined;
      }
    | {
        /** Its number, or the id of an `IpGroup`. */
        id: number | string;
        name?: undefined;
      }
  );

/** IP groups by parts of their names. The appliance compares the names. */
export interface IpGroupsArguments extends SiteArguments {
  /** Text that the name contains. */
  match?: string | undefined;
  /** Text that the name does not contain. */
  notMatch?: string | undefined;
}

/** An address to look up. */
export interface AddressArguments extends SiteArguments {
  /** IPv4 address. */
  address: string;
}

/** A report of a site's gateway. */
export type SiteReportArguments = SiteArguments & ReportArguments;

/**
 * What programs can ask the appliances: one method per function of the SDK. Before it sends anything, every method
 * throws a Refusal for invalid arguments or a missing configuration. Otherwise it throws the errors of the clients.
 * Nothing here changes an appliance.
 */
export class Functions {
  readonly #clients: Clients;

  /**
   * @param raw returns the stack configuration in the namespace `flowgate`; called each time: a process may run several
   * programs
   */
  constructor(
    private readonly raw: () => Readonly<Record<string, string>>,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly naming?: Naming,
    /** Shows the user the risks of the settings; by default as a warning of the process. */
    warn?: (text: string) => void,
  ) {
    this.#clients = new Clients(warn);
  }

  getIpGroup = async (args: IpGroupArguments): Promise<IpGroupResult> => {
    const { site, ...which } = checked(ipGroupArguments, args);
    return ipGroup(this.#gateway(site), which, this.#configuration().snapshot !== undefined);
  };

  getIpGroups = async (args: IpGroupsArguments): Promise<IpGroupSummary[]> => {
    const { site, ...search } = checked(ipGroupsArguments, args);
    return ipGroups(this.#gateway(site), search);
  };

  runReport = async (args: SiteReportArguments): Promise<Report> => {
    const [client, report] = this.#reported(args);
    return runReport(client, report);
  };

  streamReport = async (args: SiteReportArguments): Promise<ReportStream> => {
    const [client, report] = this.#reported(args);
    return openReport(client, report);
  };

  getReplicatorVersion = async (args: SiteArguments): Promise<results.VersionResult> => {
    return records.versionResult(await this.#replicatorOf(args).version());
  };

  getLicense = async (args: SiteArguments): Promise<License> => this.#replicatorOf(args).licenseCheck();

  getRealtime = async (args: SiteArguments): Promise<results.RealtimeResult> => {
    return records.realtimeResult(await this.#replicatorOf(args).show.realtime());
  };

  getStatus = async (args: FilterArguments): Promise<results.StatusResult> => {
    const [{ show }, filter] = this.#filtered(args);
    return records.statusResult(await show.status(filter));
  };

  getReplicatorConfig = async (args: FilterArguments): Promise<ReplicatorConfig> => {
    const [{ show }, filter] = this.#filtered(args);
    return show.config(filter);
  };

  getProfiles = this.#lists(({ show }, filter) => show.profile(filter), records.profileResult);

  getCollectors = this.#lists(({ show }, filter) => show.collectors(filter), records.collectorResult);

  getExporters = this.#lists(({ show }, filter) => show.exporters(filter), records.exporterResult);

  getAlarms = this.#lists(({ show }, filter) => show.alarms(filter), records.recordResult);

  getAssets = this.#lists(({ show }, filter) => show.assets(filter), records.recordResult);

  getSettings = this.#lists(({ show }, filter) => show.settings(filter), records.settingResult);

  getUnassignedExporters = this.#lists(({ exporter }, filter) => exporter.noprofile(filter), records.unassignedResult);

  resolveName = async (args: AddressArguments): Promise<results.NameResult> => {
    const { site, address } = checked(addressArguments, args);
    const { addr, ...resolved } = await this.#replicator(site).dnscheck(address);
    return { address: addr, ...resolved };
  };

  testSecondary = async (args: SiteArguments): Promise<results.RoleResult> => {
    const client = this.#replicatorOf(args);
    try {
      return { secondary: true, description: (await client.roleTestSecondary()).description };
    } catch (error) {
      // A primary answers with an error that says so. That is documented, and is the requested answer. Its HTTP status
      // is not documented; only 404 means that the path does not exist.
      const isAnswer = error instanceof RefusedError && error.answered && error.status !== 404;
      if (isAnswer) return { secondary: false, description: error.words };
      throw error;
    }
  };

  /**
   * Closes all connections after the requests in flight have ended. Optional: idle ones do not keep a process alive.
   */
  close(): Promise<void> {
    return this.#clients.close();
  }

  /** Ends the sessions on the appliances too. */
  leave(): Promise<void> {
    return this.#clients.leave();
  }

  #configuration(): Configuration {
    return new Configuration(this.raw(), this.environment, this.naming);
  }

  #gateway(site: string | undefined): GatewayClient {
    return this.#clients.gateway(this.#configuration(), site);
  }

  #replicator(site: string | undefined): ReplicatorClient {
    return this.#clients.replicator(this.#configuration(), site);
  }

  #replicatorOf(args: SiteArguments): ReplicatorClient {
    return this.#replicator(checked(siteArguments, args).site);
  }

  #reported(args: SiteReportArguments): [GatewayClient, ReportArguments] {
    // A program without types may leave the arguments out, and gets an error that names what is missing.
    const { site, ...report } = { ...args };
    if (this.#configuration().snapshot !== undefined) {
      throw new Refusal("a snapshot holds no reports, so this program can be previewed only with the appliances.");
    }
    return [this.#gateway(checked(siteArguments, { site }).site), report];
  }

  /** A function that lists the records of one reading. */
  #lists<T, Result>(
    read: (client: ReplicatorClient, filter: string | undefined) => Promise<ReadonlyMap<string, T>>,
    result: (key: string, record: T) => Result,
  ): (args: FilterArguments) => Promise<Result[]> {
    return async (args) => records.listed(await read(...this.#filtered(args)), result);
  }

  #filtered(args: FilterArguments): [ReplicatorClient, string | undefined] {
    const { site, filter } = checked(filterArguments, args);
    return [this.#replicator(site), filter];
  }
}
