import type { Positions } from "../positions";

/** Open points that concern what the gateway answers. */
export interface GatewaySwitches {
  // Carriage and errors
  /** Path of the script below the base URL. Carriage 1. Default `/fcgi/svc_fcgi.fcgi`. */
  scriptPath: string;
  /** The `permission_type` of product-wide codes. Carriage 1. Default `app`. */
  staticPermissionType: string;
  /** Forms that are accepted: only multipart POST, or urlencoded POST and GET too. Carriage 2. Default `multipart`. */
  formCarriage: "multipart" | "any";
  /** What a server without TLS does: serve, or answer 302 to `https://`. Carriage 3. Default `serve`. */
  plainHttp: "serve" | "redirect";
  /** Whether a failure other than a bad token has `details`. Carriage 5. Default `omitted`. */
  errDetails: "omitted" | "text";
  /** HTTP status of a failure other than a bad token: "failure whatever the status". Carriage 5. Default 200. */
  errStatus: 200 | 400 | 500;
  /** Answer to a path that is not the script: an HTML page with 404 or 200. Carriage 6. Default `html404`. */
  wrongPath: "html404" | "html200";
  /** What the token may do. `none`: lists and rules are empty, changes and reports refused. Silent. Default `all`. */
  tokenRights: "all" | "none";

  // IP groups
  /** Groups that are children of others in `loadTreeRootFast`: beside, left out, or below a parent. IP groups 1. Default `all`. */
  treeList: "all" | "rootsOnly" | "nested";
  /**
   * A group in the lists: an object as seen, `{id, name}`, a row of cells below a header, or a member of a map from ids to
   * names. IP groups 1, 3. Default `objects`.
   */
  groupListShape: "objects" | "idName" | "cells" | "map";
  /** Whether entries of lists have fields that no document names. IP groups 1. Default `none`. */
  extraFields: "none" | "some";
  /** Where `loadRules` has its rules: the answer itself or a member of it. IP groups 2. Default `results`. */
  rulesShape: "results" | "array" | "rules" | "rows";
  /** The field in which `loadRules` takes its group; `json` as `delete` has it. IP groups 2. Default `fc_id`. */
  loadRulesField: "fc_id" | "id" | "json";
  /** Answer of `saveRule`: as documented, or the number of the group alone. Documented. Default `documented`. */
  saveReply: "documented" | "idOnly";
  /** Where `search` has its groups. IP groups 3. Default `results`. */
  searchShape: "results" | "array" | "rows";
  /** Answer of `update`. IP groups 3. Default `likeSaveRule`. */
  updateReply: "likeSaveRule" | "success" | "empty" | "ids";
  /** How an `update` that cannot be made is answered: `err`, `success: 0`, or `errors`. Silent. Default `err`. */
  updateRefusal: "err" | "success" | "errors";
  /** Answer of `delete`: as documented, the count alone, or a bare success. Documented. Default `documented`. */
  deleteReply: "documented" | "count" | "success";
  /** Answer of `deleteAll`. IP groups 3. Default `likeDelete`. */
  deleteAllReply: "likeDelete" | "success";
  /** Ids in replies: each as its document shows it (lists: strings), or all of one kind. IP groups 4. Default `documented`. */
  idType: "documented" | "number" | "string";
  /** `mask` of a `network` rule when read. IP groups 5. Default `prefix`. */
  networkMaskOnRead: "prefix" | "dotted";
  /** The field that holds the address of an `ip` rule when read. IP groups 6. Default `sip`. */
  ipRuleFieldOnRead: "sip" | "address";
  /**
   * `saveRule` with the name of an existing group. IP groups 8. Default `append`: the only behaviour that is known of
   * this appliance (its CSV import), and the one that harms who does not look first.
   */
  duplicateGroupName: "append" | "refuse" | "second";
  /** Whether names of groups that differ in letter case alone are the same. Silent. Default `exact`. */
  groupNames: "exact" | "ignoreCase";
  /** How the name of a group is kept and shown. IP groups 7. Default `verbatim`. */
  groupNameStored: "verbatim" | "htmlEscaped" | "lowerCase" | "first31";
  /**
   * What becomes of rules that can be written in several ways: kept as sent; one address as `ip`; one address as
   * `network`; a network as `range`. Silent. Default `asSent`.
   */
  ruleForm: "asSent" | "ip" | "network" | "range";
  /** Whether an `update` gives all rules of its group new numbers. Silent. Default `kept`. */
  ruleIds: "kept" | "changing";
  /** Most rules of one request, or 413; 0 = no limit. Silent. Default 0. */
  mostRules: number;
  /** Milliseconds until the lists, `search` and `loadRules` see a change that came through the API. Silent. Default 0. */
  groupsVisibleAfterMs: number;
  /**
   * `delete` of a group that is a child of a group that stays: refused, or left out of what the answer names as removed.
   * Silent. Default `refuse`, as children come first.
   */
  deleteReferencedGroup: "refuse" | "leaveOut" | "removeChildRules" | "leaveDangling";

