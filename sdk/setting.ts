import type { setting } from "../provider/kinds/setting";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Setting}. */
export type SettingArgs = ArgsOf<typeof setting>;

/**
 * A setting of the replicator, e.g. `flowStopAlert`. A setting always exists: create sets its value. Destroy restores
 * the previous value (output `origin.found`), but only if the live value is still the one that was set. A change of `name`
 * replaces the resource.
 *
 * Known names: `downDisplayHour` (hours), `flowStopAlert` (minutes), `highCPUThreshold` (percent), `notificationSent`
 * (`<ip> <port>`), `noRepWhenDown`, `pingCollectors`. Replication service, `/setting/...`.
 */
export class Setting extends applianceResource<typeof setting>("Setting", {
  inputs: { name: true, value: true, enabled: true, onDestroy: true },
  outputs: {},
}) {}
