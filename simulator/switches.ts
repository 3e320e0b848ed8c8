/**
 * One entry for each point that the API documents leave open and that concerns what the simulator answers. The number
 * after each is the line of the field notes that describes it; "silent" means that neither text says anything.
 */
export interface Switches {
  // Gateway: carriage and errors
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
  /** Answer to a path that is not the script: an HTML page with 404 or 200. Carriage 6. Default `html404`. */
  wrongPath: "html404" | "html200";
  /** What the token may do. `none`: lists are empty and changes refused. Silent. Default `all`. */
  tokenRights: "all" | "none";

  // Gateway: IP groups
  /** Whether `loadTreeRootFast` lists groups that are children of others. IP groups 1. Default `all`. */
  treeList: "all" | "rootsOnly";
  /** Where `loadRules` has its rules: the answer itself or a member of it. IP groups 2. Default `results`. */
  rulesShape: "array" | "results" | "rules" | "rows";
  /** Answer of `update`. IP groups 3. Default `likeSaveRule`. */
  updateReply: "likeSaveRule" | "success";
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
  /** `delete` of a group that is a child of a group that stays. Silent. Default `refuse`, as children come first. */
  deleteReferencedGroup: "refuse" | "removeChildRules" | "leaveDangling";

  // Gateway: users
  /** `members` of a new user group for integer input. Users 2. Default `string`. */
  memberIds: "string" | "number";
  /** Which spellings work: `delUsers`/`permissions` (example), `delUser`/`permission` (text). Users 4. Default `both`. */
  actionSpelling: "both" | "example" | "text";
  /** Adding a link that is there or removing one that is not. Silent. Default `success`: the text of a success. */
  repeatedLink: "success" | "failure";

  // Replication service
  /** Release of the appliance; 20 has no `/api/1/` (404). Replication 1. Default 19. */
  release: 18 | 19 | 20;
  /** Form of `passwd` at login. Replication 2. Default `sha512`. */
  passwordEncoding: "sha512" | "plain";
  /** What carries the session: cookie, echoed header `x-session`, or the source address. Replication 3. Default `cookie`. */
  sessionCarrier: "cookie" | "header" | "sourceAddress";
  /** Cookies of a session; `two` needs both back, one with percent escapes in its value. Replication 3. Default `one`. */
  sessionCookies: "one" | "two";
  /** HTTP method of every request but login. Replication 4. Default `GET`. */
  commandMethod: "GET" | "POST" | "either";
  /** From when a session's 30 minutes count. Replication 5. Default `start`. */
  sessionExpiry: "start" | "idle";
  /** Answer to a missing or expired session. Replication 5. Default `401`. */
  expiredAnswer: "401" | "403" | "redirect" | "error" | "html";
  /** Whether a login ends the older sessions. Silent. Default false. */
  singleSession: boolean;
  /** HTTP status of a refused login. Silent. Default 200. */
  refusedLoginStatus: 200 | 401;
  /** Whether the deprecated GET login works. Default true, as documented. */
  legacyLogin: boolean;
  /** Quotes around values in success texts. Replication 6. Default `single`. */
  textQuotes: "none" | "single" | "double";
  /** A policy's network with host bits set. Replication 7. Default `refuse`. */
  policyHostBits: "refuse" | "verbatim" | "canonical";
  /** Whether a profile has one policy for a network, or one of each kind. Replication 7. Default `onePerNetwork`. */
  policyKinds: "onePerNetwork" | "onePerKind";
  /** Special characters in the strings of `show/config`. Replication 8. Default `percent`. */
  configEscaping: "percent" | "raw";
  /** Key of the answer of `show/collectors`. Replication 9. Default `collector`, as in the example. */
  collectorKey: "collector" | "collectors";
  /** Milliseconds until a change is rebuilt by itself; 0 = never. Replication 11. Default 0. */
  automaticRebuildMs: number;
  /** Milliseconds that a forced rebuild takes. Silent. Default 0. */
  rebuildMs: number;
  /** Which configuration `show` reads: as changed, or as of the last rebuild. Silent. Default `configured`. */
  showReads: "configured" | "running";
  /** Adding what is there or removing what is not. Silent. Default `error`. */
  repeatedChange: "error" | "success";
  /** Whether the server decodes a path before it splits it into segments. Silent. Default false. */
  decodeBeforeRouting: boolean;
}

/** The simulator's behaviour when nothing is chosen. */
export const defaultSwitches: Readonly<Switches> = {
  scriptPath: "/fcgi/svc_fcgi.fcgi",
  staticPermissionType: "app",
  formCarriage: "multipart",
  plainHttp: "serve",
  errDetails: "omitted",
  wrongPath: "html404",
  tokenRights: "all",
  treeList: "all",
  rulesShape: "results",
  updateReply: "likeSaveRule",
  idType: "documented",
  networkMaskOnRead: "prefix",
  ipRuleFieldOnRead: "sip",
  duplicateGroupName: "append",
  deleteReferencedGroup: "refuse",
  memberIds: "string",
  actionSpelling: "both",
  repeatedLink: "success",
  release: 19,
  passwordEncoding: "sha512",
  sessionCarrier: "cookie",
  sessionCookies: "one",
  commandMethod: "GET",
  sessionExpiry: "start",
  expiredAnswer: "401",
  singleSession: false,
  refusedLoginStatus: 200,
  legacyLogin: true,
  textQuotes: "single",
  policyHostBits: "refuse",
  policyKinds: "onePerNetwork",
  configEscaping: "percent",
  collectorKey: "collector",
  automaticRebuildMs: 0,
  rebuildMs: 0,
  showReads: "configured",
  repeatedChange: "error",
  decodeBeforeRouting: false,
};
