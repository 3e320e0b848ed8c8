import { z } from "zod";
import { Refusal } from "../exchange";
import { isNetworkAddress, networkAddress, prefixLengthSchema } from "../ipv4";
import { addressSegment, commandPath, type CommandPath, textSegment } from "./path";
import { refuseRepeated } from "./members";
import { profileNamed } from "./profiles";
import { type Policy, policyKey } from "./store";

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
    const { policies } = profileNamed(context.store, profile);
    const policy: Policy = { network: accepted(network, cidr), prefixLength: cidr, kind: incexc };
    const key = policyKey(policy);
    const what = `${incexc} policy ${policy.network}/${cidr}`;
    if (policies.has(key) === (action === "add")) {
      refuseRepeated(context, `${what} is ${action === "add" ? "already" : "not"} in profile ${profile}`);
    }
    if (action === "add") {
      assertNoOtherKind(policies, policy);
      policies.set(key, policy);
    } else {
      policies.delete(key);
    }
    const where = `${action === "add" ? "to" : "from"} profile '${profile}'`;
    return `${action === "add" ? "added" : "removed"} ${what} ${where}`;
  },
});

/** Allows one policy per network and profile. Field notes, replication 7. */
function assertNoOtherKind(policies: ReadonlyMap<string, Policy>, policy: Policy): void {
  const kind = policy.kind === "include" ? "exclude" : "include";
  if (policies.has(policyKey({ ...policy, kind }))) {
    throw new Refusal(`There is an ${kind} policy for ${policy.network}/${policy.prefixLength} in this profile`);
  }
}

/** Refuses a network with host bits. */
function accepted(network: string, prefixLength: number): string {
  if (isNetworkAddress(network, prefixLength)) return network;
  const meant = networkAddress(network, prefixLength);
  throw new Refusal(`${network}/${prefixLength} is not a network; ${meant}/${prefixLength} is`);
}

/** The path of policies. */
export const policyPaths: readonly CommandPath[] = [addRemove];
