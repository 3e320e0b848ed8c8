import type { RequestSpec } from "../http/request";

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
  return { action, fields: Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** The same text for equal questions. */
export function keyOf({ action, fields }: Question): string {
  const sorted = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
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
