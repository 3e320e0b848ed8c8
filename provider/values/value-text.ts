import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN_TEXT } from "./marks";
import { wordsOf as ruleWords } from "./rule";
import { seccodeText } from "./seccode";

/** Shown in place of a secret value. */
export const SECRET = "[secret]";

const UNKNOWN_WORDS = "(known after up)";

/** Whether a value is a secret, whether the engine has masked it or not. */
export function isSecret(value: unknown): boolean {
  if (value === SECRET) return true;
  return typeof value === "object" && value !== null && (value as Fields)[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** Whether a value, or a part of it, is unknown until the resource that it comes from is created. */
export function isUnknown(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(UNKNOWN_TEXT);
}

type Fields = Readonly<Record<string, unknown>>;

/** A value in one line for people: a rule or a permission in words, everything else as JSON. */
export function textOf(value: unknown): string {
  if (isSecret(value)) return SECRET;
  if (typeof value === "string") return value === "" ? '""' : value.replaceAll(UNKNOWN_TEXT, UNKNOWN_WORDS);
  if (typeof value !== "object" || value === null) return String(value);
  const fields = value as Fields;
  const words = wordsOf(fields);
  if (words !== undefined) return words.map(textOf).join(" ");
  const plain = (_key: string, member: unknown): unknown => (isSecret(member) ? SECRET : member);
  return JSON.stringify(value, plain).replaceAll(UNKNOWN_TEXT, UNKNOWN_WORDS);
}

/** The words of a rule or permission, in the order in which people say them. */
function wordsOf(fields: Fields): readonly unknown[] | undefined {
  const { permissionType, seccode } = fields;
  if (typeof permissionType !== "string") return ruleWords(fields);
  return [permissionType, typeof seccode === "string" ? seccodeText(permissionType, seccode) : seccode];
}
