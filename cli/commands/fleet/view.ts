import type { Listener } from "../../../lib/fleet/run";

/** A listener that shows the events of a run. */
export interface RunView extends Listener {
  /** Called when no further events follow. */
  end(): void | Promise<void>;
}
