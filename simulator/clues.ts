import type { Switches } from "./switches";

/** A recorded answer of a box. */
export interface Recorded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body without its envelope. */
  readonly body?: unknown;
  readonly envelope?: Switches["envelope"];
}

/** Derives the position of a switch from an answer. Undefined if the answer does not show it. */
interface Clue<Position> {
  readonly action: string | RegExp;
  readonly positionOf: (answer: Recorded, answerTo: (action: string) => Recorded | undefined) => Position | undefined;
}

export type Clues = { readonly [Name in keyof Switches]?: Clue<Switches[Name]> };

const TREE = "ipgroups/loadTreeRootFast";
const RULES = "ipgroups/loadRules";
const SEARCH = "ipgroups/search";
const REPORT = "report_api/get";

const ofGateway: Clues = {
  extraFields: {
    action: TREE,
    positionOf: ({ body }) => some(recordsOf(body), (group) => (Object.keys(group).length > 2 ? "some" : "none")),
  },
  idType: {
    action: RULES,
    positionOf: ({ body }, answerTo) => {
      const ids = [recordsOf(answerTo(TREE)?.body)[0]?.["fc_id"], recordsOf(body)[0]?.["rule_id"]].map(
        (id) => typeof id,
      );
      if (ids.includes("undefined")) return undefined;
      return ids[0] === ids[1] ? (ids[0] === "string" ? "string" : "number") : "documented";
    },
  },
  rulesShape: { action: RULES, positionOf: ({ body }) => memberOf(body, ["results", "rules", "rows"]) },
  networkMaskOnRead: {
    action: RULES,
    positionOf: ({ body }) =>
      some(recordsOf(body), ({ type, mask }) =>
        type === "network" ? (String(mask).includes(".") ? "dotted" : "prefix") : undefined,
      ),
  },
  ipRuleFieldOnRead: {
    action: RULES,
    positionOf: ({ body }) =>
      some(recordsOf(body), (rule) => (rule["type"] === "ip" ? ("address" in rule ? "address" : "sip") : undefined)),
  },
  searchShape: { action: SEARCH, positionOf: ({ body }) => memberOf(body, ["results", "rows"]) },
  totalRowCountType: {
    action: REPORT,
    positionOf: ({ body }) => (typeof tableOf(body)?.["totalRowCount"] === "string" ? "string" : "number"),
  },
  rankColumn: {
    action: REPORT,
    positionOf: ({ body }) => some(listOf(tableOf(body)?.["columns"]), (column) => !("elementName" in column)),
  },
  columnFormat: {
    action: REPORT,
    positionOf: ({ body }) =>
      some(listOf(tableOf(body)?.["columns"]), ({ format }) => (typeof format === "string" ? "text" : "object")),
  },
  graphUnasked: { action: REPORT, positionOf: ({ body }) => graphForm(objectOf(objectOf(body)["report"])) },
  groupListShape: { action: TREE, positionOf: ({ body }) => groupForm(body) },
  envelope: { action: TREE, positionOf: ({ envelope = "none" }) => envelope },
  contentType: {
    action: TREE,
    positionOf: ({ headers: { "content-type": type = "none" } }) =>
      (["json", "html", "plain", "none"] as const).find((word) => type.split(";")[0]?.endsWith(word)),
  },
};

const ofReplicator: Clues = {
  release: {
    action: "/version",
    positionOf: ({ body }) => {
      const release = /\b(18|19)\b/u.exec(String(objectOf(body)["build"]))?.[1];
      return release === undefined ? undefined : release === "18" ? 18 : 19;
    },
  },
  sessionCarrier: {
    action: "/login/",
    positionOf: ({ headers }) => {
      if (headers["set-cookie"] !== undefined) return "cookie";
      return Object.values(headers).includes("removed") ? "header" : "sourceAddress";
    },
  },
  sessionCookies: {
    action: "/login/",
    positionOf: ({ headers: { "set-cookie": cookies } }) =>
      cookies === undefined ? undefined : cookies.includes(", ") ? "two" : "one",
  },
  configLines: {
    action: "/show/config",
    positionOf: ({ body }) => some(Object.values(objectOf(objectOf(body)["api"])).flatMap(textsOf), lineForm),
  },
  collectorKey: {
    action: "/show/collectors/[filter]",
    positionOf: ({ body }) => ("collectors" in objectOf(body) ? "collectors" : "collector"),
  },
  showFields: {
    action: "/show/profile/[filter]",
    positionOf: ({ body }) => some(recordsOf(body), (profile) => ("listening_port" in profile ? "analogous" : "other")),
  },
  flagForm: {
    action: "/show/settings/[filter]",
    positionOf: ({ body }) => some(recordsOf(body), ({ enabled }) => formOfFlag(enabled)),
  },
  showShape: {
    action: "/show/profile/[filter]",
    positionOf: ({ body }) => {
      if (Array.isArray(body)) return "bareList";
      const [first] = Object.values(objectOf(body));
      if (Array.isArray(first)) return "keyedList";
      return "singularity" in objectOf(first) ? "bareMap" : "keyed";
    },
  },
};

