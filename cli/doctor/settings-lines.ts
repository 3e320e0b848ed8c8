import type { ApplianceKind } from "../../provider/errors";

/** Commands that set keys of one appliance of a site, as they can be pasted into a shell. */
export class SettingsLines {
  constructor(
    private readonly appliance: ApplianceKind,
    private readonly site: string | undefined,
  ) {}

  /** Sets a key that is no secret. Keys of lists have their index: `certFingerprints[0]`. */
  set(key: string, value: string): string {
    const place = this.site === undefined ? "" : `sites.${this.site}.`;
    return `pulumi config set --path ${quoted(`flowgate:${place}${this.appliance}.${key}`)} ${quoted(value)}`;
  }
}

function quoted(text: string): string {
  return /^[\w.:/-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