  // Users
  /** Blanks around messages: one after those of permissions as shown, none, or some everywhere. Users 1. Default `documented`. */
  messageBlanks: "documented" | "none" | "everywhere";
  /** `members` of a new user group for integer input. Users 2. Default `string`. */
  memberIds: "string" | "number";
  /** Which spellings work: `delUsers`/`permissions` (example), `delUser`/`permission` (text). Users 4. Default `both`. */
  actionSpelling: "both" | "example" | "text";
  /** How the name of a user or user group is kept and answered. Silent. Default `verbatim`. */
  accountNameStored: "verbatim" | "htmlEscaped" | "lowerCase" | "first31";
  /**
   * How the texts about single changes are worded. Users 1: only some successes are shown. Default `documented`.
   */
  wording: "documented" | "passive" | "terse" | "verbose" | "quoted";
  /**
   * Adding a link that is there or removing one that is not. Silent. Default `success`: the text of a success; each other
   * position is a failure in other words.
   */
  repeatedLink: "success" | "failure" | "has" | "exists" | "found" | "past";

  /** Static permission codes: those that the document lists, or others too. "Permission". Default `listed`. */
  staticCodes: "listed" | "more";

  // Reports
  /** Accepted spellings of one interface: `in_<HEX>_<index>`, `in_<HEX>_<HEX>-<index>`. Reports 1. Default `both`. */
  interfaceFilter: "both" | "index" | "hexIndex";
  /** Whether `dataGranularity` takes minutes as text too. Reports 3. Default `accepted`. */
  granularityMinutes: "accepted" | "refused";
  /** Reports 4. Default `number`. */
  totalRowCountType: "number" | "string";
  /** `rawValue`: numbers and texts, texts only, or null where the value is a text. Reports 4. Default `documented`. */
  rawValues: "documented" | "string" | "null";
  /** Cells of a footer row: one for each column, or only those of computed columns. Reports 4. Default `all`. */
  footerCells: "all" | "computed";
  /** `graph` where only a table was asked for: its pie as documented, or nothing. Reports 4. Default `pie`. */
  graphUnasked: "pie" | "absent" | "null" | "empty" | "list";
  /** Intervals of a graph in which nothing was seen: 0, a null, or a null in place of the point. Silent. Default `zero`. */
  graphGaps: "zero" | "null" | "noPoint";
  /** Rows as lists of cells as documented, or as objects by element. Silent. Default `lists`. */
  reportRows: "lists" | "objects";
  /** Whether the first column is a rank, which has no `elementName`. Reports 4. Default false. */
  rankColumn: boolean;
  /** `format` of a column. Silent. Default `object`. */
  columnFormat: "object" | "text";
  /** Most rows of one answer, whatever `max_num_rows` says; 0 = no limit. Silent. Default 0. */
  reportMaxRows: number;
}

/** Every position of each switch, the default first. Where any text or number will do, one more is given. */
export const gatewaySwitchSpace = {
  scriptPath: ["/fcgi/svc_fcgi.fcgi", "/fcgi/product.fcgi"],
  staticPermissionType: ["app", "product"],
  formCarriage: ["multipart", "any"],
  plainHttp: ["serve", "redirect"],
  errDetails: ["omitted", "text"],
  errStatus: [200, 400, 500],
  wrongPath: ["html404", "html200"],
  tokenRights: ["all", "none"],
  treeList: ["all", "rootsOnly", "nested"],
  groupListShape: ["objects", "idName", "cells", "map"],
  extraFields: ["none", "some"],
  rulesShape: ["results", "array", "rules", "rows"],
  loadRulesField: ["fc_id", "id", "json"],
  saveReply: ["documented", "idOnly"],
  searchShape: ["results", "array", "rows"],
  updateReply: ["likeSaveRule", "success", "empty", "ids"],
  updateRefusal: ["err", "success", "errors"],
  deleteReply: ["documented", "count", "success"],
  deleteAllReply: ["likeDelete", "success"],
  idType: ["documented", "number", "string"],
  networkMaskOnRead: ["prefix", "dotted"],
  ipRuleFieldOnRead: ["sip", "address"],
  duplicateGroupName: ["append", "refuse", "second"],
  groupNames: ["exact", "ignoreCase"],
  groupNameStored: ["verbatim", "htmlEscaped", "lowerCase", "first31"],
  ruleForm: ["asSent", "ip", "network", "range"],
  ruleIds: ["kept", "changing"],
  mostRules: [0, 2],
  groupsVisibleAfterMs: [0, 1500],
  deleteReferencedGroup: ["refuse", "leaveOut", "removeChildRules", "leaveDangling"],
  messageBlanks: ["documented", "none", "everywhere"],
  memberIds: ["string", "number"],
  actionSpelling: ["both", "example", "text"],
  accountNameStored: ["verbatim", "htmlEscaped", "lowerCase", "first31"],
  wording: ["documented", "passive", "terse", "verbose", "quoted"],
  repeatedLink: ["success", "failure", "has", "exists", "found", "past"],
  staticCodes: ["listed", "more"],
  interfaceFilter: ["both", "index", "hexIndex"],
  granularityMinutes: ["accepted", "refused"],
  totalRowCountType: ["number", "string"],
  rawValues: ["documented", "string", "null"],
  footerCells: ["all", "computed"],
  graphUnasked: ["pie", "absent", "null", "empty", "list"],
  graphGaps: ["zero", "null", "noPoint"],
  reportRows: ["lists", "objects"],
  rankColumn: [false, true],
  columnFormat: ["object", "text"],
  reportMaxRows: [0, 250],
} as const satisfies Positions<GatewaySwitches>;
