import { existsSync, readFileSync } from "node:fs";
import { resolve, join } from "node:path";
import { projectFile } from "../../engine/run";
import { UsageError } from "../../errors";
import { programFiles, type Template } from "./templates";
import { namesIn, writeFiles, type NewFile } from "../../files";
import { z } from "zod";
import { textAt } from "../../../lib/model/text-file";
import { yamlText } from "../../../lib/output/json";
import {
  compilerOptions,
  developmentDependencies,
  jsonFile,
  packageManagerOf,
  programDependencies,
} from "../../project";
import { someOf } from "../../../provider/values/quoted";

/** The written files, and the packages that are still missing. */
export interface Initialised {
  readonly files: readonly string[];
  /** Whether `package.json` was there before. */
  readonly hadManifest: boolean;
  readonly manager: ReturnType<typeof packageManagerOf>;
  readonly missing: readonly string[];
}

/** Writes a project into an empty folder. Files that an installation has left there are allowed. */
export async function initialise(folder: string, choice: ProjectChoice): Promise<Initialised> {
  await assertEmpty(folder);
  if (projectFile(folder) !== undefined) {
    throw new UsageError(`${folder} is already inside a Pulumi project. Nothing was written.`);
  }
  const manifest = textAt(join(folder, "package.json"));
  const all = [...projectFiles(choice, manifest, resolve(folder, "package.json")), ...programFiles[choice.template]];
  // A .gitignore that is there already belongs to its author.
  const files = all.filter(({ path }) => path !== ".gitignore" || !existsSync(resolve(folder, path)));
  await writeFiles(folder, files, (reason) => `Nothing was written: ${folder} cannot be filled (${reason}).`);
  const written = files.find(({ path }) => path === "package.json")?.text ?? "{}";
  return {
    files: files.map(({ path }) => path),
    hadManifest: manifest !== undefined,
    manager: packageManagerOf(folder),
    missing: missingPackages(folder, written),
  };
}

/** Files in a folder that still counts as empty: those of package managers and git, and readme and license files. */
const harmless =
  /^(?:node_modules|package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|\.(?:git.*|npmrc|pnp\..*|yarn.*|nvmrc|node-version|DS_Store)|readme.*|licen[cs]e.*)$/iu;

/** Maximum number of names in a message. */
const MOST_NAMES = 5;

/** Refuses a folder if a project could overwrite something in it. */
export async function assertEmpty(folder: string): Promise<void> {
  const found = (await namesIn(folder)).filter((name) => !harmless.test(name));
  if (found.length === 0) return;
  throw new UsageError(
    `${folder} is not empty: it has ${someOf(found.sort(), MOST_NAMES)}. Nothing was written. Name a ` +
      "new folder: flowgate init <folder>",
  );
}

/** Choices for a new project. */
export interface ProjectChoice {
  readonly template: Template;
  readonly name: string;
  readonly stack: string;
  /** URL of the appliance, if known. */
  readonly gateway: string | undefined;
  readonly replicator: string | undefined;
  /** Whether the provider plugin serves the stack. */
  readonly plugin: boolean;
}

/** The files of every project, regardless of its template. */
function projectFiles(choice: ProjectChoice, manifest: string | undefined, path: string): NewFile[] {
  const isTypeScript = choice.template !== "javascript";
  return [
    // Pulumi rewrites the file of a stack without its comments, but never this one.
    { path: "Pulumi.yaml", text: `${howToConfigure}${yamlText(pulumiProject(choice, isTypeScript))}` },
    { path: `Pulumi.${choice.stack}.yaml`, text: stackText(choice) },
    { path: ".gitignore", text: ignored },
    { path: "package.json", text: manifestText(choice, manifest, path) },
    ...(isTypeScript ? [{ path: "tsconfig.json", text: jsonFile({ compilerOptions, files: ["index.ts"] }) }] : []),
  ];
}

