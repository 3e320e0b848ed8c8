import type { collector } from "../provider/kinds/collector";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Collector}. */
export type CollectorArgs = ArgsOf<typeof collector>;

/** {@inheritDoc collector} */
export class Collector extends applianceResource<typeof collector>("Collector", {
  inputs: { address: true, profiles: true, threshold: true, description: true },
  outputs: { memberOf: true },
}) {}
