import type { Answer } from "./exchange";
import { jsonText } from "./json";
import type { Switches } from "./switches";

/** Writes the JSON of an answer as the switches say. Pages and redirects stay unchanged. */
export function framed(answer: Answer, { contentType, numbersAs }: Readonly<Switches>): Answer {
  if (answer.json === undefined) return answer;
  const text = (_key: string, member: unknown): unknown => (typeof member === "number" ? String(member) : member);
  const body = jsonText(answer.json.value);
  return {
    ...answer,
    headers: { ...answer.headers, "content-type": { json: "application/json", html: "text/html" }[contentType] },
    body: numbersAs === "text" ? JSON.stringify(JSON.parse(body, text)) : body,
  };
}
