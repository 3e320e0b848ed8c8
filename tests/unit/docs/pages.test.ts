import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { Configuration } from "../../../provider/config/configuration";
import { GatewayClient } from "../../../provider/gateway/client";
import { Inputs } from "../../../provider/values/inputs";
import { definitionOf, kinds } from "../../../provider/registry";
import { ReplicatorClient } from "../../../provider/replicator/client";
import { makeCertificate } from "../../../simulator/certificate";
import { root } from "../../support/clone";
import { providerTextOf } from "../../support/provider-calls";
import { anchorsOf, blocks, headings, isForUsers, linksOf, page, pages, section } from "./pages";

function pageOf(kind: string): string {
  return `docs/reference/resources/${kind.replace(/(?<=[a-z])(?=[A-Z])/gu, "-").toLowerCase()}.md`;
}

describe("links", () => {
  const links = pages().flatMap((from) =>
    linksOf(from)
      .filter((target) => !/^[a-z]+:/iu.test(target))
      .map((target) => ({ from, target })),
  );

  test("every relative link leads to a file or folder of the repository", () => {
    const broken = links.filter(({ from, target }) => !existsSync(fileOf(from.path, target)));
    expect(broken.map(({ from, target }) => `${from.path}: ${target}`)).toEqual([]);
  });

  test("every link to a part of a page leads to one of its headings", () => {
    const broken = links.filter(({ from, target }) => {
      const [, anchor] = target.split("#");
      if (anchor === undefined) return false;
      const to = target.startsWith("#") ? from : page(fileOf(from.path, target).slice(root.length));
      return !anchorsOf(to).includes(anchor);
    });
    expect(broken.map(({ from, target }) => `${from.path}: ${target}`)).toEqual([]);
  });

  function fileOf(from: string, target: string): string {
    const [path = ""] = target.split("#");
    return path === "" ? join(root, from) : join(root, dirname(from), path);
  }
});

describe("the pages of the resource kinds", () => {
  const order = ["Example", "Inputs", "Outputs", "What is read back", "Existing objects", "Errors", "API"];

  test.each(kinds)("%s has a page with the same headings in the same order as all others", (kind) => {
    expect(headings(page(pageOf(kind))).slice(0, order.length + 1)).toEqual([kind, ...order]);
  });

  test.each(kinds)("the page of %s explains every computed output", (kind) => {
    const outputs = Object.keys((definitionOf(kind).outputs as unknown as { shape: object }).shape);
    const outputTable = section(page(pageOf(kind)), "Outputs");
    expect([...outputs, "id", "appliance"].filter((output) => !outputTable.includes(`| \`${output}\``))).toEqual([]);
  });

  test.each(kinds)("the README and the page about existing objects have %s in their tables", (kind) => {
    expect(section(page("README.md"), "Resources")).toContain(`(${pageOf(kind)})`);
    const existing = section(page("docs/guides/existing-objects.md"), "onExisting");
    expect(existing).toContain(`(${pageOf(kind).replace("docs/", "../")})`);
  });
});

