import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import type { ProgramFolder } from "../support/clone";
import { root } from "../support/clone";
import { isLong } from "../support/long";
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

/** The types of ECMAScript 2020, the DOM and Node.js that the type files refer to. Those are in TypeScript 4.7. */
const builtIn = [
  ...["AbortSignal", "Buffer", "Date", "Error", "FormData", "Iterator", "Map", "Promise", "Readonly"],
  ...["ReadonlyMap", "Record", "RegExp", "Set", "URL"],
];

describe("the type files of the packed npm package", () => {
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

  test("document every argument, output, seccode, rule and result for editors", () => {
    const made = programOf(file);
    const source = made.getSourceFile(typeFile("index"));
    if (source === undefined) throw new Error("The program does not load the type file of the package.");
    const names = propertiesIn(source);
    expect(names.length).toBeGreaterThan(500);
    const checker = made.getTypeChecker();
    const silent = names.filter((name) => {
      // The source of the text that an editor shows on hover.
      const comment = checker.getSymbolAtLocation(name)?.getDocumentationComment(checker);
      return ts.displayPartsToString(comment).trim() === "";
    });
    expect(silent.map(pathOf)).toEqual([]);
  });

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

  test("refer to no built-in type but those that every supported TypeScript has", async () => {
    const used = await Promise.all(entries.map(async (name) => builtInTypes(await readFile(typeFile(name), "utf8"))));
    expect([...new Set(used.flat())].sort()).toEqual(builtIn);
  });

  test("compile with an older tsconfig, with every entry point and without skipLibCheck", () => {
    expect(messagesOf(file)).toEqual([]);
  });

  test("compile with the TypeScript version that is bundled with Pulumi", async () => {
    const bundled = join(root, "node_modules/@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js");
    const oldest = jest.requireActual<typeof ts>(bundled);
    const file = join(folder.path, "oldest.ts");
    await folder.write("oldest.ts", program.replace(/^.*(?:simulator|client|names).*$/gmu, ""));
    const options = {
      ...older,
      // This version has its own numeric values for the enum.
      target: oldest.ScriptTarget.ES2020,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- this version knows only this name
      moduleResolution: oldest.ModuleResolutionKind.NodeJs,
      // Long tests check the types too. Here, the test checks only for syntax that this version cannot parse.
      ...(isLong ? {} : { noResolve: true, noLib: true, types: [] }),
    };
    const made = oldest.createProgram(isLong ? [file] : [file, typeFile("index")], options);
    const looked = made.getSourceFiles().filter(({ fileName }) => /oldest\.ts$|pulumi-flowgate/u.test(fileName));
    expect(looked).toHaveLength(2);
    const faults = looked.flatMap((one) => [
      ...made.getSyntacticDiagnostics(one),
      ...(isLong ? made.getSemanticDiagnostics(one) : []),
    ]);
    expect(faults.map(({ messageText }) => oldest.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });
});

/** The names of the types that a type file uses and neither declares nor imports. */
function builtInTypes(text: string): string[] {
  const declared = new Set<string>();
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) used.add(node.typeName.getText());
    else if (ts.isNamespaceImport(node) || ts.isTypeParameterDeclaration(node)) declared.add(node.name.text);
    else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) declared.add(node.name.text);
    else if (ts.isClassDeclaration(node)) declared.add(node.name?.text ?? "");
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("types.d.ts", text, ts.ScriptTarget.ES2020, true));
  return [...used].filter((name) => !declared.has(name.split(".")[0] ?? ""));
}

/** The names of all properties and methods. Skips function types: filter builders return their arguments. */
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

/** The path of a property, e.g. `CollectorArgs.address`. */
function pathOf(name: ts.Node): string {
  const steps: string[] = [];
  for (let node = name; !ts.isSourceFile(node); node = node.parent) {
    const named = (node as { name?: ts.Node }).name;
    if (named !== undefined && "text" in named) steps.unshift(String(named.text));
  }
  return steps.join(".");
}

/** Library files, read once for all programs, since all programs use the same options. */
const libraries = new Map<string, ts.SourceFile | undefined>();

function programOf(file: string): ts.Program {
  const host = ts.createCompilerHost(older);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) => {
    if (!path.endsWith(".d.ts")) return getSourceFile(path, ...rest);
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, ...rest));
    return libraries.get(path);
  };
  return ts.createProgram({ rootNames: [file], options: older, host });
}

/**
 * The compiler's messages for a program, in its own files and in those of the package. Long tests include the files of
 * other packages and of the language, which are most of the work.
 */
function messagesOf(file: string): string[] {
  const made = programOf(file);
  const looked = made.getSourceFiles().filter(({ fileName }) => fileName === file || /pulumi-flowgate/u.test(fileName));
  const messages = isLong
    ? ts.getPreEmitDiagnostics(made)
    : [
        ...made.getOptionsDiagnostics(),
        ...looked.flatMap((one) => [...made.getSyntacticDiagnostics(one), ...made.getSemanticDiagnostics(one)]),
      ];
  return messages.map((one) => `${one.file?.fileName ?? ""}: ${textOf(one)}`);
}
