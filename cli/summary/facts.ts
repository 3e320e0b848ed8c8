import type { Values } from "../../provider/values/inputs";
import type { Facts } from "./findings";
import { textOf } from "../../provider/values/value-text";

/** The facts that a picture shows, by kind. */
const facts: Readonly<Record<string, (values: Values) => Facts>> = {
  Collector: member,
  Exporter: member,
  Policy: ({ profile }) => ({ profiles: [nameOf(profile)] }),
  ReplicatorProfile: ({ name, listeningPort, sendingPort }) => ({
    called: nameOf(name),
    ports: `UDP ${textOf(listeningPort)} → ${textOf(sendingPort)}`,
  }),
  IpGroup: ({ name, groupId, rules }) => ({
    called: nameOf(name),
    ...(groupId === undefined ? {} : { groupId: nameOf(groupId) }),
    children: listOf(rules).flatMap((rule) => (isChild(rule) ? [nameOf(rule.groupId)] : [])),
  }),
};

/** The facts of an object in one state. `id` is its number, if it is known. */
export function factsOf(kind: string, values: Values | undefined, id?: string): Facts | undefined {
  if (values === undefined || !Object.hasOwn(facts, kind)) return undefined;
  return facts[kind]?.(id === undefined ? values : { groupId: id, ...values });
}

function member({ address, profiles }: Values): Facts {
  return { address: nameOf(address), profiles: listOf(profiles).map(nameOf) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(value: unknown): string {
  return textOf(value);
}

function isChild(rule: unknown): rule is { readonly groupId: unknown } {
  return typeof rule === "object" && rule !== null && "type" in rule && rule.type === "child" && "groupId" in rule;
}
