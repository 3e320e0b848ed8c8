/** Kind and label of an object, with what else identifies it. An id that is no number repeats the label. */
export function titleOf(object: {
  kind: string;
  label: string;
  id?: string | undefined;
  name?: string | undefined;
}): string {
  const { kind, label, id = "", name = label } = object;
  const known = [...(/^\d+$/u.test(id) ? [`id ${id}`] : []), ...(name === label ? [] : [`resource "${name}"`])];
  return `${kind} "${label}"${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}
