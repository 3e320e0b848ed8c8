import type { ProcessId } from "../machine";

/** What a worker sends to a kept process. */
export type Message =
  /** A site begins; what is printed from now on goes to this file. */
  | { readonly log: string }
  /** The engine of the site runs. */
  | { readonly engine: ProcessId }
  /** The engine of the site has ended. */
  | { readonly isOver: true };

/** What a kept process answers. */
export type Answer =
  /** The engine of the site may connect to this port. */
  | { readonly port: number }
  /** The next site may begin. */
  | { readonly isReady: true }
  /** No further site may begin, for this reason. */
  | { readonly unfit: string };
