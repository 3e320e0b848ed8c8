import { alike } from "../../../provider/values/alike";
import { type Finding, pathText } from "../problem";
import type { GroupView, ModelView, Reference } from "../view";

/**
 * Finds duplicate declarations of an IP group in different places. The reader of the layers finds those in the same
 * list.
 */
export function checkDuplicateGroups({ groups }: ModelView): Finding[] {
  return alike(groups, ({ name }) => name).flatMap(([first, ...others]) =>
    others.map(({ name, steps }): Finding => {
      const message =
        `IP group "${name}" is declared twice, first at ${pathText(first.steps)}: declare it once, and refer to ` +
        "it by its name in the other place";
      return { severity: "error", steps, message };
    }),
  );
}

/** Finds groups that contain themselves, directly or through others. Each cycle is reported once, where it closes. */
export function checkCycles({ groups }: ModelView): Finding[] {
  const byName = groupsByName(groups);
  const done = new Set<string>();
  const findings: Finding[] = [];
  const visit = (name: string, way: readonly string[]): void => {
    for (const child of byName.get(name)?.children ?? []) {
      if (way.includes(child.name)) findings.push(cycle(child, way.slice(way.indexOf(child.name))));
      else if (!done.has(child.name)) visit(child.name, [...way, child.name]);
    }
    done.add(name);
  };
  for (const { name } of groups) if (!done.has(name)) visit(name, [name]);
  return findings;
}

function cycle(closing: Reference, way: readonly string[]): Finding {
  const circle = [...way, closing.name].map((name) => `"${name}"`).join(" > ");
  const message = `IP groups contain each other in a cycle, ${circle}: remove one of these links`;
  return { severity: "error", steps: closing.steps, message };
}

/** Groups by name. Of two with the same name, the first counts. */
function groupsByName(groups: readonly GroupView[]): ReadonlyMap<string, GroupView> {
  return new Map([...groups].reverse().map((group) => [group.name, group]));
}