function pulumiProject({ name, plugin }: ProjectChoice, typescript: boolean): object {
  const providers = [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }];
  return {
    name,
    description: "A management gateway and a flow replicator, declared with pulumi-flowgate",
    runtime: { name: "nodejs", options: { typescript } },
    ...(plugin ? { plugins: { providers } } : {}),
  };
}

/** File with the data of simulated appliances. */
const SIMULATED = "appliances.json";

const howToConfigure = `# Where the appliances of a stack are. Variables such as FLOWGATE_GATEWAY_URL apply if its configuration sets nothing, so
# \`npx flowgate simulate\` is enough to try it. For appliances of your own:
#
#   pulumi config set --path flowgate:gateway.url https://gateway.example.net
#   pulumi config set --path --secret flowgate:gateway.token "$GATEWAY_TOKEN"
#   pulumi config set --path flowgate:replicator.url https://replicator.example.net
#   pulumi config set --path flowgate:replicator.user admin
#   pulumi config set --path --secret flowgate:replicator.password "$REPLICATOR_PASSWORD"
`;

/** The data of the simulator hold a token; a snapshot and a journal hold names and addresses of a site. */
const ignored = `node_modules/
/${SIMULATED}
/flowgate.snapshot.json
/flowgate-certify.journal
/.fleet/
`;

function stackText({ gateway, replicator, plugin }: ProjectChoice): string {
  const config = {
    ...(gateway === undefined ? {} : { "flowgate:gateway": { url: gateway } }),
    ...(replicator === undefined ? {} : { "flowgate:replicator": { url: replicator } }),
    ...(plugin ? { "flowgate:plugin": true } : {}),
  };
  return yamlText({ config });
}

const manifestSchema = z.looseObject({
  name: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

/** Pulumi compiles programs with the TypeScript of the project. It cannot load this major version or later ones. */
const FIRST_FOREIGN_TYPESCRIPT = 7;

/** Dependencies with a TypeScript that Pulumi can load. */
function withTypeScript(dependencies: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { typescript } = dependencies;
  return typescript === undefined || majorOf(typescript) < FIRST_FOREIGN_TYPESCRIPT
    ? { ...dependencies }
    : { ...dependencies, typescript: developmentDependencies.typescript };
}

/** The first number of a version or a range; 0 if there is none. */
function majorOf(version: string): number {
  return Number(/\d+/u.exec(version)?.[0] ?? 0);
}

/**
 * The package.json that an installation has left, completed for the project. Its versions stay, except for a TypeScript
 * that Pulumi cannot load.
 */
function manifestText({ name, template }: ProjectChoice, manifest: string | undefined, path: string): string {
  const given = manifest === undefined ? {} : manifestOf(manifest, path);
  const isTypeScript = template !== "javascript";
  const development = isTypeScript ? developmentDependencies : {};
  const needed = { ...programDependencies(), ...withTypeScript(given.dependencies) };
  const devDependencies = Object.entries({ ...development, ...withTypeScript(given.devDependencies) }).filter(
    ([dependency]) => !(dependency in needed),
  );
  return jsonFile({
    ...given,
    name: given.name ?? name.toLowerCase(),
    private: true,
    // Pulumi derives the module format from it.
    type: isTypeScript ? "commonjs" : "module",
    main: isTypeScript ? "index.ts" : "index.js",
    dependencies: needed,
    ...(devDependencies.length === 0 ? {} : { devDependencies: Object.fromEntries(devDependencies) }),
  });
}

function manifestOf(text: string, path: string): z.output<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${path} is not a package.json that can be extended. Nothing was written.`, { cause });
  }
}

/** Packages of a project that cannot be resolved from its folder, or not in a version that Pulumi can load. */
function missingPackages(folder: string, manifest: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(manifest) as z.output<typeof manifestSchema>;
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isInstalled(folder, name));
}

function isInstalled(folder: string, name: string): boolean {
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) return false;
  if (name !== "typescript") return true;
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return majorOf(version) < FIRST_FOREIGN_TYPESCRIPT;
}
