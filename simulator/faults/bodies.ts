import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Answer } from "../exchange";
import { isObject } from "../json";
import type { BodyFault, ContentCoding } from "./kinds";

/** How each fault changes the bytes of an answer. */
export const bodyFaults: Readonly<Record<BodyFault, (body: Buffer) => string | Buffer>> = {
  invalidJson: (body) => body.subarray(0, Math.floor(body.length / 2)),
  emptyBody: () => "",
  latin1: (body) => Buffer.from(withMember(body.toString("latin1"), '"note":"caf\u00e9"'), "latin1"),
  deepJson: (body) => withMember(body.toString(), `"deep":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`),
  duplicateKeys: (body) => duplicated(body.toString()),
  otherName: (body) => JSON.stringify(renamed(JSON.parse(body.toString()))),
};

const DEPTH = 100_000;

/** JSON text with an additional member at its beginning. In an array, an additional object with only this member. */
function withMember(text: string, member: string): string {
  const rest = text.slice(1).trimStart();
  const separator = rest.startsWith("}") || rest.startsWith("]") ? "" : ",";
  return text.startsWith("[") ? `[{${member}}${separator}${rest}` : `{${member}${separator}${rest}`;
}

function duplicated(text: string): string {
  const parsed: unknown = JSON.parse(text);
  const [first] = isObject(parsed) ? Object.keys(parsed) : [];
  return first === undefined ? text : `${text.trimEnd().slice(0, -1)},${JSON.stringify(first)}:null}`;
}

/** Replaces names at any depth, in the fields that the document shows in replies. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => {
    const isName = (key === "fc_name" || key === "name") && typeof member === "string";
    return [key, isName ? `${member} (another)` : renamed(member)] as const;
  });
  return Object.fromEntries(members);
}

const coders: Readonly<Record<ContentCoding, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body),
};

/** The answer, encoded with these codings in order. */
export function encoded(answer: Answer, codings: readonly ContentCoding[]): Answer {
  const body = codings.reduce<Buffer>((bytes, coding) => coders[coding](bytes), Buffer.from(answer.body));
  return { ...answer, body, headers: { ...answer.headers, "content-encoding": codings.join(", ") } };
}
