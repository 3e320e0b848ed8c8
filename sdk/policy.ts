import type { policy } from "../provider/resources/policy";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Policy}. */
export type PolicyArgs = ArgsOf<typeof policy>;

/**
 * A policy: which exporters a profile takes packets from. Includes are checked before excludes; a network has at most
 * one policy in a profile. A link: one that is there already is success. `profile` changes in place, `cidr` and `kind`
 * replace. Output `existed` is true for one that was there before, which destroy leaves. Replication service, `/policies/...`.
 */
export class Policy extends applianceResource<typeof policy>("Policy", {
  inputs: { cidr: true, profile: true, kind: true, verbatim: true },
  outputs: { existed: true },
  identity: ["cidr", "profile"],
}) {}
