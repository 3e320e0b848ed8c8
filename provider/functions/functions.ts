import { Configuration } from "../config/configuration";
import type { Naming } from "../config/environment";
import type { Gateway } from "../gateway/gateway";
import { Appliances } from "../lifecycle/appliances";
import type { ReplicatorClient } from "../replicator/client";
import { checked, remarkOn, type ReportArguments } from "../report/arguments";
import type { Report } from "../report/result";
import { runReport } from "../report/run";
import {
  filterArguments,
  ipGroupArguments,
  ipGroupsArguments,
  siteArguments,
  type FilterArguments,
  type IpGroupArguments,
  type IpGroupsArguments,
  type SiteArguments,
} from "./arguments";
import { ipGroup, ipGroups, type IpGroupResult, type IpGroupSummary } from "./ip-groups";
import { collectorResult, exporterResult, profileResult, settingResult } from "./results";

/** A report of a site's gateway. */
export type SiteReportArguments = SiteArguments & ReportArguments;

/**
 * What programs can ask the appliances: one method per function of the SDK. Before it sends anything, every method
 * throws a Refusal for invalid arguments or a missing configuration. Otherwise it throws the errors of the clients.
 * Nothing here changes an appliance.
 */
export class Functions {
  #appliances: Appliances;

  /**
   * @param raw returns the stack configuration in the namespace `flowgate`; called each time: a process may run several
   * programs
   */
  constructor(
    private readonly raw: () => Readonly<Record<string, unknown>>,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly naming?: Naming,
    /** Shows the user the risks of the settings; by default as a warning of the process. */
    private readonly warn?: (text: string) => void,
  ) {
    this.#appliances = new Appliances(warn);
  }

  getIpGroup = async (args: IpGroupArguments): Promise<IpGroupResult> => {
    const { site, ...which } = checked(ipGroupArguments, args);
    return ipGroup(this.#gateway(site).groups, which);
  };

  getIpGroups = async (args: IpGroupsArguments): Promise<IpGroupSummary[]> => {
    const { site, ...search } = checked(ipGroupsArguments, args);
    return ipGroups(this.#gateway(site).groups, search);
  };

  runReport = async (args: SiteReportArguments): Promise<Report> => {
    const { site, ...report } = { ...args };
    const remark = remarkOn(report);
    if (remark !== undefined) this.warn?.(remark);
    return runReport(this.#gateway(checked(siteArguments, { site }).site).client, report);
  };

  getProfiles = this.#lists((client, filter) => client.call("/show/profile/[filter]", filter), profileResult);

  getCollectors = this.#lists((client, filter) => client.call("/show/collectors/[filter]", filter), collectorResult);

  getExporters = this.#lists((client, filter) => client.call("/show/exporters/[filter]", filter), exporterResult);

  getSettings = this.#lists((client, filter) => client.call("/show/settings/[filter]", filter), settingResult);

  /** Ends the sessions on the appliances, and closes all connections after the requests in flight have ended. */
  leave(): Promise<void> {
    const left = this.#appliances;
    this.#appliances = new Appliances(this.warn);
    return left.leave();
  }

  get #configuration(): Configuration {
    return new Configuration(this.raw(), this.environment, this.naming);
  }

  #gateway(site: string | undefined): Gateway {
    return this.#appliances.gateway(this.#configuration, site);
  }

  #lists<T, Result>(
    read: (client: ReplicatorClient, filter: string) => Promise<ReadonlyMap<string, T>>,
    result: (key: string, record: T) => Result,
  ): (args: FilterArguments) => Promise<Result[]> {
    return async (args) => {
      const { site, filter = "0" } = checked(filterArguments, args);
      const { client } = this.#appliances.replicator(this.#configuration, site);
      return [...(await read(client, filter))].map(([key, record]) => result(key, record));
    };
  }
}
