import type { View } from "../output/view";
import type { Ending } from "./exit-codes";

/** What a command found or did, as a value: one place prints it, for people or for scripts. */
export interface Result {
  /** For scripts (`--json`). Maps become objects. */
  readonly data: unknown;
  /** For people. */
  readonly views: readonly View[];
  /** Default `done`. */
  readonly ending?: Ending;
}
