import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import type { ProgramFolder } from "../support/clone";
import { root } from "../support/clone";
import { makePackedFolder } from "../support/packed";

jest.setTimeout(300_000);

/** A program as a template of some years ago has it: `moduleResolution: node`, no `skipLibCheck`. */
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

const program = `
import * as pulumi from "@pulumi/pulumi";
import { Collector, IpGroup, Permission, ReplicatorProfile, rule, RuleArgs } from "pulumi-flowgate";
import { startSimulator } from "pulumi-flowgate/simulator";
import { GatewayClient, ReplicatorClient } from "pulumi-flowgate/client";
const rules: RuleArgs[] = ["10.30.0.0/16"].map(rule.network);
const group = new IpGroup("branches", { rules });
const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
new Collector("collector", { address: "10.20.0.10", profiles: [flows], threshold: 100 });
new Permission("p", { userGroupId: 4, permissionType: "app", seccode: "IPGroups" });
export const groupId: pulumi.Output<number> = group.groupId;
export const names: string[] = [startSimulator.name, GatewayClient.name, ReplicatorClient.name];
`;

describe("the type files of the package as npm pack makes it", () => {
  let folder: ProgramFolder;
  let file: string;

  beforeAll(async () => {
    folder = await makePackedFolder();
    await folder.write("index.ts", program);
    file = join(folder.path, "index.ts");
  });
  afterAll(() => folder.remove());

  const typeFile = (name: string): string =>
    join(folder.path, "node_modules/pulumi-flowgate/dist/types", `${name}.d.ts`);

  test("say something about every argument, output, seccode, rule and result where an editor shows it", () => {
    const service = ts.createLanguageService({
      getCompilationSettings: () => older,
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => {
        const text = ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => folder.path,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
      directoryExists: (path) => ts.sys.directoryExists(path),
    });
    const source = service.getProgram()?.getSourceFile(typeFile("index"));
    if (source === undefined) throw new Error("The program does not load the type file of the package.");
    const names = propertiesIn(source);
    expect(names.length).toBeGreaterThan(500);
    const silent = names.filter((name) => {
      const info = service.getQuickInfoAtPosition(source.fileName, name.getStart());
      return ts.displayPartsToString(info?.documentation).trim() === "";
    });
    expect(silent.map(pathOf)).toEqual([]);
  });

  test("name nothing of the library that the schemas are made with, and load only Pulumi's and Node's beside themselves", async () => {
    for (const name of ["index", "client", "provider", "simulator", "testing"]) {
      expect(await readFile(typeFile(name), "utf8")).not.toMatch(/zod|undici/u);
    }
    await folder.write("resources.ts", 'import { IpGroup } from "pulumi-flowgate";\nexport const kind = IpGroup;\n');
    const loaded = ts.createProgram([join(folder.path, "resources.ts")], older).getSourceFiles();
    const ours = loaded.filter(({ fileName }) => fileName.includes("pulumi-flowgate"));
    expect(ours.map(({ fileName }) => fileName.split("/").at(-1))).toEqual(["index.d.ts"]);
    expect(loaded.filter(({ fileName }) => /node_modules\/(?:zod|undici)\//u.test(fileName))).toEqual([]);
  });

  test("compile with an older tsconfig, with every entry point and without skipLibCheck", () => {
    expect(messagesOf([file], older)).toEqual([]);
  });

  test("compile with the TypeScript that Pulumi brings along for programs without their own", async () => {
    await folder.write("resources.ts", program.replace(/^.*(?:simulator|client|names).*$/gmu, ""));
    const bundled = join(root, "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js");
    const oldest = jest.requireActual<typeof ts>(bundled);
    const { createProgram, flattenDiagnosticMessageText } = oldest;
    const made = createProgram([join(folder.path, "resources.ts")], {
      ...older,
      // Its numbers are its own.
      target: oldest.ScriptTarget.ES2020,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the name that this version has
      moduleResolution: oldest.ModuleResolutionKind.NodeJs,
    });
    const looked = made.getSourceFiles().filter(({ fileName }) => /resources\.ts$|pulumi-flowgate/u.test(fileName));
    expect(looked).toHaveLength(2);
    const faults = looked.flatMap((one) => [...made.getSyntacticDiagnostics(one), ...made.getSemanticDiagnostics(one)]);
    expect(faults.map(({ messageText }) => flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });

  test("call a wrong seccode a wrong seccode", async () => {
    await folder.write(
      "wrong.ts",
      'import { Permission } from "pulumi-flowgate";\nnew Permission("p", { userGroupId: 4, permissionType: "app", seccode: "IPGrups" });\n',
    );
    const [message = "", ...others] = messagesOf([join(folder.path, "wrong.ts")], older);
    expect(others).toEqual([]);
    expect(message).toContain('"IPGrups"');
    expect(message).not.toContain("userGroupName");
  });

  test("are the types of the sources", async () => {
    const source = ts.createSourceFile("", await readFile(typeFile("index"), "utf8"), ts.ScriptTarget.Latest);
    const all = source.statements.filter(isExportedType).map(({ name }) => name.text);
    // A resolved model is made by this package alone: its class has private fields, which a type file does not show.
    const names = all.filter((name) => name !== "SiteTemplateArgs");
    expect(names).toEqual(expect.arrayContaining(["IpGroupArgs", "PermissionArgs", "RuleArgs", "SiteModelLayer"]));
    const lines = names.map((name) => `same<Sources.${name}, Packed.${name}>(true);`);
    const compared = join(root, "tests/types/compared.ts");
    const text = [
      'import type * as Sources from "../../sdk";',
      `import type * as Packed from ${JSON.stringify(typeFile("index").replace(/\.d\.ts$/u, ""))};`,
      "type Same<A, B> = 0 extends 1 & (A | B) ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
      "declare function same<A, B>(yes: Same<A, B>): void;",
      ...lines,
    ].join("\n");
    const options = { ...older, lib: ["lib.es2023.d.ts"], skipLibCheck: true, exactOptionalPropertyTypes: true };
    expect(messagesOf([compared], options, new Map([[compared, text]]))).toEqual([]);
  });
});

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isExportedType(statement: ts.Statement): statement is TypeDeclaration {
  if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return false;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** The names of all properties and methods. What builders of filters return are the arguments that they were given. */
function propertiesIn(source: ts.SourceFile): ts.PropertyName[] {
  const found: ts.PropertyName[] = [];
  const visit = (node: ts.Node): void => {
    const isMember =
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isMethodDeclaration(node);
    if (isMember) found.push(node.name);
    if (ts.isFunctionTypeNode(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Where a property stands, e.g. `CollectorArgs.address`. */
function pathOf(name: ts.Node): string {
  const steps: string[] = [];
  for (let node = name; !ts.isSourceFile(node); node = node.parent) {
    const named = (node as { name?: ts.Node }).name;
    if (named !== undefined && "text" in named) steps.unshift(String(named.text));
  }
  return steps.join(".");
}

/** What the compiler says of a program, in its own files and in those of the package. */
function messagesOf(
  files: readonly string[],
  options: ts.CompilerOptions,
  texts: ReadonlyMap<string, string> = new Map(),
): string[] {
  const host = ts.createCompilerHost(options);
  const [readFileOf, fileExists] = [host.readFile, host.fileExists];
  host.readFile = (path) => texts.get(path) ?? readFileOf.call(host, path);
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  const made = ts.createProgram({ rootNames: files, options, host });
  return ts
    .getPreEmitDiagnostics(made)
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
