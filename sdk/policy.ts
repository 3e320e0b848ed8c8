import type { policy } from "../provider/kinds/policy";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Policy}. */
export type PolicyArgs = ArgsOf<typeof policy>;

/** {@inheritDoc policy} */
export class Policy extends applianceResource<typeof policy>("Policy", {
  inputs: { cidr: true, profile: true, kind: true },
  outputs: {},
}) {}
