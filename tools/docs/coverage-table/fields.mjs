/**
 * All values at a path: `[]` means each item of a list, `<name>` each value of an object or map.
 *
 * @param {unknown} value
 * @param {string} path empty for the value itself
 * @returns {unknown[]} without undefined values
 */
export function valuesAt(value, path) {
  const steps = path === "" ? [] : path.split(".").flatMap((part) => part.replaceAll("[]", "\0[]").split("\0"));
  return steps
    .filter((step) => step !== "")
    .reduce((/** @type {unknown[]} */ found, step) => found.flatMap((one) => next(one, step)), [value])
    .filter((one) => one !== undefined);
}

/**
 * @param {unknown} value
 * @param {string} step
 * @returns {unknown[]}
 */
function next(value, step) {
  if (step === "[]") return Array.isArray(value) ? value : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const entries = value instanceof Map ? value : new Map(Object.entries(value));
  if (step.startsWith("<")) return [...entries.values()];
  return entries.has(step) ? [entries.get(step)] : [];
}
