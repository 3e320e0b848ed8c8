/**
 * Builds the package once before the tests, which start it in processes of their own. `npm test` has built it already. A
 * type error is only printed: the compiler writes its output anyway, and `npm test` reports the error earlier.
 */
module.exports = async () => {
  if (process.env.FLOWGATE_TESTS_BUILT === "true") return;
  const { build } = await import("./build.mjs");
  await build(console.log).catch((/** @type {unknown} */ error) => console.error(String(error)));
};
