import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type {
  IpGroupArguments,
  IpGroupResult,
  IpGroupsArguments,
  IpGroupSummary,
} from "../../provider/functions/functions";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs } from "./call";

/** Arguments of {@link getIpGroup}: either `name` or `id`. */
export type GetIpGroupArgs = IpGroupArguments;
/** Arguments of {@link getIpGroupOutput}. */
export type GetIpGroupOutputArgs = ObjectArgs<IpGroupArguments>;
/** Arguments of {@link getIpGroups}. */
export type GetIpGroupsArgs = IpGroupsArguments;
/** Arguments of {@link getIpGroupsOutput}. */
export type GetIpGroupsOutputArgs = ObjectArgs<IpGroupsArguments>;

/**
 * Reads an IP group by its exact name or its id, with its rules in the form that an `IpGroup` takes. Fails if no group
 * matches, if several groups have the name, or if the token may not see IP groups. Management gateway, `rm=ipgroups`:
 * `search`, `loadTreeRootFast`, `loadRules`.
 */
export function getIpGroup(args: GetIpGroupArgs, options?: InvokeOptions): Promise<IpGroupResult> {
  return call("getIpGroup", args, options);
}

/**
 * Like {@link getIpGroup}, but takes inputs and returns an output. For a group that the same program creates, pass its
 * `id`: the name is already known in the preview, when the group does not exist yet.
 */
export function getIpGroupOutput(args: GetIpGroupOutputArgs, options?: InvokeOptions): Output<IpGroupResult> {
  return callWithInputs("getIpGroup", args, options);
}

/**
 * Lists the IP groups whose name contains `match` and does not contain `notMatch`, in any letter case. Without
 * either, lists all of them. Fails if the token may not see IP groups. Management gateway, `rm=ipgroups`: `loadTreeRootFast`.
 */
export function getIpGroups(args: GetIpGroupsArgs = {}, options?: InvokeOptions): Promise<IpGroupSummary[]> {
  return call("getIpGroups", args, options);
}

/** Like {@link getIpGroups}, but takes inputs and returns an output. */
export function getIpGroupsOutput(args: GetIpGroupsOutputArgs = {}, options?: InvokeOptions): Output<IpGroupSummary[]> {
  return callWithInputs("getIpGroups", args, options);
}
