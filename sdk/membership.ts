import type { membership } from "../provider/kinds/membership";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Membership}. */
export type MembershipArgs = ArgsOf<typeof membership>;

/** {@inheritDoc membership} */
export class Membership extends applianceResource<typeof membership>("Membership", {
  inputs: { user: true, userGroup: true },
  outputs: { linkedTo: false },
}) {}
