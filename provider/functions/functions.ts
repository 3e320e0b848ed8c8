import { Configuration } from "../config/configuration";
import type { Naming } from "../config/environment";
import type { GatewayClient } from "../gateway/client";
import type { ReplicatorClient } from "../replicator/client";
import { checked, type ReportArguments } from "../report/arguments";
import type { Report } from "../report/result";
import { runReport } from "../report/run";
import { filterArguments, ipGroupArguments, ipGroupsArguments, siteArguments } from "./arguments";
import { Clients } from "./clients";
import { ipGroup, ipGroups, type IpGroupResult, type IpGroupSummary } from "./ip-groups";
import * as results from "./results";

/** Arguments of a function that asks the appliance of a site. */
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

/** IP groups by parts of their names. Letter case does not matter. */
export interface IpGroupsArguments extends SiteArguments {
  /** Text that the name contains. */
  match?: string | undefined;
  /** Text that the name does not contain. */
  notMatch?: string | undefined;
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
    return ipGroup(this.#gateway(site), which);
  };

  getIpGroups = async (args: IpGroupsArguments): Promise<IpGroupSummary[]> => {
    const { site, ...search } = checked(ipGroupsArguments, args);
    return ipGroups(this.#gateway(site), search);
  };

  runReport = async (args: SiteReportArguments): Promise<Report> => {
    // A program without types may leave the arguments out, and gets an error that names what is missing.
    const { site, ...report } = { ...args };
    return runReport(this.#gateway(checked(siteArguments, { site }).site), report);
  };

  getProfiles = this.#lists((client, filter) => client.call("/show/profile/[filter]", filter), results.profileResult);

  getCollectors = this.#lists(
    (client, filter) => client.call("/show/collectors/[filter]", filter),
    results.collectorResult,
  );

  getExporters = this.#lists(
    (client, filter) => client.call("/show/exporters/[filter]", filter),
    results.exporterResult,
  );

  getSettings = this.#lists((client, filter) => client.call("/show/settings/[filter]", filter), results.settingResult);

  /** Ends the sessions on the appliances, and closes all connections after the requests in flight have ended. */
  leave(): Promise<void> {
    return this.#clients.leave();
  }

  #configuration(): Configuration {
    return new Configuration(this.raw(), this.environment, this.naming);
  }

  #gateway(site: string | undefined): GatewayClient {
    return this.#clients.gateway(this.#configuration(), site);
  }

  /** A function that lists the records of one reading. */
  #lists<T, Result>(
    read: (client: ReplicatorClient, filter: string) => Promise<ReadonlyMap<string, T>>,
    result: (key: string, record: T) => Result,
  ): (args: FilterArguments) => Promise<Result[]> {
    return async (args) => {
      const { site, filter = "0" } = checked(filterArguments, args);
      const records = await read(this.#clients.replicator(this.#configuration(), site), filter);
      return [...records].map(([key, record]) => result(key, record));
    };
  }
}
