import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { IpGroupArguments, IpGroupsArguments } from "../../provider/functions/functions";
import type { IpGroupResult, IpGroupSummary } from "../../provider/functions/ip-groups";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs } from "./call";

/** Arguments of {@link getIpGroup}: exactly one of `name` and `id`. */
export type GetIpGroupArgs = IpGroupArguments;
/** Arguments of {@link getIpGroupOutput}. */
export type GetIpGroupOutputArgs = ObjectArgs<IpGroupArguments>;
/** Arguments of {@link getIpGroups}. */
export type GetIpGroupsArgs = IpGroupsArguments;
/** Arguments of {@link getIpGroupsOutput}. */
export type GetIpGroupsOutputArgs = ObjectArgs<IpGroupsArguments>;

/**
 * An IP group by its exact name or its id, with its rules in the form that an `IpGroup` takes. Fails where there is none,
 * where several have the name, and where the token may not see IP groups. Management gateway, `rm=ipgroups`: `search`,
 * `loadTreeRootFast`, `loadRules`.
 */
export function getIpGroup(args: GetIpGroupArgs, options?: InvokeOptions): Promise<IpGroupResult> {
  return call("getIpGroup", args, options);
}

/**
 * As {@link getIpGroup}, with inputs. For a group that the same program creates, pass its `id`: the name is known in the
 * preview, when there is no such group yet.
 */
export function getIpGroupOutput(args: GetIpGroupOutputArgs, options?: InvokeOptions): Output<IpGroupResult> {
  return callWithInputs("getIpGroup", args, options);
}

/**
 * The IP groups whose name holds `match` and does not hold `notMatch`, as the appliance compares; all of them without
 * either. Fails where the token may not see IP groups. Management gateway, `rm=ipgroups`: `search`, `loadTreeRootFast`.
 */
export function getIpGroups(args: GetIpGroupsArgs = {}, options?: InvokeOptions): Promise<IpGroupSummary[]> {
  return call("getIpGroups", args, options);
}

/** As {@link getIpGroups}, with inputs. */
export function getIpGroupsOutput(args: GetIpGroupsOutputArgs = {}, options?: InvokeOptions): Output<IpGroupSummary[]> {
  return callWithInputs("getIpGroups", args, options);
}
