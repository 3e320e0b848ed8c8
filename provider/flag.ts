/** What a flag says, in the spellings that an appliance may use; undefined for what is none. */
export function flagOf(value: unknown): boolean | undefined {
  if (/^(?:on|y|yes|t|true|1|enabled?|active)$/iu.test(String(value))) return true;
  return /^(?:off|n|no|f|false|0|disabled?|inactive)$/iu.test(String(value)) ? false : undefined;
}
