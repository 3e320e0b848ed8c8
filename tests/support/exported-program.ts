import * as pulumi from "@pulumi/pulumi";
import { join, posix } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import * as sdk from "../../sdk";

/** A resource as the program registers it. */
export interface Registered {
  /** E.g. `IpGroup`. Undefined for components and for resources of other packages. */
  readonly kind: string | undefined;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The result of creating a resource. */
export interface Made {
  readonly id: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * Runs an exported program in this process. `make` is called for each resource, after the resources that it refers to,
 * and returns its id and outputs. Resolves with all resources once the program has ended. Throws if the program or
 * `make` throws.
 */
export async function runExported(
  folder: string,
  files: ReadonlyMap<string, string>,
  make: (resource: Registered) => Promise<Made>,
): Promise<Registered[]> {
  const registered: Registered[] = [];
  const pending: Promise<unknown>[] = [];
  const faults: unknown[] = [];
  const newResource = async ({ type, name, inputs }: pulumi.runtime.MockResourceArgs) => {
    const kind = /^pulumi-nodejs:dynamic\/flowgate:(\w+)$/u.exec(type)?.[1];
    const {
      __provider: _text,
      __declaredAs: _name,
      __declaredIn: _parent,
      ...rest
    } = inputs as Record<string, unknown>;
    const resource = { kind, name, inputs: rest };
    registered.push(resource);
    if (kind === undefined) return { id: `${name}-id`, state: {} };
    const work = make(resource).catch((error: unknown) => {
      faults.push(error);
      throw error;
    });
    pending.push(work.catch(() => undefined));
    const { id, outputs } = await work;
    return { id, state: { ...(inputs as object), ...outputs } };
  };
  // Pulumi keeps a stack trace for each of its many promises, and jest looks up the source of every line in it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  try {
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", false);
    evaluate(folder, files, "index.ts", new Map());
    await pulumi.runtime.disconnect().catch((error: unknown) => faults.push(error));
    await Promise.all(pending);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  if (faults.length > 0) throw faults[0];
  return registered;
}

/** Runs a file as a CommonJS module, once. Relative imports resolve to the other written files. */
function evaluate(
  folder: string,
  files: ReadonlyMap<string, string>,
  file: string,
  loaded: Map<string, object>,
): object {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const text = files.get(file);
  if (text === undefined) throw new Error(`There is no file ${file}.`);
  const { outputText } = transpileModule(text, {
    compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
  });
  const module = { exports: {} };
  loaded.set(file, module.exports);
  const load = (name: string): unknown => {
    if (name === "pulumi-flowgate") return sdk;
    if (name === "node:path") return { join };
    if (name === "@pulumi/pulumi") return pulumi;
    return evaluate(folder, files, `${posix.normalize(name)}.ts`, loaded);
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the program under test
  const run = new Function("require", "module", "exports", "__dirname", outputText) as (...given: unknown[]) => void;
  run(load, module, module.exports, folder);
  return module.exports;
}
