import { spawnSync } from "node:child_process";

/** A changed line of a file, and the object that it is part of; undefined for the frame around objects. */
export interface ChangedLine {
  readonly text: string;
  readonly owner: string | undefined;
}

/** The changed lines between two files, as git finds them. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--unified=0", before, after], { encoding: "utf8" });
  const sides = [before, after].map((file) => spawnSync("cat", [file], { encoding: "utf8" }).stdout.split("\n"));
  const found: ChangedLine[] = [];
  const hunks = stdout.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gmu);
  for (const [, from = "", less = "1", to = "", more = "1"] of hunks) {
    for (const [side, first, count] of [
      [0, from, less],
      [1, to, more],
    ] as const) {
      const lines = sides[side] ?? [];
      for (let at = Number(first) - 1; at < Number(first) - 1 + Number(count); at += 1) {
        const text = lines[at] ?? "";
        // The end of a block looks the same in all blocks, so a diff may show that of a neighbor.
        if (/^[\s\][{}(),;]*(?:options)?[\s\][{}(),;]*$/u.test(text)) continue;
        // The comment of what is removed stays, on a line of its own.
        if (/^\s*(?:\/\/|#)/u.test(text)) continue;
        found.push({ text, owner: before.endsWith(".yaml") ? ownerInModel(lines, at) : ownerInProgram(lines, at) });
      }
    }
  }
  return found;
}

const quoted = String.raw`"(?:[^"\\]|\\.)*"`;

/** The thing in a list of a model that a line belongs to. */
function ownerInModel(lines: readonly string[], at: number): string | undefined {
  const item = new RegExp(`^ *- (?:name|address|cidr): (${quoted})`, "u");
  const indentOf = (line: string): number => line.search(/[^ ]/u);
  let limit = Infinity;
  for (let index = at; index >= 0; index -= 1) {
    const line = lines[index] ?? "";
    const indent = indentOf(line);
    if (index < at && indent >= limit) continue;
    const name = item.exec(line)?.[1];
    if (name !== undefined) return JSON.parse(name) as string;
    limit = indent;
  }
  return undefined;
}

/** The object that the statement around a line declares, or the group of an `IpGroups`. */
function ownerInProgram(lines: readonly string[], at: number): string | undefined {
  const isStart = (line = ""): boolean => /^(?:export const|const|new|import) ?/u.test(line);
  let start = at;
  while (start > 0 && !isStart(lines[start])) start -= 1;
  let end = start + 1;
  while (end < lines.length && !isStart(lines[end])) end += 1;
  const statement = lines.slice(start, end).join("\n");
  if (/new IpGroups\(/u.test(statement)) {
    for (let index = at; index > start; index -= 1) {
      const key = new RegExp(`^ {4}(${quoted}|\\w+): `, "u").exec(lines[index] ?? "")?.[1];
      if (key !== undefined) return key.startsWith('"') ? (JSON.parse(key) as string) : key;
    }
  }
  const name = new RegExp(`(?:name|address|cidr): (${quoted})`, "u").exec(statement)?.[1];
  return name === undefined ? undefined : (JSON.parse(name) as string);
}
