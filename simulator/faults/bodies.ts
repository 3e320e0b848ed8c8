import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import type { Answer } from "../exchange";
import type { BodyFault, ContentCoding } from "./kinds";

/** How each fault changes the bytes of an answer. */
export const bodyFaults: Readonly<Record<BodyFault, (body: Buffer) => string | Buffer>> = {
  invalidJson: (body) => body.subarray(0, Math.floor(body.length / 2)),
  emptyBody: () => "",
  nullBody: () => "null",
  arrayBody: () => "[]",
  bom: (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  nul: (body) => Buffer.concat([body.subarray(0, 1), Buffer.from([0]), body.subarray(1)]),
  latin1: (body) => Buffer.from(withMember(body.toString("latin1"), '"note":"caf\u00e9"'), "latin1"),
  deepJson: (body) => withMember(body.toString(), `"deep":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`),
  duplicateKeys: (body) => duplicated(body.toString()),
  hostileKeys: (body) => hostile(body.toString()),
  otherName: (body) => JSON.stringify(renamed(JSON.parse(body.toString()))),
};

const DEPTH = 100_000;
const HOSTILE =
  '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}';

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

/** Built as text, since object literals cannot have such own members. */
function hostile(text: string): string {
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed)) return withMember(text, HOSTILE);
  const members = Object.entries(parsed).map(([key, value]) => {
    const inner = JSON.stringify(value);
    return `${JSON.stringify(key)}:${isObject(value) ? withMember(inner, HOSTILE) : inner}`;
  });
  return `{${[HOSTILE, ...members].join(",")}}`;
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

/** A body of about a thousandth of its decoded size: zeros, encoded piece by piece. */
export async function bomb(answer: Answer, megabytes: number): Promise<Answer> {
  const gzip = createGzip();
  const megabyte = Buffer.alloc(1024 * 1024);
  const coded: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => coded.push(chunk));
  const ended = new Promise<void>((resolve) => gzip.once("end", resolve));
  for (let written = 0; written < megabytes; written++) {
    if (!gzip.write(megabyte)) await new Promise<void>((resolve) => gzip.once("drain", resolve));
  }
  gzip.end();
  await ended;
  return { ...answer, body: Buffer.concat(coded), headers: { ...answer.headers, "content-encoding": "gzip" } };
}
