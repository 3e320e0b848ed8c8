import type { setting } from "../provider/kinds/setting";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Setting}. */
export type SettingArgs = ArgsOf<typeof setting>;

/** {@inheritDoc setting} */
export class Setting extends applianceResource<typeof setting>("Setting", {
  inputs: { name: true, value: true, enabled: true, onDestroy: true },
  outputs: {},
}) {}
