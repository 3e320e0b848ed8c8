/**
 * The wordings in which an appliance may report on a change: the one table for both appliances. Texts about users are
 * as `tokens.ts` converts them: in lower case, without names. A named thing is one token: `@u` a user, `@g` a user
 * group, `@p` a permission, `@n` a name of unknown kind, and a comma represents any punctuation. "permission" without a
 * name is no token, because "has no permission" may mean the rights of the caller.
 */

/** What a change of a link requests: that the link exists, or that it does not. */
export type Direction = "add" | "remove";
/** What a request to the gateway asks for; `find` asks whether a user exists. */
export type Action = Direction | "create" | "delete" | "rename" | "set" | "find";
/** A command to the replicator, by what it does. */
export type Command = "to add" | "to remove" | "to enable" | "to disable" | "to do";

/**
 * *done*: the change was made. *already*: it was not needed, because what it asks for is the case; for a creation, the
 * name belongs to another object. *refused*: the appliance refused it, or failed. *unknown*: none of these for sure.
 */
export type Verdict = "done" | "already" | "refused" | "unknown";

/** How a form applies. */
interface Conditions {
  /** The whole text, the text without the words for the failure itself, or any clause of that. Default: the whole. */
  readonly in?: "whole" | "reason" | "clauses";
  /** It does not apply if the text matches this too. */
  readonly unless?: RegExp;
  /** It is the beginning of a text that may go on with names: `unless` is about that beginning. */
  readonly isStart?: true;
  /** It applies only if every other word of the text is in the vocabulary. */
  readonly isUnderstood?: true;
  /** It applies only if the text does not say that the change failed. */
  readonly isPositive?: true;
}

/** One form of wordings. */
export interface Form extends Conditions {
  readonly on: readonly (Action | Command)[];
  readonly pattern: RegExp;
  readonly verdict: Verdict;
  /** A field note, a section of the API document, or "assumed". */
  readonly source: string;
}

/** The verbs for each change: their past forms, and the forms that follow "could not" or "unable to". */
const verbs = {
  add: ["added|granted|assigned|inserted|given|joined", "add|grant|assign|insert|give|join|set|created?"],
  remove: [
    "removed|deleted|revoked|withdrawn|unassigned|dropped|unlinked|cleared|taken (?:away|out|off|from)",
    "remove|delete|revoke|withdraw|unassign|drop|unlink|clear|take (?:away|out|off|from)",
  ],
  rename: ["renamed|changed|updated|(?:is|was) now|now (?:called|named)", "rename|change|update|called|named"],
  set: ["updated|set|changed|saved|stored|applied|(?:is|was) now", "update|change|save|store|apply"],
  enable: ["enabled", "enables?|enabling"],
  disable: ["disabled", "disables?|disabling"],
} as const;
type Verb = keyof typeof verbs;

const verbOf: Readonly<Record<Action, Verb>> = {
  ...{ add: "add", create: "add", remove: "remove", delete: "remove", rename: "rename", find: "rename", set: "set" },
};

const words = (...alternatives: readonly string[]): RegExp => new RegExp(`\\b(?:${alternatives.join("|")})\\b`, "u");
const any = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join("|"), "u");
const either = (...patterns: readonly RegExp[]): RegExp => any(...patterns.map(({ source }) => source));
/** Says that a change was made. */
const made = (verb: Verb): RegExp => words(verbs[verb][0]);

const auxiliary = "(?:(?:could|can|would|will|did|do|does|was|were|is|are|has|have|had) )?";
const denial = `${auxiliary}(?:not|never)(?: (?:yet|be|been|being|successfully))*`;
const inability = "(?:was |is )?unable to(?: be)?|failed to(?: be)?|failed";
const noun = "(?:removal|removing|addition|adding|change)(?: of [^,]*)? failed";
/** Says that a change was not made; the reason may follow. */
export function unmade(action: Action): RegExp {
  const [past, other] = verbs[verbOf[action]];
  return new RegExp(`\\b(?:(?:${denial}|${inability}) (?:${past}|${other})|${noun})\\b`, "gu");
}

/** The word with which a text begins that reports a failure and then says why. */
export const LABEL = /^(?:errors?|err|fail(?:ed|ure)?|warning|exception)(?: ,|(?= \d))/u;

