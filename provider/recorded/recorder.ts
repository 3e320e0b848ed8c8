import { JsonError, parseJson } from "../http/json";
import type { HttpReply, Send } from "../http/request";
import { byKey } from "../values/collections";
import { withoutSecrets } from "../values/secret";
import { keyOf, questionOf, type RecordedAnswer, type Question } from "./format";

/** Matches names of fields and settings whose value is a credential. */
const SECRET_NAME = /passw|passphrase|secret|token|communit|credential|private.?key/iu;
const REMOVED = "[removed]";

/** Records what one appliance answers to requests that read. Logins, sessions and headers are never recorded. */
export class Recorder {
  readonly #answers = new Map<string, RecordedAnswer>();

  /** A layer around a transport. Records the last answer to a question: an earlier one was retried. */
  readonly layer = (inner: Send): Send => {
    return async (request) => {
      const reply = await inner(request);
      if (request.operation === "read") this.#keep(questionOf(request), reply);
      return reply;
    };
  };

  /** The answers, in an order that does not depend on when they arrived. */
  get answers(): RecordedAnswer[] {
    return [...this.#answers].sort(byKey).map(([, answer]) => answer);
  }

  #keep(question: Question, { status, headers, text }: HttpReply): void {
    const type = headers["content-type"];
    this.#answers.set(keyOf(question), {
      ...question,
      status,
      ...(typeof type === "string" ? { type: withoutSecrets(type) } : {}),
      ...bodyOf(text),
    });
  }
}

/** The recorded form of a body: JSON if the body is JSON, so that people can read and compare it. */
function bodyOf(text: string): Pick<RecordedAnswer, "json" | "text"> {
  try {
    return { json: harmless(parseJson(text)) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { text: withoutSecrets(text) };
  }
}

/**
 * A JSON value without configured credentials, and without every text and number below a member with the name of a
 * credential, whatever the shape: `{ "communityString": { "val": "..." } }`, `{ "name": "communityString", "value": ... }`.
 */
function harmless(value: unknown, isSecret = false): unknown {
  if (typeof value === "string") return isSecret ? REMOVED : withoutSecrets(value);
  if (typeof value === "number") return isSecret ? REMOVED : isHarmless(value) ? value : withoutSecrets(String(value));
  if (Array.isArray(value)) return value.map((item) => harmless(item, isSecret));
  if (typeof value !== "object" || value === null) return value;
  const texts = Object.values(value).filter((one) => typeof one === "string");
  const isSetting = "value" in value && texts.some((one) => SECRET_NAME.test(one));
  const entries = Object.entries(value).map(([name, item]: [string, unknown]) => {
    const isBelow = isSecret || SECRET_NAME.test(name) || (isSetting && name === "value");
    return [withoutSecrets(name), harmless(item, isBelow)];
  });
  return Object.fromEntries(entries) as unknown;
}

function isHarmless(value: number): boolean {
  return withoutSecrets(String(value)) === String(value);
}
