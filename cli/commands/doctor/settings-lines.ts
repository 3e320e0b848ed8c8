import type { Configuration } from "../../../provider/config/configuration";
import type { ApplianceKind } from "../../../provider/errors/errors";

/** Commands that set keys of one appliance of a site, ready to paste into a shell. */
export class SettingsLines {
  constructor(
    private readonly configuration: Configuration,
    private readonly appliance: ApplianceKind,
    private readonly site: string | undefined,
  ) {}

  /** Sets a key that is not a secret. Keys of lists include their index: `certFingerprints[0]`. */
  set(key: string, value: string): string {
    return this.configuration.toSet(this.appliance, this.site, key, value);
  }
}
