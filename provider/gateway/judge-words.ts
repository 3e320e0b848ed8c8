/**
 * The words in which the gateway may report one change, as `judge` sees them: in lower case, without names. A named
 * thing is one token: `@u` a user, `@g` a user group, `@p` a permission, `@n` a name of unknown kind. A comma
 * represents any punctuation. The noun "permission" without a name is no token, because "has no permission" may mean
 * the rights of the caller.
 */

/** Past forms of the verbs for a change. */
const added = "added|granted|assigned|inserted|given|joined";
const removed = "removed|deleted|revoked|withdrawn|unassigned|dropped|unlinked|cleared|taken (?:away|out|off|from)";
/** All forms, as they occur after "could not be" or "unable to". */
const adding = `${added}|add|grant|assign|insert|give|join|set|created?`;
const removing = `${removed}|remove|delete|revoke|withdraw|unassign|drop|unlink|clear|take (?:away|out|off|from)`;

const renaming = "renamed?|changed?|updated?|called|named";
const setting = "updated?|set|changed?|saved?|stored?|applied|apply";

/** Says that a change was made. */
export const MADE = {
  add: new RegExp(`\\b(?:${added})\\b`, "u"),
  remove: new RegExp(`\\b(?:${removed})\\b`, "u"),
  rename: /\b(?:renamed|changed|updated|(?:is|was) now|now (?:called|named))\b/u,
  set: /\b(?:updated|set|changed|saved|stored|applied|(?:is|was) now)\b/u,
} as const;

const auxiliary = "(?:(?:could|can|would|will|did|do|does|was|were|is|are|has|have|had) )?";

function unmade(verbs: string): RegExp {
  const denial = `${auxiliary}(?:not|never)(?: (?:yet|be|been|being|successfully))*`;
  const inability = "(?:was |is )?unable to(?: be)?|failed to(?: be)?|failed";
  const noun = "(?:removal|removing|addition|adding|change)(?: of [^,]*)? failed";
  return new RegExp(`\\b(?:(?:${denial}|${inability}) (?:${verbs})|${noun})\\b`, "gu");
}

/** Says that a change was not made; the reason may follow. */
export const UNMADE = {
  add: unmade(adding),
  remove: unmade(removing),
  rename: unmade(renaming),
  set: unmade(setting),
} as const;

/** The word with which a text begins that reports a failure and then says why. */
export const LABEL = /^(?:errors?|err|fail(?:ed|ure)?|warning|exception)(?: ,|(?= \d))/u;

/** An entry of a table that is there twice, or is missing. */
export const ENTRY = /\bduplicate (?:entry|key)\b|\bno (?:such |matching )?(?:entry|row|record)\b/u;

/** The literally known texts of successes, up to the name of the user group. Field notes, users 1. */
export const SURE = {
  add: /^(?:user\b|@u).*\badded to (?:group|@g)|^added (?:\S+ permission|@p)/u,
  remove: /^(?:user\b|@u).*\bremoved from (?:group|@g)|^removed (?:\S+ permission|@p)/u,
  rename: /^(?:user\b|@u).*\bsuccessfully renamed to\b/u,
  set: /^[^,]*\bupdated to\b.*\bfor (?:user\b|@u)/u,
} as const;