/** Mentions denied rights, invalid input or a failure. */
export const TROUBLE = words(
  "den(?:y|ies|ied)|forbid\\w*|disallow\\w*|prohibit\\w*|unauthori[sz]ed|insufficient|access|rights?|privileges?",
  "not (?:be |been )?(?:allowed|permitted|authori[sz]ed|entitled|enabled|supported|valid|possible|implemented|ready)",
  "not (?:be |been )?(?:available|reachable|responding|writable|licensed|logged|active|accepted)",
  "permissions? to (?!@)|you|your|token|session|login|credentials?|caller|licen[sc]ed?",
  "invalid|illegal|malformed|wrong|bad|syntax|incorrect|must|should|needs?|requir\\w*|unsupported|mismatch",
  "errors?|fail\\w*|exception|time[ds]? ?out|timeout|unexpected|crash\\w*|corrupt\\w*|abort\\w*|problem",
  "disk|full|lock(?:ed)?|read-?only|busy|unavailable|internal|database|server|unreachable|connection|network",
  "again|later|retry|refus\\w*|reject\\w*|limit|quota|exceed\\w*|maximum|protected|built-?in|system",
  "expired|suspended|disabled|conflict|in use|in progress|pending|roll(?:ed)? ?back",
);
/** Says that a user lacks a permission: that may be the caller, because only user groups have permissions. */
const CALLER = /(?:\buser|@u)\b[^,]*\b(?:no|not|never|lacks?|without)\b[^,]*(?:permission|@p)/u;
const NEGATION = words("no(?:t|ne|thing|body|r)?|never|neither|without|unable|lacks?|lacked|missing|0");
/** Mentions what may happen, not what happened. */
const SUPPOSED = words("will|would|can|could|may|might|if|to be|before|unless|until");

const determiners = "(?: (?:the|this|that|a|an|any|such|own))*";
const thing = "(?:@[ugpn]|it\\b|members?\\b|membership\\b|(?<=(?:the|this|that|such) )permission\\b)";
const not = "(?:not|no longer|never)(?: (?:a|an|the|been|be|was|were|had|even|yet|currently|actually|directly|now))*";
const states = "in|on|part of|within|inside|among|there|here|present|granted|assigned|found|held|contained|included";
const having = "(?:have|has|had|holds?|contains?|includes?)";
const removed = verbs.remove[0];

/** Says that the object of a removal does not exist, or that its user or user group does not. */
const ABSENT = any(
  `\\b${not} (?:direct )?member\\b`,
  `\\b${not} (?:${states}|exist|exists|existing|belong|belongs|belonging)\\b`,
  `\\bnever (?:been )?(?:${verbs.add[0]})\\b`,
  `@p (?:\\w+ )?${not} (?:given|set)\\b`,
  `\\b${not} ${having}${determiners} ${thing}`,
  `\\b${having} (?:no|not|never|no longer)${determiners} ${thing}`,
  `\\b(?:lacks?|lacked)${determiners} ${thing}`,
  "\\bno (?:such|corresponding|matching|existing) (?:user|group|member|membership|permission|entry|account)\\b",
  "\\bno (?:such |corresponding |matching |existing )?(?:@[ugpn]|membership\\b|member\\b|entry\\b)",
  "\\bunknown (?:user\\b|group\\b|member\\b|@[ug])",
  `\\balready (?:been )?(?:${removed}|gone|absent|missing)\\b|\\b(?:${removed}|gone|absent|missing) already\\b`,
  "\\b(?:is|are|was|were|has|have) (?:gone|absent)\\b|@[ugp] (?:is |was )?missing\\b",
  `\\bnothing to (?:${removed}|${verbs.remove[1]}|do|change)\\b|\\bnothing (?:was )?matched\\b|\\bnone matched\\b|\\b0 matched\\b`,
  `\\b(?:not|unable to) find${determiners} (?:${thing}|user\\b|group\\b)`,
);
/** Says that the object of an addition exists. */
const PRESENT = any(
  "\\balready\\b|\\bexists?\\b|\\bduplicate\\b",
  "\\b(?:is|are) (?:now )?(?:a )?(?:member|in|part of|granted|assigned|present|there)\\b",
  `\\b${having}${determiners} @[ugpn]|\\b${having} (?:this|that) permission\\b`,
);

