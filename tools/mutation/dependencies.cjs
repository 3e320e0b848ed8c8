/** Which files a file loads, for the choice of tests: only at run time does the registry of kinds name its files. */
const { readdirSync } = require("node:fs");
const { dirname, join } = require("node:path");

exports.extract = (code, file, defaultExtract) => {
  const found = defaultExtract(code, file);
  if (!file.endsWith("provider/registry.ts")) return found;
  const kinds = readdirSync(join(dirname(file), "kinds")).filter((name) => name.endsWith(".ts"));
  for (const name of kinds) found.add(`./kinds/${name.replace(".ts", "")}`);
  return found;
};
