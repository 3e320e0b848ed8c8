/** Builds the package once before the tests, which start it in processes of their own. `npm test` has built it already. */
module.exports = async () => {
  if (process.env.FLOWGATE_TESTS_BUILT === "true") return;
  const { build } = await import("./build.mjs");
  await build(console.log);
};