/** Says that a name belongs to another object. */
const TAKEN = any(
  "\\balready (?:been )?(?:exists?|there|present|registered|defined|created|known|used|in use|taken|has|assigned)\\b",
  "\\b(?:exists?|there|present|registered|defined|created|used|taken) already\\b|\\bexists\\b|\\bdoes exist\\b",
  "\\b(?:is|are|was|been|be|name|@[ugn]) (?:in use|used|taken|occupied|duplicated?)\\b|\\balready a (?:user|group)\\b",
  "\\b(?:duplicate|not unique|non-unique|be unique|uniqueness|unique (?:constraint|key|index|name)|name (?:clash|collision))\\b",
  "\\bname conflict\\b|\\bno two (?:users?|groups?)\\b",
);
/** Negates what {@link TAKEN} matches, or shows that it is not about the name. */
const NOT_TAKEN = words(
  "(?:no(?:t|ne|thing|body| longer)|never)(?: \\w+){0,2} (?:exists?|in use|used|taken|duplicated?|present|there)",
  "den(?:y|ies|ied)|forbid\\w*|permissions?|rights?|privileges?|not allowed|unauthori[sz]ed|licen\\w*|quota|limits?",
  "sessions?|passwords?|pass|e-?mails?|templates?|maximum|seats?|tokens?|directory|if|unless|whether",
);

/** Says what prevents an addition. */
const OBSTACLE = words(
  "no such|unknown|(?:does|do|did) not exist|not (?:be )?found|not (?:a|an)|can not (?:add|be added)",
);

