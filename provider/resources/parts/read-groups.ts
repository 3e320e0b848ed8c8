import type { GatewayAppliance } from "../../appliance/gateway/appliance";
import type { AnyDefinition, Live, State } from "../../resource";
import { asDoubtful } from "../../values/origin";
import { quoted } from "../../values/quoted";
import type { CanonicalRule } from "../../values/rule";
import { ipGroup } from "../ip-group";
import { GroupFailures } from "./group-failures";
import { GroupSet, memberOf, type GroupDetails, type Outputs, type Want } from "./group-set";
import { sideBySide } from "./side-by-side";
import { present } from "../../values/collections";

const one: AnyDefinition = ipGroup;

/** Reads the live groups of one resource: one list, then the rules of each group concurrently. */
export async function readGroups(
  gateway: GatewayAppliance,
  state: State<Want, Partial<Outputs>>,
  info: (message: string) => void,
): Promise<Live<Want, Outputs> | undefined> {
  const known = await withNumbers(gateway, state);
  const before = new GroupSet(known);
  const found = new GroupSet();
  const failures = new GroupFailures();
  const names = Object.keys(before.ids);
  await sideBySide(names, async (name) => {
    if (failures.isOver) return;
    try {
      await readInto(found, before, name);
    } catch (error) {
      failures.add(name, "read", error);
    }
  });
  failures.throwIfAny();
  if (names.length > 0 && Object.keys(found.ids).length === 0) return undefined;
  const { id, outputs } = found.done();
  return { id, inputs: { groups: found.members }, outputs };

  async function readInto(into: GroupSet, from: GroupSet, name: string): Promise<void> {
    const { id, inputs, outputs } = from.one(name);
    const notes = {
      info: (message: string): void => {
        info(`group ${quoted(name)}: ${message}`);
      },
    };
    const live = await one.read?.(gateway, { id, inputs, outputs }, notes);
    if (live === undefined) return;
    const shown = live.inputs as { name: string; rules: CanonicalRule[] };
    const { ruleCount, storedName } = live.outputs as typeof outputs;
    const { origin, declaredAs } = from.detailsOf(name) ?? {};
    // If another group already has the live name, keep the name in the state, which is distinct.
    const isFree = from.idOf(shown.name) === undefined && into.idOf(shown.name) === undefined;
    const isRenamed = shown.name !== name && isFree;
    const details: GroupDetails = {
      ruleCount,
      ...present({ storedName, origin }),
      ...(shown.name !== name && !isFree ? asDoubtful({}) : {}),
      ...(isRenamed || declaredAs !== undefined ? { declaredAs: declaredAs ?? name } : {}),
    };
    const declared = from.members[name];
    if (declared === undefined) return;
    into.put(isRenamed ? shown.name : name, memberOf(shown.rules, declared, from), Number(id), details);
  }
}

/** An imported entry has no numbers, so its groups are looked up by name. */
async function withNumbers(
  { ipGroups }: GatewayAppliance,
  state: State<Want, Partial<Outputs>>,
): Promise<State<Want, Partial<Outputs>>> {
  if (state.outputs.groupIds !== undefined) return state;
  const { groups = {} } = state.inputs as Partial<Want>;
  const entries: [string, number][] = [];
  for (const name of Object.keys(groups)) {
    const [groupId, ...others] = await ipGroups.sight.idsNamed(name);
    if (groupId !== undefined && others.length === 0) entries.push([name, groupId]);
  }
  return { ...state, outputs: { ...state.outputs, groupIds: Object.fromEntries(entries) } };
}
