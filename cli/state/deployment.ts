import type { Values } from "../../provider/values/inputs";
import { isDeployment, type Deployment, type StateEntry } from "../engine/state";
import { UsageError } from "../errors";
import { dynamicType, jsonOf, kindOfType, namedBy, pluginType, providerText } from "../engine/urn";

/** Parses the state in the text of a file. */
export function deploymentOf(text: string, file: string): Deployment {
  const advice = `Write it with: pulumi stack export --file ${file}`;
  const value = jsonOf(text);
  if (value === undefined) throw new UsageError(`${file} is not JSON. ${advice}`);
  if (!isDeployment(value)) throw new UsageError(`${file} is not the state of a stack. ${advice}`);
  // An interrupted create may have created an object that the move concerns.
  if ((value.deployment.pending_operations ?? []).length > 0) {
    throw new UsageError(`${file} has operations that were interrupted. Run pulumi refresh first. ${advice}`);
  }
  return value;
}

/** The Pulumi name of a resource. */
export function nameOf({ urn }: StateEntry): string {
  return namedBy(urn).name;
}

/** Whether a resource is of this kind, dynamic or of the provider plugin. */
export function isOfKind({ type }: StateEntry, kind: string): boolean {
  return kindOfType(type) === kind;
}

/** The type of another kind with the same provider as this resource, and the provider text if it is dynamic. */
export function ofKindBeside({ type }: StateEntry, kind: string): { type: string; text: Values } {
  const isDynamic = type === dynamicType(kindOfType(type) ?? "");
  return isDynamic
    ? { type: dynamicType(kind), text: { __provider: providerText(kind) } }
    : { type: pluginType(kind), text: {} };
}

/** The URN of another resource with the same stack, project, parent and provider. */
export function urnBeside(entry: StateEntry, kind: string, name: string): string {
  const [stack = "", project = "", types = ""] = entry.urn.split(/(?<!^urn:pulumi)::/u);
  const above = types.split("$").slice(0, -1);
  return [stack, project, [...above, ofKindBeside(entry, kind).type].join("$"), name].join("::");
}

/**
 * Replaces some resources, and redirects references to them to their replacements. The result is ordered so that each
 * resource comes after its dependencies. Throws if there is no such order.
 */
export function replaced(
  resources: readonly StateEntry[],
  gone: ReadonlyMap<string, readonly string[]>,
  added: readonly StateEntry[],
): StateEntry[] {
  const isAdded = new Set(added.map(({ urn }) => urn));
  const lead = (urns: readonly string[], own: string): string[] => {
    const all = urns.flatMap((urn) => gone.get(urn) ?? [urn]);
    return [...new Set(all)].filter((urn) => urn !== own);
  };
  const first = resources.findIndex(({ urn }) => gone.has(urn));
  const kept = resources.filter(({ urn }) => !gone.has(urn) && !isAdded.has(urn));
  const before = resources.slice(0, first).filter((one) => kept.includes(one)).length;
  const all = [...kept.slice(0, before), ...added, ...kept.slice(before)];
  return inOrder(all.map((entry) => redirected(entry, lead)));
}

function redirected(entry: StateEntry, lead: (urns: readonly string[], own: string) => string[]): StateEntry {
  const { dependencies, propertyDependencies, deletedWith } = entry;
  const [instead] = deletedWith === undefined ? [] : lead([deletedWith], entry.urn);
  const properties = Object.entries(propertyDependencies ?? {}).map(
    ([key, urns]) => [key, urns === null ? null : lead(urns, entry.urn)] as const,
  );
  return {
    ...entry,
    ...(dependencies === undefined ? {} : { dependencies: lead(dependencies, entry.urn) }),
    ...(propertyDependencies === undefined ? {} : { propertyDependencies: Object.fromEntries(properties) }),
    ...(instead === undefined ? {} : { deletedWith: instead }),
  };
}

/** Each resource after its dependencies, otherwise in the given order. */
function inOrder(entries: readonly StateEntry[]): StateEntry[] {
  const byUrn = new Map(entries.map((entry) => [entry.urn, entry]));
  const done = new Set<StateEntry>();
  const open = new Set<StateEntry>();
  const visit = (entry: StateEntry): void => {
    if (done.has(entry)) return;
    if (open.has(entry)) throw new UsageError(circleText(entry));
    open.add(entry);
    for (const urn of needsOf(entry)) {
      const needed = byUrn.get(urn);
      if (needed !== undefined) visit(needed);
    }
    done.add(entry);
  };
  for (const entry of entries) visit(entry);
  return [...done];
}

function needsOf({ parent, provider, dependencies = [], deletedWith }: StateEntry): string[] {
  const providerUrn = provider?.replace(/::[^:]*$/u, "");
  return [parent, providerUrn, deletedWith, ...dependencies].filter((urn) => urn !== undefined);
}

function circleText(entry: StateEntry): string {
  return (
    `${nameOf(entry)} depends on one of the groups that move, and another one of them depends on it, so one resource cannot ` +
    "hold both. Move only some of them: --names."
  );
}
