import type { Simulator, Switches } from "../../simulator";
import { storedGroupName } from "../../simulator/gateway/group-names";
import { keptRule } from "../../simulator/gateway/rule-forms";
import { storedDescription } from "../../simulator/replicator/notes";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { type Lines, linesOf, ruleText } from "../support/held";
import { type Declared as Slots, modelOf } from "../property/model";
import { edge, leaf, type Levels, rackNote } from "./program";

/**
 * What the appliances hold, with the names, rules and texts that the program declares in place of those that a box
 * stores for them. The type of product-wide codes is always `app`.
 */
export function heldOf(sim: Simulator): Lines {
  const { exact, lasting } = linesOf(sim);
  const { switches } = sim;
  const rules = keptAs(declaredRules, switches);
  const texts = [
    ...groupNames.map((name) => [storedGroupName(name, switches), name] as const),
    [storedProfileName(edge, switches), edge] as const,
    [storedDescription(rackNote, switches), rackNote] as const,
  ];
  const plain = (line: string): string => {
    const renamed = texts.reduce((text, [stored, name]) => text.replaceAll(stored, () => name), line);
    return renamed
      .replace(/(?<=^rule of .+: )(?:ip|network|range) .+$/u, (rule) => rules.get(rule) ?? rule)
      .replace(`permission ${switches.staticPermissionType} `, "permission app ");
  };
  return { exact: exact.map(plain).sort(), lasting: lasting.map(plain).sort() };
}

/** What they must hold after a run of the program. `base` is what they held before it. */
export function wantedOf(levels: Levels, run: "inputs" | "then", base: Lines): Lines {
  const declared: Slots = new Map(
    levels
      .flatMap((level) => Object.entries(level))
      .map(([name, one]) => {
        const inputs = one[run] ?? one.inputs;
        return [name, { variant: 1, slot: { kind: one.kind, variants: 1, inputs: (_, { idOf }) => inputs(idOf) } }];
      }),
  );
  const { exact, lasting } = modelOf(declared, base);
  return { exact, lasting: [...base.lasting, ...lasting].sort() };
}

type DeclaredRule = readonly [text: string, rule: Parameters<typeof keptRule>[0]];

/** The texts of declared rules, by the texts of the rules that a gateway stores for them. */
export function keptAs(declared: readonly DeclaredRule[], switches: Readonly<Switches>): Map<string, string> {
  return new Map(declared.map(([text, rule]) => [ruleText(keptRule(rule, switches)), text]));
}

/** The content of the stores, to be compared with an earlier content. */
export function storeOf(sim: Simulator): string {
  const snapshot = sim.snapshot({ withoutNotesAndPreferences: true });
  if (sim.switches.ruleIds === "kept") return snapshot;
  // This gateway gives new ids to foreign rules too.
  return JSON.stringify(JSON.parse(snapshot), (key, value: unknown) => {
    return key === "rules" ? Object.values(value as object) : value;
  });
}

const groupNames = [leaf, "Leaf renamed", "Parent"];
/** The rules that a gateway may store in another form. */
const declaredRules: readonly DeclaredRule[] = [
  ["ip 10.51.0.1", { type: "ip", address: "10.51.0.1" }],
  ["ip 10.51.0.2", { type: "ip", address: "10.51.0.2" }],
  ["network 10.50.0.0/16", { type: "network", address: "10.50.0.0", mask: "16" }],
  ["network 10.52.0.0/16", { type: "network", address: "10.52.0.0", mask: "16" }],
  ["network 10.52.0.0/17", { type: "network", address: "10.52.0.0", mask: "17" }],
];
