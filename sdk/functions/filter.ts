import type { CustomResource, ID, Input, Output } from "@pulumi/pulumi";
import type { ReportFilter } from "../../provider/report/filters";
import type { ObjectArgs } from "../inputs";

/** A filter of a report, whose values may all be outputs. */
export type ReportFilterArgs = ObjectArgs<ReportFilter>;

interface IpGroupFilter<GroupId> {
  /** Addresses of an IP group. */
  readonly type: "ipGroup";
  /** Id of the IP group. */
  readonly groupId: GroupId;
}

function ofIpGroup(group: CustomResource): IpGroupFilter<Output<ID>>;
function ofIpGroup<GroupId extends Input<number | string>>(group: GroupId): IpGroupFilter<GroupId>;
function ofIpGroup(group: CustomResource | Input<number | string>): IpGroupFilter<unknown> {
  return { type: "ipGroup", groupId: isResource(group) ? group.id : group };
}

/**
 * Builds the filters of a report. Several filters of one type widen the report; filters of different types narrow it.
 * The objects can also be written by hand: `{ type: "exporter", address: "10.0.0.1" }`. Management gateway, `filters`
 * of `rpt_json`.
 */
export const filter = {
  /** Every exporter. This is the default of a report without a filter on exporters. */
  allExporters: () => ({ type: "allExporters" }) as const,
  /** The exporters of a device group, by its id. */
  deviceGroup: <I extends Input<number | string>>(id: I) => ({ type: "deviceGroup", groupId: id }) as const,
  /** All interfaces of one exporter, by its IPv4 address. */
  exporter: <A extends Input<string>>(address: A) => ({ type: "exporter", address }) as const,
  /**
   * One interface of an exporter, by the exporter's address and the interface's index. The API document spells it
   * `in_<hex>_<index>` (`"index"`, the default). Clients of real appliances spell it `in_<hex>_<hex>-<index>`
   * (`"hexIndex"`).
   */
  interface: <A extends Input<string>, I extends Input<number>>(
    address: A,
    index: I,
    spelling: "index" | "hexIndex" = "index",
  ) => ({ type: "interface", address, index, spelling }) as const,
  /** Addresses of an IP group, given as resource or id. */
  ipGroup: ofIpGroup,
  /** Any other filter, with key and value exactly as they are sent, e.g. `filter.raw("sdfPorts_0", "in_443-6")`. */
  raw: <V extends Input<string>>(key: string, value: V) => ({ type: "raw", key, value }) as const,
};

function isResource(value: unknown): value is CustomResource {
  return typeof value === "object" && value !== null && "__pulumiResource" in value;
}
