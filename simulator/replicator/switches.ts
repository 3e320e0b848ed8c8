import { anyNumber, type Space, type SwitchesOf } from "../positions";

/** Open points that affect the replicator's answers: the positions of each switch, the default first. */
export const replicatorSwitchSpace = {
  // Sessions
  /** Release of the appliance; 20 has no `/api/1/` (404). Replication 1. Default 19. */
  release: [19, 18, 20],
  /** Form of `passwd` at login. Replication 2. Default `sha512`. */
  passwordEncoding: ["sha512", "plain"],
  /** Carrier of the session: cookie, echoed header `x-session`, or source address. Replication 3. Default `cookie`. */
  sessionCarrier: ["cookie", "header", "sourceAddress"],
  /** HTTP method of every request but login. Replication 4. Default `GET`. */
  commandMethod: ["GET", "POST"],
  /** Answer to a missing or expired session; `error` is in words of no document. Plausible 9. Default `401`. */
  expiredAnswer: ["401", "403", "redirect", "error", "html"],

  // Answers
  /** `description` of a success: as documented, in other words and quotes, or none. Replication 6. */
  successText: ["documented", "reworded", "omitted"],
  /** HTTP status of `result: "error"`. Plausible 4. Default 200. */
  refusalStatus: [200, 400],
  /** Special characters in the strings of `show/config`: all escaped, none, or only blanks. Plausible 6. */
  configEscaping: ["percent", "raw", "blanks"],
  /** What `show/config` does not print: thresholds, or whether profiles are enabled and singular. Plausible 6. */
  configLeavesOut: ["nothing", "thresholds", "states"],
  /** Keys of the answers of `show`: as in the path and the example, or in the other number. Plausible 8. */
  showKeys: ["documented", "otherNumber"],
  /** Form of the answers of `show` that are in no document: a map or a list of entries. Plausible 8. Default `map`. */
  showShape: ["map", "list"],
  /** Entries of `show/settings`: an object with its fields, or only the value. Plausible 8. Default `objects`. */
  settingsShape: ["objects", "values"],
  /** Fields that are empty, e.g. the ports of a healthy collector: shown or left out. Plausible 8. Default `shown`. */
  emptyFields: ["shown", "omitted"],
  /** On or off in `show/profile` and `show/settings`. Plausible 8. Default `word`. */
  flagForm: ["word", "number", "boolean", "enabled"],

  // Changes
  /** Milliseconds until the appliance rebuilds a change by itself; 0 = never. Replication 11. Default 0. */
  automaticRebuildMs: anyNumber(0, 60_000),
  /** Milliseconds that a forced rebuild takes. Plausible 10. Default 0. */
  rebuildMs: anyNumber(0, 20),
  /** Whether a forced rebuild is answered when it is done, or when it begins. Plausible 10. Default `done`. */
  rebuildAnswer: ["done", "begun"],
  /** Configuration that `show` reads: the configured one, or that of the last rebuild. Plausible 10. */
  showReads: ["configured", "running"],
  /** Answer to adding what exists or removing what does not. Plausible 4. Default `error`. */
  repeatedChange: ["error", "success"],
  /** A description of an address that is neither a collector nor an exporter. Plausible 13. Default `refuse`. */
  unknownNote: ["refuse", "accept"],
} as const satisfies Space;

export type ReplicatorSwitches = SwitchesOf<typeof replicatorSwitchSpace>;