/** The number of deleted objects, in a text about one deletion. */
export const COUNT =
  /(?:^|[\s(:=])(\d+)\s+(?:(?:users?|groups?|accounts?|entry|entries|rows?|records?|objects?)\s+)?(?:match(?:ed|es)?|deleted|removed|found)\b|\b(?:matched|matches|deleted|removed|count)\s*[:=]\s*(\d+)\b|\b(?:deleted|removed) (\d+) (?:users?|groups?|accounts?|entry|entries|rows?|records?|objects?)\b/gu;

/** Says that what a command asks for was the case before. */
const EXISTS = words("already|exist(?:s|ed|ing)?|duplicate|taken|in use");
const EXISTS_NOT = /\b(?:not|no longer|never)(?: \w+)? (?:already|exist(?:s|ed|ing)?|duplicate|taken|in use)\b/u;

/** Says that a command was not carried out, or not as requested. */
const AGAINST = words(
  "no(?:t|ne|thing)?|never|without|unable|lacks?|missing",
  "un(?:known|changed|supported|authori[sz]ed)|can't|cannot|\\w+n't|err|errors?|erroneous|fail\\w*|refus\\w*|reject\\w*",
  "den(?:y|ied|ies)|forbidden|invalid|illegal|malformed|ignored|skipped|aborted|impossible|instead|only|secondary",
  "standby|read-only|expired|absent|warning|conflicts?",
);

const documented = "field notes, users 1";
const reported = "management gateway, user_api";
const success = "replication service, errors 2";
const assumed = "assumed";

function form(
  on: string,
  [verdict, source]: readonly [Verdict, string],
  pattern: RegExp,
  conditions: Conditions = {},
): Form {
  return { on: on.split(", ") as (Action | Command)[], verdict, source, pattern, ...conditions };
}

/** A text about something that was sent, which says that the change was made, in words that are understood. */
function plainly(on: string, verb: Verb, ...opposite: readonly RegExp[]): Form {
  const unless = either(NEGATION, SUPPOSED, ...opposite);
  return form(on, ["done", assumed], any(`^(?=.*@).*${made(verb).source}`), { unless, isUnderstood: true });
}

/** A command is doubtful if its text is about something else. */
function otherThan(on: Command, ...others: readonly Verb[]): Form {
  return form(on, ["refused", success], either(...others.map((verb) => words(...verbs[verb])), /\brenam/u));
}

const changes = ["add", "remove", "delete", "rename", "set"] as const;
const every = changes.join(", ");
const literally = { isStart: true, isPositive: true, unless: either(SUPPOSED, words("already")) } as const;
const counted = { isPositive: true } as const;
const notAbsent = { in: "clauses", unless: /\bnot absent\b|\bnot gone\b/u } as const;
const notPresent = { in: "clauses", unless: either(NEGATION, SUPPOSED, made("remove")) } as const;

/** The forms in order: the first that applies to a text decides. `@none`, `@some`, `@several`: what a deletion counts. */
export const forms: readonly Form[] = [
  form("add", ["done", documented], /^(?:user\b|@u).*\badded to (?:group|@g)|^added (?:\S+ permission|@p)/u, literally),
  form(
    "remove",
    ["done", documented],
    /^(?:user\b|@u).*\bremoved from (?:group|@g)|^removed (?:\S+ permission|@p)/u,
    literally,
  ),
  form("rename, find", ["done", documented], /^(?:user\b|@u).*\bsuccessfully renamed to\b/u, literally),
  form("set", ["done", documented], /^[^,]*\bupdated to\b.*\bfor (?:user\b|@u)/u, literally),
  form("create", ["already", documented], TAKEN, { unless: NOT_TAKEN }),
  form("create", ["refused", reported], /(?:)/u),
  form("find", ["already", assumed], ABSENT, { in: "reason", unless: either(CALLER, TROUBLE, notAbsent.unless) }),
  form("find", ["done", assumed], TAKEN, { unless: NOT_TAKEN }),
  form(every, ["refused", assumed], either(TROUBLE, CALLER), { in: "reason" }),
  form("delete", ["unknown", reported], /@several$/u, counted),
  form("delete", ["already", documented], /@none$/u, counted),
  form("delete", ["done", documented], /@some$/u, counted),
  form("remove, delete", ["already", assumed], ABSENT, { ...notAbsent, isUnderstood: true }),
  form("remove", ["already", assumed], /\bno (?:such |matching )?entry\b/u, notAbsent),
  form("add", ["already", assumed], PRESENT, { ...notPresent, isUnderstood: true }),
  form("add", ["already", assumed], /\bduplicate (?:entry|key)\b/u, notPresent),
  ...changes.map((on) => form(on, ["refused", reported], either(LABEL, unmade(on)))),
  form("add, rename, set", ["refused", assumed], OBSTACLE),
  form("rename", ["refused", assumed], TAKEN),
  plainly("add", "add", made("remove")),
  plainly("remove", "remove", made("add")),
  plainly("delete", "remove"),
  plainly("rename, find", "rename"),
  plainly("set", "set"),

  form("to remove", ["already", assumed], EXISTS),
  form("to add, to enable, to disable, to do", ["already", assumed], EXISTS, { unless: EXISTS_NOT }),
  form("to add, to remove, to enable, to disable, to do", ["refused", success], AGAINST),
  otherThan("to add", "remove", "disable"),
  otherThan("to remove", "add", "enable", "disable"),
  otherThan("to enable", "disable", "remove"),
  otherThan("to disable", "enable", "remove"),
];

/** Whether a refusal mentions that something exists or does not, so that it may mean that a link is as requested. */
export const EXISTENCE = words(
  "already|exist\\w*|duplicate|present|there|member\\w*|has|have|found|granted|assigned|in",
);

/** Words of the language itself: a name that consists only of these can be read in two ways. */
export const GRAMMAR: ReadonlySet<string> = new Set(
  `the this that a an any such it there here is was were are be been has have had does do did will would can could cannot
  not no never nothing none longer yet already now in of from to on for at with by and or but as since because unable`.split(
    /\s+/u,
  ),
);

const vocabulary = `these those its their own they them he she being having even currently actually presently previously
  directly explicitly anymore more anyway so member members membership memberships user users group groups permission
  permissions account accounts within inside among under which part off
  find found exist exists existed existing present hold holds held contain contains contained include includes included
  belong belongs belonging direct lack lacks lacked missing absent gone away out take taken
  adding create created removing removal deleting successfully success ok skipped ignored done
  renaming name names value preference preferences warning note notice info matched match unknown duplicate entry
  corresponding matching 0 once first earlier`;

/** Every word that may occur in a text that is understood. */
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...GRAMMAR,
  ...vocabulary.split(/\s+/u),
  ...[verbs.add, verbs.remove, verbs.rename, verbs.set].flat().flatMap((some) => some.split(/[^a-z]+/u)),
]);

/** Every form of the verbs, as a pattern. */
export const VERBS = [verbs.add, verbs.remove, verbs.rename, verbs.set].flat().join("|");

/** Words that must not be read as a name if a text mentions something that was not sent, e.g. "user directory". */
export const COMPOUND =
  /^(?:table|directory|service|policy|file|store|backend|type|field|list|cache|record|index|profile|names?|ids?|data|manager|management|api|interface|module|object|schema|settings?|quota|preferences?|password)$/u;
