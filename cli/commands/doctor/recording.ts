import { cleaned } from "../../../provider/values/secret";
import type { Observation } from "./observer";
import { jsonOf } from "../../../lib/output/json";
import { Pseudonyms } from "./pseudonyms";

/** One answer in a recording. `simulator/like` reads this form. */
interface RecordedAnswer {
  readonly appliance: string;
  readonly action: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as a value, or any other text. */
  readonly body: unknown;
  readonly milliseconds: number;
}

/** Headers that show how a box answers, and reveal nothing about the client. */
const plainHeaders = ["content-type", "retry-after", "allow", "connection"];
/** Maximum number of entries of a list or map to keep: further ones reveal nothing new. */
const MOST_ENTRIES = 50;
const MOST_TEXT = 2000;
/** Fields that identify something, whose digits are replaced too. */
const IDENTIFYING = /serial|machine|uuid|guid|mac$|phone|mail|hash|key$/iu;

/** The text of a recording: answers without credentials, with consistent pseudonyms for names and addresses. */
export function recordingText(seen: readonly Observation[], version: string): string {
  const names = new Pseudonyms();
  const answers = seen.map((one) => answerOf(one, names));
  return `${JSON.stringify({ recording: "flowgate doctor", format: 1, version, answers }, undefined, 2)}\n`;
}

function answerOf({ appliance, action, method, reply, milliseconds }: Observation, names: Pseudonyms): RecordedAnswer {
  const { status, headers, text } = reply;
  const json = jsonOf(text);
  const body = json === undefined ? nameless(text.slice(0, MOST_TEXT), names) : replaced(json, names, "");
  return { appliance, action, method, status, headers: headersOf(headers), body, milliseconds };
}

function nameless(text: string, names: Pseudonyms): string {
  return names.text(cleaned(text));
}

function headersOf(headers: Observation["reply"]["headers"]): Record<string, string> {
  const plain = plainHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, [value].flat().join(", ")] as const];
  });
  const cookies = [headers["set-cookie"] ?? []].flat().map((cookie) => `${cookie.split("=")[0] ?? ""}=removed`);
  const carriers = Object.keys(headers).filter((name) => /session|auth|token/iu.test(name));
  return Object.fromEntries([
    ...plain,
    ...(cookies.length === 0 ? [] : [["set-cookie", cookies.join(", ")] as const]),
    ...carriers.map((name) => [name, "removed"] as const),
  ]);
}

function replaced(value: unknown, names: Pseudonyms, key: string): unknown {
  if (typeof value === "string")
    return IDENTIFYING.test(key) ? names.identifier(cleaned(value)) : nameless(value, names);
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((one) => replaced(one, names, key));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  const isMap = entries.length > 0 && entries.every(([, one]) => typeof one === "object" && one !== null);
  return Object.fromEntries(
    entries.map(([name, one]) => [
      isMap || !isFieldName(name) ? nameless(name, names) : name,
      replaced(one, names, name),
    ]),
  );
}

/** Whether a key has the form of a field name. Keys of maps, such as addresses and names of profiles, have not. */
function isFieldName(key: string): boolean {
  return /^[a-z][\w ]*$/iu.test(key);
}
