import { alike } from "../../provider/values/collections";
import { accountNameOf, objectId } from "../../provider/values/numbers";
import { sentence, unknownWord } from "../../provider/values/quoted";
import { childrenOf, objectsOf, referencesIn, type ModelObject, type Reference } from "./objects";
import { pathText, type Finding } from "./problem";

/** Checks a model as a whole. It is given as plain data and need not be valid: each check uses the valid parts. */
export function crossCheck(model: unknown): Finding[] {
  const objects = objectsOf(model);
  const of = (kind: string): ModelObject[] => objects.filter((one) => one.kind === kind);
  const all = (kind: string, key: string): Reference[] => of(kind).flatMap((one) => referencesIn(one, key));
  const groups = of("IpGroup");
  return [
    ...unknown("IP group", groups.flatMap(childrenOf), groups),
    ...unknown("profile", [...all("Collector", "profiles"), ...all("Exporter", "profiles")], of("ReplicatorProfile")),
    ...unknownAccounts("user", [...all("UserGroup", "members"), ...all("Membership", "user")], of("User")),
    ...unknownAccounts(
      "user group",
      [...all("User", "userGroups"), ...all("Membership", "userGroup")],
      of("UserGroup"),
    ),
    ...twice(groups),
    ...cycles(groups),
    ...secondNotes(of("Collector"), of("Exporter")),
  ];
}

function nameOf({ inputs }: ModelObject): string {
  return String(inputs["name"]);
}

function error({ steps }: Pick<ModelObject, "steps">, message: string): Finding {
  return { severity: "error", steps, message };
}

/** References to names that nothing in the model has. */
function unknown(what: string, references: readonly Reference[], declared: readonly ModelObject[]): Finding[] {
  const known = declared.map(nameOf);
  return references
    .filter(({ name }) => !known.includes(name))
    .map((one) => error(one, unknownWord(what, one.name, known)));
}

/** Users and user groups may also be references to the gateway: by id, or as `name:<name>`. */
function unknownAccounts(what: string, references: readonly Reference[], declared: readonly ModelObject[]): Finding[] {
  const isOfModel = ({ name }: Reference): boolean =>
    accountNameOf(name) === undefined && !objectId.safeParse(name).success;
  return references.filter(isOfModel).flatMap((one) =>
    unknown(what, [one], declared).map((found) => ({
      ...found,
      message: `${sentence(found.message)} To refer to one on the gateway, write "name:${one.name}"`,
    })),
  );
}

/** IP groups that are declared in different places. The reader of the layers finds those in the same list. */
function twice(groups: readonly ModelObject[]): Finding[] {
  return alike(groups, nameOf).flatMap(([first, ...others]) =>
    others.map((one) =>
      error(
        one,
        `IP group "${nameOf(one)}" is declared twice, first at ${pathText(first.steps)}: declare it once, and refer to it ` +
          "by its name in the other place",
      ),
    ),
  );
}

/** Groups that contain themselves, directly or through others. Each cycle is reported once, where it closes. */
function cycles(groups: readonly ModelObject[]): Finding[] {
  // Of two groups with the same name, the first counts.
  const children = new Map([...groups].reverse().map((group) => [nameOf(group), childrenOf(group)]));
  const done = new Set<string>();
  const findings: Finding[] = [];
  const visit = (name: string, way: readonly string[]): void => {
    for (const child of children.get(name) ?? []) {
      if (way.includes(child.name)) {
        const circle = [...way.slice(way.indexOf(child.name)), child.name].map((one) => `"${one}"`).join(" > ");
        findings.push(error(child, `IP groups contain each other in a cycle, ${circle}: remove one of these links`));
      } else if (!done.has(child.name)) visit(child.name, [...way, child.name]);
    }
    done.add(name);
  };
  for (const name of groups.map(nameOf)) if (!done.has(name)) visit(name, [name]);
  return findings;
}

/** Second notes of an address: a collector and an exporter with the same address share one note. */
function secondNotes(collectors: readonly ModelObject[], exporters: readonly ModelObject[]): Finding[] {
  return exporters.flatMap(({ inputs: { address, description }, steps }) => {
    const same = collectors.find(({ inputs }) => inputs["address"] === address);
    const theirs = same?.inputs["description"];
    if (same === undefined || [description, theirs].includes(undefined) || description === theirs) return [];
    const message =
      `a collector and an exporter with the same address share one note, which ${pathText(same.steps)} sets: remove the ` +
      "description from one of them";
    return [error({ steps: [...steps, "description"] }, message)];
  });
}
