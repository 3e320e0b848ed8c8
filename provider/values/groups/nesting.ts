import { quoted, unknownWord } from "../quoted";
import { FAULT_SEPARATOR } from "../schema";
import { childNames, targetOf, type Child, type GroupMember } from "./member";

/** The part of groups that nesting depends on. */
type Nested = Readonly<Record<string, Pick<GroupMember, "children">>>;

/** The fault in the children of groups: unknown names and circles. Pure; also accepts groups with faults. */
export function nestingFault(value: Readonly<Record<string, unknown>>): { path: string; message: string } | undefined {
  const groups = nestedIn(value["groups"]);
  const unknown = Object.entries(groups).flatMap(([name, { children }]) =>
    children
      .filter((child) => targetOf(child, groups) === undefined)
      .map((child) => `${quoted(name)}: ${unknownWord("child", String(child), Object.keys(groups))}`),
  );
  const faults = [...unknown, ...circlesIn(groups)];
  return faults.length === 0 ? undefined : { path: "groups", message: faults.join(FAULT_SEPARATOR) };
}

/** The names of groups in the order of nesting: all children of a level's groups are in the levels before it. */
export function levelsOf(groups: Nested): string[][] {
  const depths = new Map<string, number>();
  const depthOf = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    // A circle in an edited state must not recurse forever.
    depths.set(name, 0);
    const below = childNames(groups[name] ?? { children: [] }, groups).map((child) => depthOf(child) + 1);
    const depth = Math.max(0, ...below);
    depths.set(name, depth);
    return depth;
  };
  const levels: string[][] = [];
  for (const name of Object.keys(groups)) (levels[depthOf(name)] ??= []).push(name);
  return levels;
}

function nestedIn(value: unknown): Nested {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).map(([name, member]) => {
    const children = (member as { children?: unknown } | null)?.children;
    const known = Array.isArray(children) ? children.filter(isChild) : [];
    return [name, { children: known }] as const;
  });
  return Object.fromEntries(entries);
}

function isChild(value: unknown): value is Child {
  return typeof value === "string" || typeof value === "number";
}

/**
 * The circles of groups that contain themselves, directly or through others. Each is reported once, where it closes.
 */
function circlesIn(groups: Nested): string[] {
  const done = new Set<string>();
  const faults: string[] = [];
  const visit = (name: string, way: readonly string[]): void => {
    for (const child of childNames(groups[name] ?? { children: [] }, groups)) {
      const from = way.indexOf(child);
      if (from >= 0) faults.push(circleText([...way.slice(from), child]));
      else if (!done.has(child)) visit(child, [...way, child]);
    }
    done.add(name);
  };
  for (const name of Object.keys(groups)) if (!done.has(name)) visit(name, [name]);
  return faults;
}

function circleText(way: readonly string[]): string {
  return `groups contain each other in a cycle, ${way.map(quoted).join(" > ")}: remove one of these links`;
}
