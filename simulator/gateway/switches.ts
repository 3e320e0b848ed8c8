import { anyNumber, anyText, type Space, type SwitchesOf } from "../positions";

/** Open points that affect the gateway's answers: the positions of each switch, the default first. */
export const gatewaySwitchSpace = {
  // Carriage and errors
  /** Path of the script below the base URL. Carriage 1. Default `/fcgi/svc_fcgi.fcgi`. */
  scriptPath: anyText("/fcgi/svc_fcgi.fcgi", "/fcgi/product.fcgi"),
  /** The `permission_type` of product-wide codes. Carriage 1. Default `app`. */
  staticPermissionType: anyText("app", "product"),
  /** Accepted forms: only multipart POST, or also urlencoded POST and GET. Carriage 2. Default `multipart`. */
  formCarriage: ["multipart", "any"],
  /** Behaviour of a server without TLS: serve, or answer 302 to `https://`. Carriage 3. Default `serve`. */
  plainHttp: ["serve", "redirect"],
  /** Whether a failure other than a bad token has `details`. Carriage 5. Default `omitted`. */
  errDetails: ["omitted", "text"],
  /** HTTP status of a failure other than a bad token: "failure whatever the status". Carriage 5. Default 200. */
  errStatus: [200, 400, 500],
  /** Answer to a path that is not the script: an HTML page with 404 or 200. Carriage 6. Default `html404`. */
  wrongPath: ["html404", "html200"],
  /** Rights of the token. `none`: lists and rules are empty, changes and reports are refused. Silent. Default `all`. */
  tokenRights: ["all", "none"],

  // IP groups
  /**
   * Position of child groups in `loadTreeRootFast`: beside their parents, left out, or nested. IP groups 1. Default
   * `all`.
   */
  treeList: ["all", "rootsOnly", "nested"],
  /**
   * Form of a group in the lists: an object as on real appliances, `{id, name}`, a row of cells below a header, a row
   * of cell objects beside `columns` as in reports, or a member of a map from ids to names. IP groups 1, 3. Default
   * `objects`.
   */
  groupListShape: ["objects", "idName", "cells", "columns", "map"],
  /** Maximum number of rows in `loadTreeRootFast`, beside its total; 0 = no limit. Silent. Default 0. */
  treeMaxRows: anyNumber(0, 2),
  /** Maximum number of rules in `loadRules`, beside their total; 0 = no limit. Silent. Default 0. */
  rulesMaxRows: anyNumber(0, 2),
  /** An entry of the lists of groups that is no group: without a name, or with the id 0. Silent. Default `none`. */
  strangeGroup: ["none", "nameless", "idZero"],
  /**
   * Notation of rules in reads: as sent; octets with leading zeros; a prefix length behind the address, instead of the
   * mask or beside a single address; the type in capitals. Silent. Default `plain`.
   */
  ruleNotation: ["plain", "zeroPadded", "cidr", "upperCase"],
  /** Whether entries of lists have fields that are in no document. IP groups 1. Default `none`. */
  extraFields: ["none", "some"],
  /** Location of the rules in `loadRules`: the answer itself or a member of it. IP groups 2. Default `results`. */
  rulesShape: ["results", "array", "rules", "rows"],
  /** The field that names the group in `loadRules`; `json` as in `delete`. IP groups 2. Default `fc_id`. */
  loadRulesField: ["fc_id", "id", "json"],
  /** Answer of `saveRule`: as documented, or only the id of the group. Documented. Default `documented`. */
  saveReply: ["documented", "idOnly"],
  /** Location of the groups in `search`. IP groups 3. Default `results`. */
  searchShape: ["results", "array", "rows"],
  /** Answer of `update`. IP groups 3. Default `likeSaveRule`. */
  updateReply: ["likeSaveRule", "success", "empty", "ids"],
  /** Answer to an `update` that is refused: `err`, `success: 0`, or `errors`. Silent. Default `err`. */
  updateRefusal: ["err", "success", "errors"],
  /** Answer of `delete`: as documented, only the count, or only a success. Documented. Default `documented`. */
  deleteReply: ["documented", "count", "success"],
  /** Answer of `deleteAll`. IP groups 3. Default `likeDelete`. */
  deleteAllReply: ["likeDelete", "success"],
  /**
   * Type of ids in replies: each as documented (lists: strings), or the same everywhere. IP groups 4. Default
   * `documented`.
   */
  idType: ["documented", "number", "string"],
  /** `mask` of a `network` rule in reads. IP groups 5. Default `prefix`. */
  networkMaskOnRead: ["prefix", "dotted"],
  /** The field that holds the address of an `ip` rule in reads. IP groups 6. Default `sip`. */
  ipRuleFieldOnRead: ["sip", "address"],
  /**
   * `saveRule` with the name of an existing group. IP groups 8. Default `append`: the only known behaviour of this
   * appliance (its CSV import), and the one that damages the group if the client did not check first.
   */
  duplicateGroupName: ["append", "refuse", "second"],
  /** Whether names of groups that differ only in letter case are the same. Silent. Default `exact`. */
  groupNames: ["exact", "ignoreCase"],
  /** Form in which the name of a group is stored and shown. IP groups 7. Default `verbatim`. */
  groupNameStored: ["verbatim", "htmlEscaped", "lowerCase", "first31"],
  /**
   * Form of stored rules that can be written in several ways: as sent; one address as `ip`; one address as `network`; a
   * network as `range`. Silent. Default `asSent`.
   */
  ruleForm: ["asSent", "ip", "network", "range"],
  /** Whether an `update` gives all rules of the group new ids. Silent. Default `kept`. */
  ruleIds: ["kept", "changing"],
  /** Maximum number of rules in one request, beyond which it gets 413; 0 = no limit. Silent. Default 0. */
  mostRules: anyNumber(0, 2),
  /** Milliseconds until the lists, `search` and `loadRules` show a change from the API. Silent. Default 0. */
  groupsVisibleAfterMs: anyNumber(0, 1500),
  /**
   * `delete` of a group whose parent stays: refused; skipped, so that the answer does not list it; removed together
   * with the parent's child rule; or removed while the child rule stays. Silent. Default `refuse`, since children must
   * go first.
   */
  deleteReferencedGroup: ["refuse", "leaveOut", "removeChildRules", "leaveDangling"],

  // Users
  /**
   * Blanks around messages: one after those about permissions as documented, none, or around all. Users 1. Default
   * `documented`.
   */
  messageBlanks: ["documented", "none", "everywhere"],
  /** Type of `members` of a new user group if the input has integers. Users 2. Default `string`. */
  memberIds: ["string", "number"],
  /** Accepted spellings: `delUsers`/`permissions` (example), `delUser`/`permission` (text). Users 4. Default `both`. */
  actionSpelling: ["both", "example", "text"],
  /** Form in which the name of a user or user group is stored and shown. Silent. Default `verbatim`. */
  accountNameStored: ["verbatim", "htmlEscaped", "lowerCase", "first31"],
  /** Wording of the texts about single changes. Users 1: only some successes are documented. Default `documented`. */
  wording: ["documented", "passive", "terse", "verbose", "quoted"],
  /**
   * Answer to adding an existing link or removing a missing one. Silent. Default `success`: the text of a success. Each
   * other position is a failure with another text; `whole` refuses the whole request, which then changes nothing.
   */
  repeatedLink: ["success", "failure", "has", "exists", "found", "past", "labelled", "database", "whole"],

  /** Valid static permission codes: the documented ones, or others too. "Permission". Default `listed`. */
  staticCodes: ["listed", "more"],

  // Reports
  /** Accepted spellings of one interface: `in_<HEX>_<index>`, `in_<HEX>_<HEX>-<index>`. Reports 1. Default `both`. */
  interfaceFilter: ["both", "index", "hexIndex"],
  /** Whether `dataGranularity` also accepts minutes as text. Reports 3. Default `accepted`. */
  granularityMinutes: ["accepted", "refused"],
  /** Type of `totalRowCount`. Reports 4. Default `number`. */
  totalRowCountType: ["number", "string"],
  /** `rawValue`: numbers and texts, texts only, or null if the value is a text. Reports 4. Default `documented`. */
  rawValues: ["documented", "string", "null"],
  /** Cells of a footer row: one per column, or only those of computed columns. Reports 4. Default `all`. */
  footerCells: ["all", "computed"],
  /** `graph` if the request asks only for a table: its pie as documented, or nothing. Reports 4. Default `pie`. */
  graphUnasked: ["pie", "absent", "null", "empty", "list"],
  /** Intervals of a graph without traffic: 0, a null, or a null in place of the point. Silent. Default `zero`. */
  graphGaps: ["zero", "null", "noPoint"],
  /** Rows as lists of cells as documented, or as objects by element. Silent. Default `lists`. */
  reportRows: ["lists", "objects"],
  /** Whether the first column is a rank without `elementName`. Reports 4. Default false. */
  rankColumn: [false, true],
  /** Form of a column's `format`. Silent. Default `object`. */
  columnFormat: ["object", "text"],
  /** Maximum number of rows in one answer, regardless of `max_num_rows`; 0 = no limit. Silent. Default 0. */
  reportMaxRows: anyNumber(0, 250),
} as const satisfies Space;

export type GatewaySwitches = SwitchesOf<typeof gatewaySwitchSpace>;
