/** The meaning of a flag in any of the spellings that appliances use; undefined for other values. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") return undefined;
  const word = String(value).trim();
  if (/^(?:true|t|yes|y|on|1|enabled?|active)$/iu.test(word)) return true;
  return /^(?:false|f|no|n|off|0|disabled?|inactive)$/iu.test(word) ? false : undefined;
}
