import { z } from "#zod";
import { Refusal } from "../exchange";
import { isNetworkAddress, prefixLengthSchema } from "../ipv4";
import { addressSegment, commandPath, type CommandPath, textSegment } from "./path";
import { refuseRepeated } from "./members";
import { profileNamed } from "./profiles";
import { type Policy, policyKey } from "./store";

const addRemove = commandPath("write", "/policies/[action]/[network]/[cidr]/[profile]/[incexc]", {
  segments: {
    action: z.enum(["add", "remove"]),
    network: addressSegment,
    cidr: prefixLengthSchema.transform(Number),
    profile: textSegment,
    incexc: z.enum(["include", "exclude"]),
  },
  run: ({ action, network, cidr, profile, incexc }, context) => {
    const { policies } = profileNamed(context.store, profile);
    if (!isNetworkAddress(network, cidr)) throw new Refusal(`${network}/${cidr} is not a network`);
    const policy: Policy = { network, prefixLength: cidr, kind: incexc };
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

/** The path of policies. */
export const policyPaths: readonly CommandPath[] = [addRemove];
