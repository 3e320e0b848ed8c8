// Lints snippets with the project's configuration and prints the findings: for the test of the lint rules themselves.
// Reads [{"file", "code"}] from stdin and writes [[{"rule", "message"}]]. The files need not exist, so rules that need
// type information are disabled.
import { text } from "node:stream/consumers";
import { stdin } from "node:process";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { runMain } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";

runMain(async () => {
  /** @type {{ file: string; code: string }[]} */
  const snippets = JSON.parse(await text(stdin));
  const eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] });
  const found = [];
  for (const { file, code } of snippets) {
    const [result] = await eslint.lintText(code, { filePath: file });
    found.push(result?.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })) ?? []);
  }
  console.log(JSON.stringify(found));
});