/** Mentions denied rights, invalid input or a failure. */
export const TROUBLE = new RegExp(
  [
    "den(?:y|ies|ied)|forbid\\w*|disallow\\w*|prohibit\\w*|unauthori[sz]ed|insufficient|access|rights?|privileges?",
    "not (?:be |been )?(?:allowed|permitted|authori[sz]ed|entitled|enabled|supported|valid|possible|implemented|ready)",
    "not (?:be |been )?(?:available|reachable|responding|writable|licensed|logged|active|accepted)",
    "permissions? to (?!@)|you|your|token|session|login|credentials?|caller|licen[sc]ed?",
    "invalid|illegal|malformed|wrong|bad|syntax|incorrect|must|should|needs?|requir\\w*|unsupported|mismatch",
    "errors?|fail\\w*|exception|time[ds]? ?out|timeout|unexpected|crash\\w*|corrupt\\w*|abort\\w*|problem",
    "disk|full|lock(?:ed)?|read-?only|busy|unavailable|internal|database|server|unreachable|connection|network",
    "again|later|retry|refus\\w*|reject\\w*|limit|quota|exceed\\w*|maximum|protected|built-?in|system",
    "expired|suspended|disabled|conflict|in use|in progress|pending|roll(?:ed)? ?back",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "u",
);

/** Says that a user lacks a permission: that may be the caller, because only user groups have permissions. */
export const CALLER = /(?:\buser|@u)\b[^,]*\b(?:no|not|never|lacks?|without)\b[^,]*(?:permission|@p)/u;

const determiners = "(?: (?:the|this|that|a|an|any|such|own))*";
const thing = "(?:@[ugpn]|it\\b|members?\\b|membership\\b|(?<=(?:the|this|that|such) )permission\\b)";
const not = "(?:not|no longer|never)(?: (?:a|an|the|been|be|was|were|had|even|yet|currently|actually|directly|now))*";
const states = "in|on|part of|within|inside|among|there|here|present|granted|assigned|found|held|contained|included";
const having = "(?:have|has|had|holds?|contains?|includes?)";

/** Says that the object of a removal does not exist, or that its user or user group does not. */
export const ABSENT = new RegExp(
  [
    `\\b${not} (?:direct )?member\\b`,
    `\\b${not} (?:${states}|exist|exists|existing|belong|belongs|belonging)\\b`,
    `\\bnever (?:been )?(?:${added})\\b`,
    `@p (?:\\w+ )?${not} (?:given|set)\\b`,
    `\\b${not} ${having}${determiners} ${thing}`,
    `\\b${having} (?:no|not|never|no longer)${determiners} ${thing}`,
    `\\b(?:lacks?|lacked)${determiners} ${thing}`,
    "\\bno (?:such|corresponding|matching|existing) (?:user|group|member|membership|permission|entry|account)\\b",
    "\\bno (?:such |corresponding |matching |existing )?(?:@[ugpn]|membership\\b|member\\b|entry\\b)",
    "\\bunknown (?:user\\b|group\\b|member\\b|@[ug])",
    `\\balready (?:been )?(?:${removed}|gone|absent|missing)\\b|\\b(?:${removed}|gone|absent|missing) already\\b`,
    "\\b(?:is|are|was|were|has|have) (?:gone|absent)\\b|@[ugp] (?:is |was )?missing\\b",
    `\\bnothing to (?:${removing}|do|change)\\b|\\bnothing (?:was )?matched\\b|\\bnone matched\\b|\\b0 matched\\b`,
    `\\b(?:not|unable to) find${determiners} (?:${thing}|user\\b|group\\b)`,
  ].join("|"),
  "u",
);

/** Says that the object of an addition exists. */
export const PRESENT = new RegExp(
  [
    "\\balready\\b|\\bexists?\\b|\\bduplicate\\b",
    "\\b(?:is|are) (?:now )?(?:a )?(?:member|in|part of|granted|assigned|present|there)\\b",
    `\\b${having}${determiners} @[ugpn]|\\b${having} (?:this|that) permission\\b`,
  ].join("|"),
  "u",
);

/** Says that a name belongs to another object. */
export const TAKEN = new RegExp(
  [
    "\\balready (?:been )?(?:exists?|there|present|registered|defined|created|known|used|in use|taken|has|assigned)\\b",
    "\\b(?:exists?|there|present|registered|defined|created|used|taken) already\\b|\\bexists\\b|\\bdoes exist\\b",
    "\\b(?:is|are|was|been|be|name|@[ugn]) (?:in use|used|taken|occupied|duplicated?)\\b|\\balready a (?:user|group)\\b",
    "\\b(?:duplicate|not unique|non-unique|be unique|uniqueness|unique (?:constraint|key|index|name)|name (?:clash|collision))\\b",
    "\\bname conflict\\b|\\bno two (?:users?|groups?)\\b",
  ].join("|"),
  "u",
);
/** Negates what {@link TAKEN} matches, or shows that it is not about the name. */
export const NOT_TAKEN = new RegExp(
  [
    "\\b(?:no longer|not|never|nothing|none|nobody)(?: \\w+){0,2} (?:exists?|in use|used|taken|duplicated?|present|there)\\b",
    "\\b(?:den(?:y|ies|ied)|forbid\\w*|permissions?|rights?|privileges?|not allowed|unauthori[sz]ed|licen\\w*|quota|limits?)\\b",
    "\\b(?:sessions?|passwords?|pass|e-?mails?|templates?|maximum|seats?|tokens?|directory|if|unless|whether)\\b",
  ].join("|"),
  "u",
);

/** The number of deleted objects, in a text about one deletion. */
export const COUNT =
  /(?:^|[\s(:=])(\d+)\s+(?:(?:users?|groups?|accounts?|entry|entries|rows?|records?|objects?)\s+)?(?:match(?:ed|es)?|deleted|removed|found)\b|\b(?:matched|matches|deleted|removed|count)\s*[:=]\s*(\d+)\b|\b(?:deleted|removed) (\d+) (?:users?|groups?|accounts?|entry|entries|rows?|records?|objects?)\b/gu;

/** Says what prevents an addition. */
export const OBSTACLE =
  /\b(?:no such|unknown|(?:does|do|did) not exist|not (?:be )?found|not (?:a|an)|can not (?:add|be added))\b/u;

export const NEGATION = /\b(?:not|no|never|none|nothing|nobody|neither|nor|without|unable|lacks?|lacked|missing|0)\b/u;
/** Mentions what may happen, not what happened. */
export const SUPPOSED = /\b(?:will|would|can|could|may|might|if|to be|before|unless|until)\b/u;

/** Words that must not be read as a name if a text mentions something that was not sent, e.g. "user directory". */
export const COMPOUND =
  /^(?:table|directory|service|policy|file|store|backend|type|field|list|cache|record|index|profile|names?|ids?|data|manager|management|api|interface|module|object|schema|settings?|quota|preferences?|password)$/u;

const vocabulary = `the this that these those a an any such its their own it they them he she there here
  is was were are be been being has have had having does do did will would can could not no never nothing none
  longer yet even currently actually presently previously directly explicitly already now anymore more anyway so
  member members membership memberships user users group groups permission permissions account accounts
  in of from to on for at with within inside among by under and or but as since because which part off
  find found exist exists existed existing present hold holds held contain contains contained include includes included
  belong belongs belonging direct lack lacks lacked missing absent gone away out take taken give set unable
  add added adding grant granted assign assigned insert inserted given join joined create created
  remove removed removing removal delete deleted deleting revoke revoked withdraw withdrawn unassign unassigned drop
  dropped unlink unlinked clear cleared successfully success ok skipped ignored do done change changed changes
  renamed rename renaming called named name names set updated update saved save stored store applied apply value
  preference preferences warning note notice info matched match unknown duplicate entry corresponding matching 0 once first earlier`;

/** Every word that may occur in a text that is understood. */
export const VOCABULARY: ReadonlySet<string> = new Set(vocabulary.split(/\s+/u));

const grammar = `the this that a an any such it there here is was were are be been has have had does do did will would can
  could cannot not no never nothing none longer yet already now in of from to on for at with by and or but as since
  because unable`;
/** Words of the language itself: a name that consists only of these can be read in two ways. */
export const GRAMMAR: ReadonlySet<string> = new Set(grammar.split(/\s+/u));
