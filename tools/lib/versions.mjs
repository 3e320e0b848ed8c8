/**
 * The numbers of a version, e.g. `v3.259.0-dev` as `[3, 259, 0]`.
 *
 * @param {string} text
 * @returns {[number, number, number] | undefined} undefined if the text contains no version
 */
export function parseVersion(text) {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/u.exec(text);
  if (match === null) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

/**
 * Whether version `text` is `minimum` or later. False for a text without a version.
 *
 * @param {string} text
 * @param {string} minimum
 */
export function atLeast(text, minimum) {
  const have = parseVersion(text);
  const want = parseVersion(minimum);
  if (have === undefined || want === undefined) return false;
  const [major, minor, patch] = [have[0] - want[0], have[1] - want[1], have[2] - want[2]];
  return (major || minor || patch) >= 0;
}
