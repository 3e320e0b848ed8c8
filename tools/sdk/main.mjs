// Writes the SDK of the provider plugin for another language: npm run sdk -- python <folder>, or go <folder> <import
// path>.
import { appendFile, cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import "../lib/typescript.mjs";

const { compiled } = await import("../docs/compiled.ts");
const { fileNameOf } = await import("../docs/kinds.ts");

const here = dirname(fileURLToPath(import.meta.url));
const usage = `Arguments: python <folder>, or go <folder> <import path>.
The folder is new or empty. The import path is the one by which Go programs know it, e.g. example.com/network/flowgate.`;

runMain(async () => {
  const [language = "", folder, importPath, ...more] = argv.slice(2);
  const isComplete = language === "go" ? importPath !== undefined : language === "python" && importPath === undefined;
  if (folder === undefined || !isComplete || more.length > 0) throw new SetupError(usage);
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  // The generators would mix their output with files of another version.
  if ((await readdir(target)).length > 0) throw new SetupError(`${target} is not empty.`);
  const args = [language, join(root, "schema.json"), target, ...(importPath === undefined ? [] : [importPath])];
  const options = { cwd: here, env: { ...process.env, CGO_ENABLED: "0" } };
  const run = ["run", "-mod=readonly", "-buildvcs=false", "-tags", "osusergo,grpcnotrace", ".", ...args];
  const { code, stderr } = await capture("go", run, options);
  if (code === 127)
    throw new SetupError("The generators are written in Go: install Go 1.26 or later, with a module proxy.");
  if (code !== 0) throw new SetupError(`The SDK was not written: ${stderr.trim()}`);
  await addBuilders(language, target);
  console.log(`${String((await readdir(target, { recursive: true })).length)} files and folders in ${target}`);
});

/**
 * Adds the builders of rules and seccodes, which are written by hand, and the static codes of permissions.
 *
 * @param {string} language
 * @param {string} target
 */
async function addBuilders(language, target) {
  /** @type {{ appSeccodeMeanings: Record<string, string> }} */
  const { appSeccodeMeanings } = compiled("provider/values/seccodes");
  const codes = Object.entries(appSeccodeMeanings);
  if (language === "python") {
    const folder = join(target, "pulumi_flowgate");
    await cp(join(here, "python"), folder, { recursive: true });
    await addDocstrings(folder);
    // pyproject.toml names a README beside itself; the generator writes it into the package.
    await rename(join(folder, "README.md"), join(target, "README.md"));
    const lines = codes.map(([code, meaning]) => {
      const name = wordsOf(code).join("_").toUpperCase();
      return `\n    ${/^\d/u.test(name) ? `_${name}` : name} = "${code}"\n    """${meaning}."""\n`;
    });
    await appendFile(join(folder, "seccodes.py"), lines.join(""));
    return;
  }
  await cp(join(here, "go"), target, { recursive: true });
  const lines = codes.map(([code, meaning]) => {
    const name = wordsOf(code).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return `\t// ${meaning}.\n\tSeccode${name.join("")} = "${code}"\n`;
  });
  const text = `package flowgate\n\n// The static codes of permission type "app".\nconst (\n${lines.join("")})\n`;
  await writeFile(join(target, "seccodes.go"), text);
}

/** @param {string} code in camel case */
function wordsOf(code) {
  return code.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u);
}

/**
 * Adds docstrings to the classes of resources: the generator describes only the overloads of constructors, which
 * `help()` does not show.
 *
 * @param {string} folder
 */
async function addDocstrings(folder) {
  /** @type {{ resources: Record<string, { description: string }> }} */
  const { resources } = JSON.parse(await readFile(join(root, "schema.json"), "utf8"));
  for (const [token, { description }] of Object.entries(resources)) {
    const [, kind = ""] = /:(\w+)$/u.exec(token) ?? [];
    const file = join(folder, `${fileNameOf(kind).replaceAll("-", "_")}.py`);
    const [prose = ""] = description.split("\n\n## Example Usage");
    const [, example = ""] = /```python\n([\s\S]*?)```/u.exec(description) ?? [];
    const text = `${prose}\n\nThe arguments are those of ${kind}Args.\n\nExample:\n\n${example.replace(/^(?=.)/gmu, "    ")}`;
    const head = `class ${kind}(pulumi.CustomResource):\n`;
    const code = await readFile(file, "utf8");
    if (!code.includes(head)) throw new SetupError(`${file} has no ${head.trim()}`);
    const indented = text.trimEnd().replace(/^(?=.)/gmu, "    ");
    await writeFile(
      file,
      code.replace(head, () => `${head}    """\n${indented}\n    """\n`),
    );
  }
}
