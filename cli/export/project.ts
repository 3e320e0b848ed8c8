import { readFileSync } from "node:fs";

/** Compiler options for programs in TypeScript. */
export const compilerOptions = {
  strict: true,
  target: "es2022",
  module: "node16",
  moduleResolution: "node16",
  skipLibCheck: true,
  types: ["node"],
};

/** Dependencies of a program: this package and its peer dependencies. */
export function programDependencies(): Record<string, string> {
  const { version, peerDependencies } = manifest();
  return { ...peerDependencies, "pulumi-flowgate": `^${version}` };
}

/** Development dependencies of a program in TypeScript. Pulumi 3.270 cannot load TypeScript 7. */
export const developmentDependencies = { "@types/node": "^20", typescript: "^5" } as const;

/** Version of this package. */
export function packageVersion(): string {
  return manifest().version;
}

function manifest(): { version: string; peerDependencies: Readonly<Record<string, string>> } {
  const text = readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8");
  return JSON.parse(text) as { version: string; peerDependencies: Readonly<Record<string, string>> };
}

/** The files that turn a folder outside of any project into a Pulumi project. */
export function projectFiles(name: string): { path: string; text: string }[] {
  const project = {
    name: name.replace(/[^\w.-]+/gu, "-"),
    runtime: "nodejs",
    description: "Written by flowgate export",
  };
  const dependencies = programDependencies();
  const devDependencies = developmentDependencies;
  return [
    { path: "Pulumi.yaml", text: jsonFile(project) },
    { path: "package.json", text: jsonFile({ name: project.name, private: true, dependencies, devDependencies }) },
    { path: "tsconfig.json", text: jsonFile({ compilerOptions, files: ["index.ts"] }) },
  ];
}

/** Text of a project file. JSON is valid YAML too. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
