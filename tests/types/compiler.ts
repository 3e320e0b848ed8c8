import { join } from "node:path";
import ts from "typescript";
import { makeProgramFolder } from "../support/clone";
import { programIn, textOf } from "../support/type-mistakes";

/** The first lines of every snippet. `Equal` is true only for identical types; assignable types are not enough. */
const prelude = `
import * as pulumi from "@pulumi/pulumi";
import * as flowgate from "pulumi-flowgate";
import {
  Collector, Exporter, IpGroup, IpGroupRule, IpGroups, Membership, Permission, PermissionSet, Policy, ReplicatorProfile, Setting,
  User, UserGroup, UserPreferences, rule, seccodes, type IpGroupArgs, type PermissionArgs, type RuleArgs,
} from "pulumi-flowgate";
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

const common: ts.CompilerOptions = { lib: ["lib.es2023.d.ts"], types: ["node"], noEmit: true };

/** Compiler options: those of this package, and those of Pulumi's templates. */
const strictest: ts.CompilerOptions = {
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
};
const settings = {
  "against the built package with the strictest options": strictest,
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
  const folder = await makeProgramFolder();
  const files = snippets.map((_, index) => `snippet-${index}.ts`);
  const write = (name: string, index: number): Promise<void> =>
    folder.write(name, `${prelude}\n${snippets[index] ?? ""}\nexport {};\n`);
  await Promise.all(files.map(write));
  try {
    const program = programIn(folder.path, files, { ...common, ...settings[setting] });
    return files.map((name) => {
      const file = program.getSourceFile(join(folder.path, name));
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(textOf);
    });
  } finally {
    await folder.close();
  }
}
