import type { Answer } from "./exchange";
import { jsonText } from "./json";
import type { Switches } from "./switches";

type Positions = Readonly<Pick<Switches, "contentType" | "charset" | "numbersAs">>;

/** Writes the JSON of an answer as the switches say. Pages and redirects stay unchanged. */
export function framed(answer: Answer, switches: Positions): Answer {
  if (answer.json === undefined) return answer;
  const { contentType, charset, numbersAs } = switches;
  const type = { json: "application/json", html: "text/html" }[contentType];
  const text = jsonText(numbersAs === "text" ? numbersAsText(answer.json.value) : answer.json.value);
  return {
    ...answer,
    headers: { ...answer.headers, "content-type": type },
    body: charset === "utf-8" ? text : latin1(text),
  };
}

/** The text in ISO-8859-1. Characters that it lacks become JSON escapes. */
function latin1(text: string): Buffer {
  const escaped = text.replace(/[^\0-\xff]/gu, (letter) =>
    Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return Buffer.from(escaped, "latin1");
}

function numbersAsText(value: unknown): unknown {
  return JSON.parse(jsonText(value), (_key, member: unknown) =>
    typeof member === "number" ? String(member) : member,
  ) as unknown;
}
