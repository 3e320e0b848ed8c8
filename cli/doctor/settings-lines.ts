import type { Configuration } from "../../provider/config/configuration";
import type { ApplianceKind } from "../../provider/errors";

/** Commands that set keys of one appliance of a site, as they can be pasted into a shell. */
export class SettingsLines {
  constructor(
    private readonly configuration: Configuration,
    private readonly appliance: ApplianceKind,
    private readonly site: string | undefined,
  ) {}

  /** Sets a key that is no secret. Keys of lists have their index: `certFingerprints[0]`. */
  set(key: string, value: string): string {
    return this.configuration.toSet(this.appliance, this.site, key, value);
  }
}
