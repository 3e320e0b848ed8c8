/** One spelling for a user or user group, whether it is given by id, by name, or as `name:<name>`. */
export function sameAccount(id: unknown, name: unknown): unknown {
  return id ?? (typeof name === "string" ? `name:${name}` : undefined);
}
