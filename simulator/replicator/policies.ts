import { z } from "zod";
import { Refusal } from "../exchange";
import { isNetworkAddress, networkAddress, prefixLengthSchema } from "../ipv4";
import { addressSegment, commandPath, type ReplicatorContext, type CommandPath, textSegment } from "./path";
import { refuseRepeated } from "./members";
import { profileNamed } from "./profiles";
import { type Policy, policyKey } from "./store";
import { quoted } from "./text";

const addRemove = commandPath({
  template: "/policies/[action]/[network]/[cidr]/[profile]/[incexc]",
  kind: "write",
  segments: {
    action: z.enum(["add", "remove"]),
    network: addressSegment,
    cidr: prefixLengthSchema.transform(Number),
    profile: textSegment,
    incexc: z.enum(["include", "exclude"]),
  },
  run: ({ action, network, cidr, profile, incexc }, context) => {
    const { policies } = profileNamed(context, profile);
    const policy: Policy = { network: accepted(network, cidr, context), prefixLength: cidr, kind: incexc };
    const key = policyKey(policy);
    const what = `${incexc} policy ${policy.network}/${cidr}`;
    if (policies.has(key) === (action === "add")) {
      refuseRepeated(context, `${what} is ${action === "add" ? "already" : "not"} in profile ${profile}`);
    }
    if (action === "add") {
      assertNoOtherKind(policies, policy, context);
      policies.set(key, policy);
    } else {
      policies.delete(key);
    }
    const where = `${action === "add" ? "to" : "from"} profile ${quoted(profile, context.switches)}`;
    return `${action === "add" ? "added" : "removed"} ${what} ${where}`;
  },
});

/** Allows one policy per network and profile, or one of each kind if the switch says so. Field notes, replication 7. */
function assertNoOtherKind(
  policies: ReadonlyMap<string, Policy>,
  policy: Policy,
  { switches }: ReplicatorContext,
): void {
  const kind = policy.kind === "include" ? "exclude" : "include";
  if (switches.policyKinds === "onePerNetwork" && policies.has(policyKey({ ...policy, kind }))) {
    throw new Refusal(`There is an ${kind} policy for ${policy.network}/${policy.prefixLength} in this profile`);
  }
}

/** The network as it is stored. The switch decides about host bits. Field notes, replication 7. */
function accepted(network: string, prefixLength: number, { switches }: ReplicatorContext): string {
  if (isNetworkAddress(network, prefixLength) || switches.policyHostBits === "verbatim") return network;
  const meant = networkAddress(network, prefixLength);
  if (switches.policyHostBits === "canonical") return meant;
  throw new Refusal(`${network}/${prefixLength} is not a network; ${meant}/${prefixLength} is`);
}

/** The path of policies. */
export const policyPaths: readonly CommandPath[] = [addRemove];
