import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { FilterArguments } from "../../provider/functions/arguments";
import type { CollectorResult, ExporterResult, ProfileResult, SettingResult } from "../../provider/functions/results";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs } from "./call";

/**
 * Arguments of a function whose results a keyword can filter; without a filter it returns everything. The appliance
 * does the matching.
 */
export type FilterArgs = FilterArguments;
/** {@link FilterArgs} as inputs. */
export type FilterOutputArgs = ObjectArgs<FilterArguments>;

/** The replicator's profiles. Replication service, `/show/profile/[filter]`. */
export function getProfiles(args: FilterArgs = {}, options?: InvokeOptions): Promise<ProfileResult[]> {
  return call("getProfiles", args, options);
}

/** Like {@link getProfiles}, but takes inputs and returns an output. */
export function getProfilesOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<ProfileResult[]> {
  return callWithInputs("getProfiles", args, options);
}

/** The replicator's collectors with their memberships. Replication service, `/show/collectors/[filter]`. */
export function getCollectors(args: FilterArgs = {}, options?: InvokeOptions): Promise<CollectorResult[]> {
  return call("getCollectors", args, options);
}

/** Like {@link getCollectors}, but takes inputs and returns an output. */
export function getCollectorsOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<CollectorResult[]> {
  return callWithInputs("getCollectors", args, options);
}

/** The replicator's exporters with their memberships. Replication service, `/show/exporters/[filter]`. */
export function getExporters(args: FilterArgs = {}, options?: InvokeOptions): Promise<ExporterResult[]> {
  return call("getExporters", args, options);
}

/** Like {@link getExporters}, but takes inputs and returns an output. */
export function getExportersOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<ExporterResult[]> {
  return callWithInputs("getExporters", args, options);
}

/** The replicator's settings. Replication service, `/show/settings/[filter]`. */
export function getSettings(args: FilterArgs = {}, options?: InvokeOptions): Promise<SettingResult[]> {
  return call("getSettings", args, options);
}

/** Like {@link getSettings}, but takes inputs and returns an output. */
export function getSettingsOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<SettingResult[]> {
  return callWithInputs("getSettings", args, options);
}
