import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import ts from "typescript";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import { Configuration } from "../../../provider/config/configuration";
import { GatewayClient } from "../../../provider/gateway/client";
import { MAX_DELETES_VARIABLE } from "../../../provider/errors/message";
import { definitionOf, kinds } from "../../../provider/registry";
import { ReplicatorClient } from "../../../provider/replicator/client";
import { makeCertificate } from "../../../simulator/certificate";
import { root } from "../../support/clone";
import { anchorsOf, blocks, headings, linksOf, page, pages, section } from "./pages";

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
  const order = ["Example", "Inputs", "Outputs", "What is read back", "Existing objects", "API"];

  test.each(kinds)("%s has a page with the same headings in the same order as all others", (kind) => {
    expect(headings(page(pageOf(kind))).slice(0, order.length + 1)).toEqual([kind, ...order]);
  });

  test.each(kinds)("the page of %s explains every output of its own", (kind) => {
    const outputs = Object.keys((definitionOf(kind).outputs as unknown as { shape: object }).shape);
    const part = section(page(pageOf(kind)), "Outputs");
    const own = [...outputs.filter((output) => !["origin", "doubt", "linkedTo"].includes(output)), "id"];
    expect(own.filter((output) => !part.includes(`\`${output}\``))).toEqual([]);
  });

  test.each(kinds)("the README and the page about existing objects name %s", (kind) => {
    expect(section(page("README.md"), "What it manages")).toContain(`[\`${kind}\`](${pageOf(kind)})`);
    const existing = section(page("docs/guides/existing-objects.md"), "onExisting");
    expect(existing).toContain(`(${pageOf(kind).replace("docs/", "../")})`);
  });

  test("the README names exactly the kinds that the API cannot read", () => {
    const [, sentence = ""] = /The API cannot read (.*?):/su.exec(page("README.md").text) ?? [];
    const named = [...sentence.matchAll(/`(\w+)[`(]/gu)].map(([, kind = ""]) => kind);
    expect(named.sort()).toEqual(kinds.filter((kind) => definitionOf(kind).read === undefined).sort());
  });
});

describe("commands", () => {
  const lines = blocks("sh").flatMap(({ title, code }) => code.split("\n").map((line) => ({ title, line })));

  test("every npm script that a page names exists", () => {
    const scriptsIn = (path: string): object =>
      (JSON.parse(readFileSync(join(root, path), "utf8")) as { scripts: object }).scripts;
    const scripts = { ...scriptsIn("package.json"), ...scriptsIn("templates/trial/package.json") };
    const named = pages().flatMap(({ text }) => [...text.matchAll(/\bnpm run ([\w:-]+)/gu)].map(([, name]) => name));
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });

  test("every flowgate command that a page shows exists, with its options", () => {
    const program = makeProgram(processIo(), { version: "0", ended: () => undefined, quiet: true });
    const shown = pages()
      .flatMap(({ path, text }) =>
        [...text.matchAll(/npx flowgate ([^`|\n]+)/gu)].map(([, line = ""]) => ({ path, line })),
      )
      .filter(({ line }) => !line.startsWith("<"));
    const unknown = shown.filter(({ line }) => {
      let command: Command | undefined = program;
      const words = line.trim().split(/\s+/u);
      while (command.commands.length > 0) {
        const [word] = words.splice(0, 1);
        command = command.commands.find((one) => one.name() === word);
        if (command === undefined) return true;
      }
      const known = [...command.options, ...program.options].flatMap(({ long, short }) => [long, short]);
      return words.some((word) => /^--?[a-z]/u.test(word) && !known.includes(word));
    });
    expect(shown.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  test("every command that sets configuration sets a key that exists, to a value that is accepted", async () => {
    const { caCert } = makeCertificate();
    const commands = lines.filter(({ line }) => line.startsWith("pulumi config set "));
    expect(commands.length).toBeGreaterThan(0);
    for (const { title, line } of commands) {
      const [, path = "", value = ""] = /--path (?:--secret )?"?flowgate:([\w.[\]]+)"?(?: (.+))?$/u.exec(line) ?? [];
      const plain = value.replaceAll('"', "").replace("...", "00:".repeat(28) + "00");
      // The list of processes would show a secret. Without a value, Pulumi asks for it.
      expect([title, line]).not.toContainEqual(expect.stringMatching(/(?:token|password)"? [^<]/u));
      const sample = value.startsWith("< ") ? caCert : value === "" ? "typed" : plain;
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

test("the page about clients lists every method of both clients", () => {
  const secret = { url: "https://appliance.example.net", token: "t", user: "u", password: "p" };
  const documented = [...section(page("docs/reference/clients.md"), "Methods").matchAll(/`(\w+)[`(]/gu)].map(
    ([, name]) => name,
  );
  const clients = [new GatewayClient(secret), new ReplicatorClient(secret)];
  const methods = clients.flatMap((client) => Object.getOwnPropertyNames(Object.getPrototypeOf(client)));
  expect(methods.filter((name) => name !== "constructor" && !documented.includes(name))).toEqual([]);
  expect(methods).toEqual(expect.arrayContaining(["call", "execute"]));
});

describe("messages", () => {
  const failing = page("docs/operations/when-it-fails.md");
  /** What stands between the values of messages, in the source code. */
  const said = sources("provider", "sdk", "cli").flatMap(textsOf);
  const quoted = [...failing.text.matchAll(/^```text\n([\s\S]*?)\n```$/gmu)].map(([, message = ""]) => message);

  test("the page about failures quotes the twenty errors that people meet, and more", () => {
    expect(headings(failing).filter((heading) => /^\d+\. /u.test(heading))).toHaveLength(20);
    expect(quoted.length).toBeGreaterThan(20);
  });

  test.each(quoted)("the source code has: %s", (message) => {
    const fragments = message
      .replaceAll(MAX_DELETES_VARIABLE, "<variable>")
      .split(/<[^>]+>/u)
      .flatMap((part) => part.split(/(?<=[.?!]) /u))
      .map((part) => part.replace(/^[\s",;:]+|[\s".]+$/gu, ""))
      .filter((part) => /[a-z]{3}/u.test(part));
    expect(fragments.length).toBeGreaterThan(0);
    expect(fragments.filter((fragment) => !said.some((text) => text.includes(fragment)))).toEqual([]);
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
