import { join } from "node:path";
import ts from "typescript";
import { makeProgramFolder, root } from "../support/clone";

/** The first lines of every snippet. `Equal` is true only for identical types; assignable types are not enough. */
const prelude = (sdk: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as flowgate from "${sdk}";
import {
  Collector, Exporter, IpGroup, IpGroupRule, IpGroups, Membership, Permission, PermissionSet, Policy, ReplicatorProfile, Setting,
  User, UserGroup, UserPreferences, rule, seccodes, type IpGroupArgs, type PermissionArgs, type RuleArgs,
} from "${sdk}";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
declare function exactly<A, B>(same: Equal<A, B>): void;
declare const text: pulumi.Output<string>;
declare const number: pulumi.Output<number>;
declare const flag: pulumi.Output<boolean>;
declare const id: pulumi.Output<number | string>;
declare const branch: IpGroup;
declare const profile: ReplicatorProfile;
type PlainRule =
  | { type: "ip"; address: string }
  | { type: "range"; start: string; end: string }
  | { type: "network"; cidr: string }
  | { type: "all" }
  | { type: "wildcard"; address: string; mask: string }
  | { type: "child"; groupId: string | number };
`;

/** Compiler options: those of this package, and those of Pulumi's templates. */
const strictest: ts.CompilerOptions = {
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
};
const settings = {
  "against the built package with the strictest options": strictest,
  "from the sources with the strictest options": strictest,
  "against the built package with the options of a new Pulumi project": {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  },
} satisfies Record<string, ts.CompilerOptions>;

export type Setting = keyof typeof settings;
export const settingNames = Object.keys(settings) as Setting[];

/**
 * Compiles each snippet as a separate program, all in one pass.
 * @returns the compiler's messages for each snippet; an empty list if it compiles
 */
export async function compile(snippets: readonly string[], setting: Setting): Promise<string[][]> {
  if (setting.startsWith("from the sources")) {
    return messagesOf(snippets, settings[setting], join(root, "tests", "types"), "../../sdk");
  }
  const folder = await makeProgramFolder();
  try {
    return messagesOf(snippets, settings[setting], folder.path, "pulumi-flowgate");
  } finally {
    await folder.remove();
  }
}

function messagesOf(snippets: readonly string[], own: ts.CompilerOptions, folder: string, sdk: string): string[][] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    types: ["node"],
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
    noEmit: true,
    typeRoots: [join(root, "node_modules", "@types")],
    ...own,
  };
  const fileOf = (index: number): string => join(folder, `snippet-${index}.ts`).replaceAll("\\", "/");
  const texts = new Map(snippets.map((code, index) => [fileOf(index), `${prelude(sdk)}\n${code}\nexport {};\n`]));
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists, getSourceFile] = [host.readFile, host.fileExists, host.getSourceFile];
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host });
  return [...texts.keys()].map((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
  });
}
