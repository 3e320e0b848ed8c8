import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { opened } from "../support/opened";
import { makePackedFolder } from "../support/packed";
import { textOf } from "../support/type-mistakes";
import { program } from "./user-program";

jest.setTimeout(300_000);

/** The options of an older template: `moduleResolution: node`, no `skipLibCheck`. */
const older: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  target: ts.ScriptTarget.ES2020,
  lib: ["lib.es2020.d.ts"],
  types: ["node"],
  strict: true,
  esModuleInterop: true,
  noEmit: true,
};

const entries = ["index", "client", "provider", "simulator", "testing"];

describe("the type files of the packed npm package", () => {
  const folder = opened(makePackedFolder);
  let file: string;

  beforeAll(async () => {
    await folder.write("index.ts", program);
    file = join(folder.path, "index.ts");
  });

  const typeFile = (name: string): string =>
    join(folder.path, "node_modules/pulumi-flowgate/dist/types", `${name}.d.ts`);

  test("do not mention or load zod or undici, and a program with resources loads only index.d.ts", async () => {
    for (const name of entries) {
      expect(await readFile(typeFile(name), "utf8")).not.toMatch(/zod|undici/u);
    }
    await folder.write("resources.ts", 'import { IpGroup } from "pulumi-flowgate";\nexport const kind = IpGroup;\n');
    const loaded = programOf(join(folder.path, "resources.ts")).getSourceFiles();
    const ours = loaded.filter(({ fileName }) => fileName.includes("pulumi-flowgate"));
    expect(ours.map(({ fileName }) => fileName.split("/").at(-1))).toEqual(["index.d.ts"]);
    expect(loaded.filter(({ fileName }) => /node_modules\/(?:zod|undici)\//u.test(fileName))).toEqual([]);
  });

  test("compile with an older tsconfig, with every entry point and without skipLibCheck", () => {
    expect(messagesOf(file)).toEqual([]);
  });

  test("let an editor suggest the known settings, preferences and seccodes, and accept any other", async () => {
    await folder.write("editor.ts", programOfEditor);
    const name = join(folder.path, "editor.ts");
    const { fileExists, readFile: readText, readDirectory, directoryExists } = ts.sys;
    const editor = ts.createLanguageService({
      ...{ fileExists, readFile: readText, readDirectory, directoryExists },
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getCurrentDirectory: () => folder.path,
      getCompilationSettings: () => older,
      getScriptFileNames: () => [name],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(readText(path) ?? ""),
    });
    expect(editor.getSemanticDiagnostics(name).map(textOf)).toEqual([]);
    for (const [before, ...names] of suggested) {
      const at = programOfEditor.indexOf(before) + before.length;
      const found = editor.getCompletionsAtPosition(name, at, undefined)?.entries ?? [];
      expect(found.map((one) => one.name)).toEqual(expect.arrayContaining(names));
    }
  });
});

/** Texts that the documents do not mention, and what an editor suggests in their place. */
const programOfEditor = `
import { Permission, PermissionSet, Setting, UserPreferences } from "pulumi-flowgate";
new Setting("a", { name: "other", value: 5 });
new UserPreferences("a", { userId: 1, preferences: { other: 5 } });
new Permission("a", { userGroup: 1, permissionType: "app", seccode: "other" });
new PermissionSet("a", { userGroup: 1, permissions: [{ permissionType: "app", seccode: "other" }] });
`;
const suggested = [
  ['name: "', "flowStopAlert", "pingCollectors"],
  ["preferences: { ", "language", "statusTopn"],
  ['1, permissionType: "app", seccode: "', "IPGroups", "runReport"],
  ['[{ permissionType: "app", seccode: "', "IPGroups", "runReport"],
] as const;

const programOf = (file: string): ts.Program => ts.createProgram({ rootNames: [file], options: older });

/** The compiler's messages for a program, in its own files and in those of the package. */
function messagesOf(file: string): string[] {
  const made = programOf(file);
  const looked = made.getSourceFiles().filter(({ fileName }) => fileName === file || /pulumi-flowgate/u.test(fileName));
  const messages = [
    ...made.getOptionsDiagnostics(),
    ...looked.flatMap((one) => [...made.getSyntacticDiagnostics(one), ...made.getSemanticDiagnostics(one)]),
  ];
  return messages.map((one) => `${one.file?.fileName ?? ""}: ${textOf(one)}`);
}
