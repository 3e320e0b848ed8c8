import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * A folder with a Pulumi project, and a `pulumi` in PATH that prints the configuration and the state in the folder's
 * files, as the real one does. The real engine takes half a second and has tests of its own.
 */
export function stackOf(
  values: Readonly<Record<string, unknown>>,
  cwd = temporaryFolder(),
): { env: Record<string, string>; cwd: string } {
  const config = Object.entries(values).map(([key, value]) => {
    return [`flowgate:${key}`, { value: JSON.stringify(value), objectValue: value, secret: true }];
  });
  const bin = join(cwd, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(cwd, "config.json"), JSON.stringify(Object.fromEntries(config)));
  writeFileSync(join(cwd, "state.json"), JSON.stringify({ version: 3, deployment: { resources: [] } }));
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
  const script = ["#!/bin/sh", 'case "$1" in', `config) cat "${cwd}/config.json" ;;`, `*) cat "${cwd}/state.json" ;;`];
  writeFileSync(join(bin, "pulumi"), [...script, "esac", ""].join("\n"));
  chmodSync(join(bin, "pulumi"), 0o755);
  return { cwd, env: { PATH: [bin, process.env["PATH"]].join(delimiter) } };
}

/** An entry of a state: a dynamic resource with these inputs, which are outputs too. */
export function entryOf(kind: string, name: string, id: string, inputs: object, outputs: object = {}): object {
  const type = `pulumi-nodejs:dynamic/flowgate:${kind}`;
  const urn = `urn:pulumi:dev::program::${type}::${name}`;
  return { urn, type, id, custom: true, inputs, outputs: { ...inputs, ...outputs } };
}
