import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { forgetSite, OfOneSite } from "../../lib/of-one-site";
import { conceal, isKnownSecret, redact, Secret } from "../../provider/values/secret";
import { root } from "../support/clone";

/**
 * State of modules that outlives the run of a site, and why it must not differ between sites. Everything else is an
 * {@link OfOneSite}, which `forgetSite` resets.
 */
const ofTheProcess: Readonly<Record<string, string>> = {
  "provider/appliance/replicator/read-back.ts operation": "by the operation that is running",
  "provider/appliance/replicator/shown-names.ts translated": "by state, and a state belongs to one site",
  "provider/dynamic/engine-watch.ts isWatching": "the process watches its own standard input",
  "provider/dynamic/garbage.ts clear": "V8's function",
  "provider/dynamic/garbage.ts pause": "a timer for the heap of the process",
  "provider/dynamic/garbage.ts underWay": "calls in progress in the process",
  "provider/http/answer.ts parsed": "by answer, and an answer belongs to one site",
  "provider/http/retry.ts backoff": "a policy of pauses, which keeps nothing",
  "provider/plugin/service.ts running": "by the call that is running",
  "provider/resources/parts/group-run.ts inputsOfOne": "a schema",
  "sdk/accepted.ts isReachable": "the package in the folder of the program, which all sites share",
  "sdk/functions/call.ts answers": "set by unit tests of programs only",
  "sdk/ownership.ts ownersByStack": "by stack resource, and each run has its own",
  "sdk/plugin.ts hinted": "by stack resource, and each run has its own",
  "sdk/plugin.ts version": "of this package",
};

/** Variables of modules that can change: `let`, and collections whose type does not forbid it. */
function changing(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const isLet = (statement.declarationList.flags & ts.NodeFlags.Let) !== 0;
    for (const { name, type, initializer } of statement.declarationList.declarations) {
      if (isLet || holdsState(type, initializer)) found.push(`${file} ${name.getText(source)}`);
    }
  }
  ts.forEachChild(source, function visit(node) {
    if (ts.isPropertyDeclaration(node) && isChangingStatic(node)) found.push(`${file} ${node.name.getText(source)}`);
    ts.forEachChild(node, visit);
  });
  return found;
}

function holdsState(type: ts.TypeNode | undefined, value: ts.Expression | undefined): boolean {
  if (value === undefined || /^Readonly(?:Set|Map)\b/u.test(type?.getText() ?? "")) return false;
  if (!ts.isNewExpression(value)) return false;
  const made = value.expression.getText();
  // A filled set or map that only its own module sees is a table.
  const isTable = ["Set", "Map"].includes(made) && (value.arguments ?? []).length > 0;
  return !isTable && !["RegExp", "OfOneSite", "TextDecoder", "TextEncoder", "Error"].includes(made);
}

function isChangingStatic({ modifiers }: ts.PropertyDeclaration): boolean {
  const kinds = modifiers?.map(({ kind }) => kind) ?? [];
  return kinds.includes(ts.SyntaxKind.StaticKeyword) && !kinds.includes(ts.SyntaxKind.ReadonlyKeyword);
}

/** All sources of what runs in kept processes. */
function sources(): string[] {
  const files = ["provider", "sdk"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(100);
  return files;
}

test("all changing state of modules that run in kept processes is forgotten with the site, or belongs to the process", () => {
  expect(sources().flatMap(changing).sort()).toEqual(Object.keys(ofTheProcess).sort());
});

test("no object has an AsyncLocalStorage of its own, since Node.js keeps each for ever and asks it at every promise", () => {
  const own = sources().filter((file) => /^\s.*new AsyncLocalStorage\b/mu.test(readFileSync(join(root, file), "utf8")));
  expect(own).toEqual([]);
});

test("a value of one site begins anew after forgetSite, and not before", () => {
  const names = new OfOneSite(() => new Set<string>());
  names.now.add("paris");
  expect([...names.now]).toEqual(["paris"]);
  forgetSite();
  expect([...names.now]).toEqual([]);
  const count = new OfOneSite(() => 0);
  count.now = 3;
  forgetSite();
  expect(count.now).toBe(0);
});

test("credentials of one site are neither refused nor masked at the next one", () => {
  const token = new Secret("token-of-paris").reveal();
  conceal("contact-of-paris");
  expect([isKnownSecret(token), redact(`${token} contact-of-paris`)]).toEqual([true, "[secret] [secret]"]);
  forgetSite();
  expect([isKnownSecret(token), redact(`${token} contact-of-paris`)]).toEqual([false, `${token} contact-of-paris`]);
});