/**
 * Positions that recorded answers to reads reveal, by switch.
 */
export const clues: Clues = { ...ofGateway, ...ofReplicator };

function lineForm(line: string): Switches["configLines"] | undefined {
  if (/^https?:/iu.test(line)) return "urls";
  if (/^[A-Z]+ \//u.test(line)) return "method";
  if (/^api\//u.test(line)) return "noSlash";
  if (/^\/API\//u.test(line)) return "upperCase";
  if (/^\/api\/.*[\s/]$/u.test(line)) return "trailing";
  return line.startsWith("/api/") ? "paths" : undefined;
}

function formOfFlag(flag: unknown): Switches["flagForm"] | undefined {
  if (typeof flag === "boolean") return "boolean";
  if (typeof flag === "number") return "number";
  const forms = { word: ["on", "off"], letter: ["t", "f"], yesNo: ["yes", "no"], enabled: ["enabled", "disabled"] };
  return (Object.keys(forms) as (keyof typeof forms)[]).find((form) => forms[form].includes(String(flag)));
}

/** The key of an answer's only member, if the answer is an envelope. */
export function envelopeOf(body: unknown): Switches["envelope"] {
  const [key, ...others] = Object.keys(objectOf(body));
  return others.length > 0 ? "none" : ((["data", "result", "response"] as const).find((one) => one === key) ?? "none");
}

function graphForm(report: Json): Switches["graphUnasked"] {
  const { graph } = report;
  if (!("graph" in report)) return "absent";
  if (graph === null) return "null";
  if (Array.isArray(graph)) return "list";
  return Object.keys(objectOf(graph)).length === 0 ? "empty" : "pie";
}

function groupForm(body: unknown): Switches["groupListShape"] | undefined {
  if ("columns" in objectOf(body)) return "columns";
  const list = listIn(body);
  if (!Array.isArray(list)) return Object.keys(objectOf(list)).length > 0 ? "map" : undefined;
  const groups: readonly unknown[] = list;
  if (Array.isArray(groups[0])) return "cells";
  return some(listOf(list), (group) => ("fc_id" in group ? "objects" : "id" in group ? "idName" : undefined));
}

/** The groups of an answer, in whichever form it lists them. */
function listIn(body: unknown): unknown {
  return Array.isArray(body) ? body : objectOf(body)["results"];
}

type Json = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** The records of a list, or of the list or map that is a member of the answer. */
function recordsOf(body: unknown): readonly Json[] {
  if (Array.isArray(body)) return listOf(body);
  for (const value of Object.values(objectOf(body))) {
    if (Array.isArray(value)) return listOf(value);
    if (typeof value === "object" && value !== null) return Object.values(value).map(objectOf);
  }
  return [];
}

function memberOf<Word extends string>(body: unknown, words: readonly Word[]): Word | "array" | undefined {
  if (Array.isArray(body)) return "array";
  return words.find((word) => word in objectOf(body));
}

function tableOf(body: unknown): Json | undefined {
  return listOf(Object.values(objectOf(objectOf(objectOf(body)["report"])["table"])))[0];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The first position that one of these items reveals. */
function some<Item, Position>(
  items: readonly Item[],
  positionOf: (item: Item) => Position | undefined,
): Position | undefined {
  for (const item of items) {
    const position = positionOf(item);
    if (position !== undefined) return position;
  }
  return undefined;
}
