import type { View } from "./output/view";
import type { Ending } from "./exit-codes";

/** Result of a command as a value, which is printed in one place, for people or for scripts. */
export interface Result {
  /** Data for scripts (`--json`). Maps become objects. */
  readonly data: unknown;
  readonly views: readonly View[];
  /** Default `done`. */
  readonly ending?: Ending;
}
