import { isObject } from "./json";
import { flagForms } from "./replicator/show-entities";
import { replicatorSwitchSpace } from "./replicator/switches";
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

/** A clue that is in the body of an answer. */
export function inBody<Position>(
  action: Clue<Position>["action"],
  positionOf: (body: unknown) => Position | undefined,
): Clue<Position> {
  return { action, positionOf: ({ body }) => positionOf(body) };
}

/** A clue that is in one of the records of an answer; the first one that reveals a position counts. */
function inRecords<Position>(
  action: string,
  positionOf: (record: Json) => Position | undefined,
  of: (body: unknown) => readonly Json[] = recordsOf,
): Clue<Position> {
  return inBody(action, (body) => some(of(body), positionOf));
}

const TREE = "ipgroups/loadTreeRootFast";
const RULES = "ipgroups/loadRules";
const REPORT = "report_api/get";

const ofGateway: Clues = {
  extraFields: inRecords(TREE, (group) => (Object.keys(group).length > 2 ? "some" : "none")),
  idType: {
    action: RULES,
    positionOf: ({ body }, answerTo) => {
      const group = recordsOf(answerTo(TREE)?.body)[0]?.["fc_id"];
      const rule = recordsOf(body)[0]?.["rule_id"];
      if (group === undefined || rule === undefined) return undefined;
      if (typeof group !== typeof rule) return "documented";
      return typeof group === "string" ? "string" : "number";
    },
  },
  rulesShape: inBody(RULES, (body) => memberOf(body, ["results", "rules", "rows"])),
  networkMaskOnRead: inRecords(RULES, ({ type, mask }) =>
    type === "network" ? (String(mask).includes(".") ? "dotted" : "prefix") : undefined,
  ),
  ipRuleFieldOnRead: inRecords(RULES, (rule) =>
    rule["type"] === "ip" ? ("address" in rule ? "address" : "sip") : undefined,
  ),
  searchShape: inBody("ipgroups/search", (body) => memberOf(body, ["results", "rows"])),
  totalRowCountType: inBody(REPORT, (body) =>
    typeof tableOf(body)?.["totalRowCount"] === "string" ? "string" : "number",
  ),
  rankColumn: inRecords(REPORT, (column) => !("elementName" in column), columnsOf),
  columnFormat: inRecords(REPORT, ({ format }) => (typeof format === "string" ? "text" : "object"), columnsOf),
  graphUnasked: inBody(REPORT, (body) => graphForm(objectOf(objectOf(body)["report"]))),
  groupListShape: inBody(TREE, groupForm),
  envelope: { action: TREE, positionOf: ({ envelope = "none" }) => envelope },
  contentType: {
    action: TREE,
    positionOf: ({ headers: { "content-type": type = "none" } }) =>
      (["json", "html", "plain", "none"] as const).find((word) => type.split(";")[0]?.endsWith(word)),
  },
};

const ofReplicator: Clues = {
  release: inBody("/version", (body) => {
    const release = /\b(18|19)\b/u.exec(String(objectOf(body)["build"]))?.[1];
    return release === undefined ? undefined : release === "18" ? 18 : 19;
  }),
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
  configLines: inBody("/show/config", (body) =>
    some(Object.values(objectOf(objectOf(body)["api"])).flatMap(textsOf), lineForm),
  ),
  collectorKey: inBody("/show/collectors/[filter]", (body) =>
    "collectors" in objectOf(body) ? "collectors" : "collector",
  ),
  showFields: inRecords("/show/profile/[filter]", (profile) => ("listening_port" in profile ? "analogous" : "other")),
  flagForm: inRecords("/show/settings/[filter]", ({ enabled }) =>
    replicatorSwitchSpace.flagForm.find((form) => flagForms[form].includes(enabled)),
  ),
  showShape: inBody("/show/profile/[filter]", (body) => {
    if (Array.isArray(body)) return "bareList";
    const [first] = Object.values(objectOf(body));
    if (Array.isArray(first)) return "keyedList";
    return "singularity" in objectOf(first) ? "bareMap" : "keyed";
  }),
};

/** Positions that recorded answers to reads reveal, by switch. */
export const clues: Clues = { ...ofGateway, ...ofReplicator };

function lineForm(line: string): Switches["configLines"] | undefined {
  if (/^https?:/iu.test(line)) return "urls";
  if (/^[A-Z]+ \//u.test(line)) return "method";
  if (/^api\//u.test(line)) return "noSlash";
  if (/^\/API\//u.test(line)) return "upperCase";
  if (/^\/api\/.*[\s/]$/u.test(line)) return "trailing";
  return line.startsWith("/api/") ? "paths" : undefined;
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
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** The records of a list, or of the list or map that is a member of the answer. */
function recordsOf(body: unknown): readonly Json[] {
  if (Array.isArray(body)) return listOf(body);
  for (const value of Object.values(objectOf(body))) {
    if (Array.isArray(value)) return listOf(value);
    if (isObject(value)) return Object.values(value).map(objectOf);
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

function columnsOf(body: unknown): readonly Json[] {
  return listOf(tableOf(body)?.["columns"]);
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The first position that one of these items reveals. */
function some<Item, Position>(
  items: readonly Item[],
  positionOf: (item: Item) => Position | undefined,
): Position | undefined {
  return items.map(positionOf).find((position) => position !== undefined);
}
