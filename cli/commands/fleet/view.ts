import type { Listener } from "../../../fleet/run";

/** A listener that shows what it hears. */
export interface RunView extends Listener {
  /** Nothing more comes. */
  end(): void | Promise<void>;
}
