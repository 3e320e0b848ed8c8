import { z } from "zod";
import { baseOf } from "../http/options";
import { JsonError, parseJson } from "../http/json";
import { Refusal } from "../errors/refusal";
import { byKey } from "../values/collections";
import type { RequestSpec } from "../http/request";

/** The only format that this version reads and writes. */
export const FORMAT = 1;

const text = z.string().min(1);

function isBaseUrl(url: string): boolean {
  try {
    baseOf(url);
    return true;
  } catch {
    // The reason is meant for a person who mistyped a URL. Here an invalid URL only shows that the file was changed.
    return false;
  }
}

const answer = z.strictObject({
  action: text,
  fields: z.record(z.string(), z.string()),
  status: z.number().int().min(200).max(599),
  /** Content type. */
  type: z.string().optional(),
  /** The body, if it is JSON. */
  json: z.unknown().optional(),
  /** The original body, if it is not JSON. */
  text: z.string().optional(),
});

const appliance = z.strictObject({
  kind: z.enum(["gateway", "replicator"]),
  /** Base URL, which never holds a credential. */
  url: text.refine(isBaseUrl),
  recorded: z.iso.datetime(),
  /** The field in which this gateway expects the group for `loadRules`, if an answer has shown it. */
  rulesField: z.enum(["fc_id", "id", "json"]).optional(),
  answers: z.array(answer),
});

const file = z.strictObject({
  snapshot: z.literal("flowgate"),
  format: z.literal(FORMAT),
  /** Version of this package that wrote the file. */
  version: z.string().regex(/^[\w.+-]{1,100}$/u),
  appliances: z.array(appliance),
});

/** One answer of an appliance, without any data about the client. */
export type RecordedAnswer = z.output<typeof answer>;
/** All recorded answers of one appliance. */
export type RecordedAppliance = z.output<typeof appliance>;
/** The content of a file that `flowgate snapshot` writes. */
export type SnapshotFile = z.output<typeof file>;

/** Parses the text of a snapshot file. Throws a {@link Refusal} for anything else. */
export function snapshotIn(content: string, path: string): SnapshotFile {
  const value = jsonIn(content, path);
  const { snapshot, format } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (snapshot !== "flowgate") throw new Refusal(`${path} is not a file that flowgate snapshot wrote.`);
  if (format !== FORMAT) {
    throw new Refusal(
      `${path} has format ${JSON.stringify(format)}, and this version of pulumi-flowgate reads format ${String(FORMAT)}. ` +
        "Record it again: flowgate snapshot",
    );
  }
  const parsed = file.safeParse(value);
  if (parsed.success) {
    refuseFuture(parsed.data, path);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? "" : ` at ${["$", ...issue.path.map(String)].join(".")}`;
  throw new Refusal(`${path} was changed after it was recorded, and cannot be read${place}. Record it again.`);
}

/** How far the clock of the computer that recorded a snapshot may be ahead. */
const MOST_AHEAD_MS = 5 * 60_000;

/** Refuses a time of recording in the future: the age of the answers would not be known. */
function refuseFuture({ appliances }: SnapshotFile, path: string): void {
  const ahead = appliances.find(({ recorded }) => Date.parse(recorded) > Date.now() + MOST_AHEAD_MS);
  if (ahead === undefined) return;
  throw new Refusal(
    `${path} says that the ${ahead.kind} ${ahead.url} was recorded at ${ahead.recorded}, which is in the future. Check ` +
      "the clock of this computer, or record it again: flowgate snapshot",
  );
}

function jsonIn(content: string, path: string): unknown {
  try {
    return parseJson(content);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new Refusal(`${path} ${error.message}, so it is not a file that flowgate snapshot wrote.`, {
      cause: error,
    });
  }
}

/** The text of a file: appliances and answers in an order that does not depend on when they were recorded. */
export function snapshotText({ appliances, ...head }: SnapshotFile): string {
  const sorted = appliances.map((one) => [`${one.kind} ${one.url}`, one] as const).sort(byKey);
  return `${JSON.stringify({ ...head, appliances: sorted.map(([, one]) => one) }, undefined, 1)}\n`;
}

/** What a request asks, regardless of credentials and encoding. */
export interface Question {
  /** Action or path template. */
  readonly action: string;
  /** Form fields of the gateway, or the path of the replicator. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Fields of the gateway that identify the client, or repeat the action. */
const leftOut = ["authToken", "rm", "action"];

/**
 * The question of a request. Only for requests that read: their paths and fields contain no credential except the
 * token.
 */
export function questionOf({ action, path, body }: RequestSpec): Question {
  if (typeof body !== "object") return { action, fields: { path } };
  const fields = [...body].flatMap(([name, value]) =>
    leftOut.includes(name) || typeof value !== "string" ? [] : [[name, value] as const],
  );
  return { action, fields: Object.fromEntries(fields.sort(byKey)) };
}

/** The same text for equal questions. */
export function keyOf({ action, fields }: Question): string {
  const sorted = Object.entries(fields).sort(byKey);
  return JSON.stringify([action, ...sorted]);
}

/** A question that `flowgate snapshot` asks only with an option. */
export interface ExtraQuestion {
  readonly option: "search" | "address" | "filter";
  readonly value: string;
}

/** The option with which `flowgate snapshot` asks a question; undefined if it always asks it, or never. */
export function extraOf({ action, fields }: Question): ExtraQuestion | undefined {
  const { path = "", name } = fields;
  const last = decodeURIComponent(path.split("/").at(-1) ?? "");
  if (action === "ipgroups/search" && name !== undefined) return { option: "search", value: name };
  if (action === "/dnscheck/[ip]") return { option: "address", value: last };
  return action.endsWith("[filter]") && last !== "0" ? { option: "filter", value: last } : undefined;
}
