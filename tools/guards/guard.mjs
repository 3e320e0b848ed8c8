/**
 * One guard of the provider as data: where it stands, what its place looks like without it, and the test that notices.
 *
 * @typedef {object} Guard
 * @property {string} guard what is refused or kept, as a sentence part
 * @property {string} [row] row of docs/faults.md
 * @property {string} file from the root of the clone
 * @property {Edit[]} edits what takes it away
 * @property {import("../docs/fault-names.mjs").Proof} test the test that fails without it
 *
 * @typedef {{ find: string, replace: string }} Edit
 */

/**
 * The text of a file without a guard. Throws where the guard does not stand there exactly once: it has moved.
 *
 * @param {Pick<Guard, "guard" | "file" | "edits">} guard
 * @param {string} source
 */
export function without({ guard, file, edits }, source) {
  return edits.reduce((text, { find, replace }) => {
    const found = text.split(find).length - 1;
    if (found !== 1 || find === replace) {
      throw new Error(`Guard moved: "${guard}" is to be once in ${file}, and is there ${found} times:\n${find}`);
    }
    return text.replace(find, () => replace);
  }, source);
}
