import { jsonOf } from "../../../lib/output/json";
import type { ApplianceKind, HttpReply } from "../../../provider/client";
import type { OpenPoint } from "./finding";
import type { Observer } from "./observer";

type Json = Readonly<Record<string, unknown>>;

/** Determines from one answer a point that the API documents leave open. Undefined if the answer does not reveal it. */
interface Point {
  readonly point: string;
  readonly action: string;
  readonly answer: (json: unknown, reply: HttpReply) => string | undefined;
}

type Answer = Point["answer"];

const fields: Answer = (json) => fieldsOf(recordsIn(json));
const kindOfIn =
  (name: RegExp): Answer =>
  (json) =>
    kindOfField(json, name);

/** Points of one action, by what they are about. */
function of(action: string, answers: Readonly<Record<string, Answer>>): Point[] {
  return Object.entries(answers).map(([point, answer]) => ({ point, action, answer }));
}

const framing: Readonly<Record<string, Answer>> = {
  "content type": (_, { headers }) => one(headers["content-type"]),
  "members of an answer": members,
};

const gatewayPoints: readonly Point[] = [
  ...of("ipgroups/loadTreeRootFast", {
    ...framing,
    "fields of an IP group": fields,
    "ids of IP groups": kindOfIn(/^(?:fc_)?id$/iu),
  }),
  ...of("ipgroups/loadRules", { "members of loadRules": members, "fields of a rule": fields }),
  ...of("ipgroups/search", { "members of search": members }),
  ...of("report_api/get", { "number of report rows": kindOfIn(/^totalRowCount$/iu) }),
];

const shown = { collectors: "a collector", profile: "a profile", exporters: "an exporter", settings: "a setting" };
const replicatorPoints: readonly Point[] = [
  ...of("/show/config", { ...framing, "a line of show/config": lineForm }),
  ...Object.entries(shown).flatMap(([entity, one]) =>
    of(`/show/${entity}/[filter]`, { [`members of show/${entity}`]: members, [`fields of ${one}`]: fields }),
  ),
];

const points: Readonly<Record<ApplianceKind, readonly Point[]>> = {
  gateway: gatewayPoints,
  replicator: replicatorPoints,
};

/** The open points of the API documents, as far as the recorded answers reveal them. */
export function openPointsOf(about: ApplianceKind, observer: Observer): OpenPoint[] {
  return points[about].flatMap(({ point, action, answer }) => {
    const reply = observer.answerTo(action);
    const text = reply === undefined ? undefined : answer(jsonOf(reply.text), reply);
    return text === undefined ? [] : [{ about, point, answer: text }];
  });
}

function members(json: unknown): string | undefined {
  return isObject(json) ? keysOf(json) : kindOf(json);
}

function lineForm(json: unknown): string | undefined {
  const [line] = textsIn(json);
  if (line === undefined) return undefined;
  if (/^https?:/iu.test(line)) return "URL";
  return /^\/api\//u.test(line) ? "path from /api/" : "another text";
}

/** The first list or map of objects in an answer. */
function recordsIn(json: unknown): readonly Json[] {
  const values = Array.isArray(json) ? json : isObject(json) ? Object.values(json) : [];
  const records = values.filter(isObject);
  if (records.length > 0 && records.every((record) => !Object.values(record).every(isNested))) return records;
  for (const value of values) {
    const below = recordsIn(value);
    if (below.length > 0) return below;
  }
  return [];
}

function fieldsOf(records: readonly Json[]): string | undefined {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return names.size === 0 ? undefined : [...names].sort().join(", ");
}

function kindOfField(json: unknown, name: RegExp): string | undefined {
  if (Array.isArray(json)) return first(json.map((value) => kindOfField(value, name)));
  if (!isObject(json)) return undefined;
  const found = Object.entries(json).find(([key]) => name.test(key));
  return found === undefined ? first(Object.values(json).map((value) => kindOfField(value, name))) : kindOf(found[1]);
}

function textsIn(json: unknown): string[] {
  if (typeof json === "string") return [json];
  if (Array.isArray(json)) return json.flatMap(textsIn);
  return isObject(json) ? Object.values(json).flatMap(textsIn) : [];
}

function keysOf(json: Json): string {
  const keys = Object.keys(json);
  return keys.length === 0 ? "none" : keys.slice(0, 8).join(", ");
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "list" : isObject(value) ? "object" : typeof value === "string" ? "text" : typeof value;
}

function first<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isObject(value: unknown): value is Json {
  return isNested(value) && !Array.isArray(value);
}
