import { z } from "zod";
import { Refusal } from "../exchange";
import { isNetworkAddress, networkAddress, prefixLengthSchema } from "../ipv4";
import { addressSegment, commandPath, type ReplicatorContext, type CommandPath, textSegment } from "./path";
import { refuseRepeated } from "./members";
import { profileNamed } from "./profiles";
import { policyKey } from "./store";
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
    const { store, switches } = context;
    const { policies } = profileNamed(store, profile);
    const policy = { network: accepted(network, cidr, context), prefixLength: cidr, kind: incexc };
    const key = policyKey(policy, switches.policyKinds === "onePerKind");
    const existing = policies.get(key);
    const what = `${incexc} policy ${policy.network}/${cidr}`;
    if (action === "add") {
      if (existing !== undefined && existing.kind !== incexc) {
        throw new Refusal(`Profile ${profile} has an ${existing.kind} policy for ${policy.network}/${cidr}`);
      }
      if (existing !== undefined) refuseRepeated(context, `${what} is already in profile ${profile}`);
      policies.set(key, policy);
    } else {
      if (existing?.kind !== incexc) refuseRepeated(context, `${what} is not in profile ${profile}`);
      else policies.delete(key);
    }
    const where = `${action === "add" ? "to" : "from"} profile ${quoted(profile, switches)}`;
    return `${action === "add" ? "added" : "removed"} ${what} ${where}`;
  },
});

/** A network with host bits set: field notes, replication 7. */
function accepted(network: string, prefixLength: number, { switches }: ReplicatorContext): string {
  if (isNetworkAddress(network, prefixLength) || switches.policyHostBits === "verbatim") return network;
  const meant = networkAddress(network, prefixLength);
  if (switches.policyHostBits === "canonical") return meant;
  throw new Refusal(`${network}/${prefixLength} is not a network; ${meant}/${prefixLength} is`);
}

/** The path of policies. */
export const policyPaths: readonly CommandPath[] = [addRemove];