describe("commands", () => {
  const lines = blocks("sh").flatMap(({ title, code }) => code.split("\n").map((line) => ({ title, line })));

  test("every npm script that a page names exists", () => {
    const scriptsIn = (path: string): object =>
      (JSON.parse(readFileSync(join(root, path), "utf8")) as { scripts: object }).scripts;
    const scripts = { ...scriptsIn("package.json"), ...scriptsIn("templates/trial/package.json") };
    const named = pages().flatMap(({ text }) => [...text.matchAll(/\bnpm run ([\w:]+)/gu)].map(([, name]) => name));
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });

  test("every command that sets configuration sets a key that exists, to a value that is accepted", async () => {
    const { caCert } = await makeCertificate();
    const commands = lines.filter(({ line }) => line.startsWith("pulumi config set "));
    expect(commands.length).toBeGreaterThan(0);
    for (const { title, line } of commands) {
      const [, path = "", value = ""] = /--path (?:--secret )?"?flowgate:([\w.[\]]+)"?(?: (.+))?$/u.exec(line) ?? [];
      const plain = value.replaceAll('"', "").replace("...", "00:".repeat(28) + "00");
      const sample = value.startsWith("< ") ? caCert : plain;
      const raw = configured(path, sample === "true" ? true : /^\d+$/u.test(sample) ? Number(sample) : sample);
      const site = /^sites\.(\w+)/u.exec(path)?.[1];
      expect([title, line, new Configuration(raw, {}).problems(site)]).toEqual([title, line, []]);
    }
  });

  /** The stack configuration that the command creates. */
  function configured(path: string, value: string | boolean | number): Record<string, string> {
    const [key = "", ...steps] = path.split(/\.|(?=\[)/u);
    const inner = steps.reduceRight<unknown>((below, step) => (step === "[0]" ? [below] : { [step]: below }), value);
    return { [key]: JSON.stringify(inner) };
  }
});

test("the documented import file contains the provider text, and inputs that pass the check", () => {
  const files = blocks("json").map(({ code }) => JSON.parse(code) as { resources: Record<string, unknown>[] });
  const entries = files.flatMap(({ resources }) => resources);
  expect(entries).toHaveLength(1);
  for (const { type, inputs, outputs } of entries) {
    const kind = String(type).replace("pulumi-nodejs:dynamic/flowgate:", "");
    const { __provider, ...given } = inputs as Record<string, unknown>;
    expect(outputs).toEqual(inputs);
    expect(__provider).toBe(providerTextOf(kind));
    expect(new Inputs(definitionOf(kind).inputs).problems(given)).toEqual([]);
  }
});

test("the page about clients lists every method of both clients", () => {
  const secret = { url: "https://appliance.example.net", token: "t", user: "u", password: "p" };
  const documented = [...section(page("docs/reference/clients.md"), "Methods").matchAll(/`(\w+)`/gu)].map(
    ([, name]) => name,
  );
  const clients = [new GatewayClient(secret), new ReplicatorClient(secret)];
  const methods = clients.flatMap((client) => [...methodsOf(client), ...areasOf(client).flatMap(methodsOf)]);
  expect(methods.filter((name) => !documented.includes(name))).toEqual([]);
  expect(methods).toEqual(expect.arrayContaining(["loadTreeRootFast", "allremove", "singularity"]));

  function areasOf(client: object): object[] {
    const values: unknown[] = Object.values(client);
    return values.filter((value): value is object => typeof value === "object" && value !== null);
  }

  function methodsOf(value: object): string[] {
    const own = Object.entries(value).flatMap(([name, member]) => (typeof member === "function" ? [name] : []));
    const prototype = Object.getPrototypeOf(value) as object;
    if (prototype === Object.prototype) return own;
    return [...own, ...Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor")];
  }
});

describe("errors", () => {
  const messages = sources("provider", "sdk").flatMap(textsOf);
  const all = messages.join("\n");
  const quoted = pages()
    .filter(isForUsers)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^\| Message[\s\S]*?\n\n/gmu)]
        .flatMap(([table]) => table.split("\n").slice(2))
        .flatMap((row) => [...(row.split(/(?<!\\)\|/u)[1] ?? "").matchAll(/`([^`]+)`/gu)])
        .map(([, message = ""]) => ({ path, message })),
    );
  const ofAllKinds = ({ path }: { path: string }): boolean => path === "docs/operations/errors.md";

  test("every message that the page of a kind explains occurs in the source code", () => {
    const ofKinds = quoted.filter((one) => !ofAllKinds(one));
    expect(ofKinds.length).toBeGreaterThan(kinds.length);
    expect(ofKinds.filter(({ message }) => !all.includes(message))).toEqual([]);
  });

  test("errors.md shows messages from their beginning, with a name for each part that differs", () => {
    const shown = quoted.filter(ofAllKinds);
    expect(shown.length).toBeGreaterThan(50);
    const isGiven = (message: string): boolean => {
      const parts = message.split(/ ?<[^>]*>/u).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&"));
      const pattern = new RegExp(`^\\s*${parts.join("[^]*?")}`, "u");
      return messages.some((text) => pattern.test(text));
    };
    expect(shown.filter(({ message }) => !isGiven(message))).toEqual([]);
  });

  function sources(...folders: readonly string[]): ts.SourceFile[] {
    return folders
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(root, folder, name)),
      )
      .filter((file) => file.endsWith(".ts"))
      .map((file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  }

  /** The texts of a file. Joined texts are combined, and inserted values become `...`. */
  function textsOf(source: ts.SourceFile): string[] {
    const texts: string[] = [];
    const visit = (node: ts.Node): void => {
      const text = textOf(node);
      if (text === undefined) ts.forEachChild(node, visit);
      else texts.push(text);
      if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => visit(expression));
    };
    visit(source);
    return texts;
  }

  function textOf(node: ts.Node): string | undefined {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node)) {
      return node.head.text + node.templateSpans.map(({ literal }) => `...${literal.text}`).join("");
    }
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
});
