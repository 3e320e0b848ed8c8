import { anyNumber, anyText, type Space, type SwitchesOf } from "../positions";

/** Open points that affect the gateway's answers: the positions of each switch, the default first. */
export const gatewaySwitchSpace = {
  // Carriage and errors
  /** Path of the script below the base URL. Carriage 1. Default `/fcgi/svc_fcgi.fcgi`. */
  scriptPath: anyText("/fcgi/svc_fcgi.fcgi", "/fcgi/product.fcgi"),
  /** The `permission_type` of product-wide codes. Carriage 1. Default `app`. */
  staticPermissionType: anyText("app", "product"),
  /** Behaviour of a server without TLS: serve, or answer 302 to `https://`. Carriage 3. Default `serve`. */
  plainHttp: ["serve", "redirect"],
  /** HTTP status of a failure other than a bad token: "failure whatever the status". Carriage 5. Default 200. */
  errStatus: [200, 500],

  // IP groups
  /** Maximum number of rows in `loadTreeRootFast`, beside its total; 0 = no limit. Plausible 5. Default 0. */
  treeMaxRows: anyNumber(0, 2),
  /** Maximum number of rules in `loadRules`, beside their total; 0 = no limit. Plausible 5. Default 0. */
  rulesMaxRows: anyNumber(0, 2),
  /** Location of the rules in `loadRules`: the answer itself or a member of it. Plausible 1. Default `results`. */
  rulesShape: ["results", "array", "rules", "rows"],
  /** The rules of a group that does not exist: refused, or an empty list. Plausible 1. Default `refuse`. */
  absentRules: ["refuse", "empty"],
  /** The field that names the group in `loadRules`. Plausible 1. Default `fc_id`. */
  loadRulesField: ["fc_id", "id"],
  /** Answer of `update`. Plausible 2. Default `likeSaveRule`. */
  updateReply: ["likeSaveRule", "success", "empty"],
  /** What `delete` counts: the groups that it removed, or all that were asked for. Plausible 2. Default `removed`. */
  deleteCount: ["removed", "asked"],
  /** `deleteRule` of a rule that does not exist: a success, or `err`. Plausible 2. Default `refuse`. */
  absentRule: ["refuse", "success"],
  /** Type of ids in replies: as documented (lists: strings), or the same everywhere. IP groups 4. Default `documented`. */
  idType: ["documented", "number", "string"],
  /** `mask` of a `network` rule in reads. Plausible 1. Default `prefix`. */
  networkMaskOnRead: ["prefix", "dotted"],
  /** The field that holds the address of an `ip` rule in reads. IP groups 6. Default `sip`. */
  ipRuleFieldOnRead: ["sip", "address"],
  /**
   * `saveRule` with the name of an existing group. Plausible 3. Default `append`: the only known behaviour of this
   * appliance (its CSV import), and the one that damages the group if the client did not check first.
   */
  duplicateGroupName: ["append", "refuse"],
  /** Whether names of groups that differ only in letter case are the same. Plausible 3. Default `exact`. */
  groupNames: ["exact", "ignoreCase"],
  /**
   * `delete` of a group whose parent stays: refused; removed together with the parent's child rule; or removed while
   * the child rule stays. Plausible 11. Default `refuse`, so that a wrong order of deletions is noticed.
   */
  deleteReferencedGroup: ["refuse", "removeChildRules", "leaveDangling"],

  // Users
  /**
   * Answer to adding an existing link or removing a missing one: a success; a refusal with the reason at its end; or one
   * that says so between the two ends of the link. Plausible 4.
   */
  repeatedLink: ["success", "failure", "between"],

  // Reports
  /**
   * Values of a report: as documented, or as client code has met them: `totalRowCount` and numbers as texts, null for
   * texts, short footer rows, a rank without `elementName` as the first column, and no `graph` that was not asked for.
   * Reports 4. Default `documented`.
   */
  reportValues: ["documented", "seen"],
  /** Maximum number of rows in one answer, regardless of `max_num_rows`; 0 = no limit. Large lists. Default 0. */
  reportMaxRows: anyNumber(0, 250),
} as const satisfies Space;

export type GatewaySwitches = SwitchesOf<typeof gatewaySwitchSpace>;
