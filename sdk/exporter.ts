import type { exporter } from "../provider/kinds/exporter";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Exporter}. */
export type ExporterArgs = ArgsOf<typeof exporter>;

/** {@inheritDoc exporter} */
export class Exporter extends applianceResource<typeof exporter>("Exporter", {
  inputs: { address: true, profiles: true, description: true },
  outputs: { memberOf: true },
}) {}
