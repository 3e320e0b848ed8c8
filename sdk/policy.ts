import type { policy } from "../provider/kinds/policy";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Policy}. */
export type PolicyArgs = ArgsOf<typeof policy>;

/**
 * A policy: which exporters a profile accepts packets from. Includes are checked before excludes; a network has at most
 * one policy in a profile. Creation also succeeds if the policy already exists. `profile` changes in place; a change of
 * `cidr` or `kind` replaces the resource. Output `origin.existed` is true if the policy existed before; destroy then leaves
 * it. Replication service, `/policies/...`.
 */
export class Policy extends applianceResource<typeof policy>("Policy", {
  inputs: { cidr: true, profile: true, kind: true },
  outputs: {},
}) {}
