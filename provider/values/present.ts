/** An object without its undefined values, for types whose optional fields are never undefined. */
export function present<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
