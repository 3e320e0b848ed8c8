import { readFileSync } from "node:fs";

/** How a program in TypeScript is compiled. */
export const compilerOptions = {
  strict: true,
  target: "es2022",
  module: "node16",
  moduleResolution: "node16",
  skipLibCheck: true,
  types: ["node"],
};

/** What a program depends on: this package and what it expects beside itself. */
export function programDependencies(): Record<string, string> {
  const { version, peerDependencies } = manifest();
  return { ...peerDependencies, "pulumi-flowgate": `^${version}` };
}

/** What a program in TypeScript is compiled with. Pulumi 3.270 cannot load TypeScript 7. */
export const developmentDependencies = { "@types/node": "^20", typescript: "^5" } as const;

/** Version of this package. */
export function packageVersion(): string {
  return manifest().version;
}

function manifest(): { version: string; peerDependencies: Readonly<Record<string, string>> } {
  const text = readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8");
  return JSON.parse(text) as { version: string; peerDependencies: Readonly<Record<string, string>> };
}

/** What makes a Pulumi project of a folder that is in none. */
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

/** A file of a project. JSON is YAML too. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
