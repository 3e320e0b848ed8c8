import { sentence, unknownWord } from "../../../provider/values/quoted";
import type { switchSpace, SwitchPosition, Switches } from "../../../simulator";
import { UsageError } from "../../errors";

/** Switches that accept any text or number. All others accept one of the known positions. */
const open: readonly string[] = [
  ...["scriptPath", "staticPermissionType", "reportMaxRows", "treeMaxRows", "rulesMaxRows"],
  ...["automaticRebuildMs", "rebuildMs"],
];

/** Parses switches from the command line, each in the form `name=value`. */
export function switchesOf(given: readonly string[], space: typeof switchSpace): Partial<Switches> {
  const entries = given.map((text): [string, SwitchPosition] => {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/u.exec(text) ?? [];
    const all = `The switches are ${Object.keys(space).toSorted().join(", ")}.`;
    if (name === "") throw new UsageError(`"${text}" is not a switch: write name=value. ${all}`);
    const positions = Object.entries(space).find(([one]) => one === name)?.[1];
    if (positions !== undefined) return [name, positionOf(name, value, positions)];
    throw new UsageError(sentence(unknownWord("switch", name, Object.keys(space)), all));
  });
  return Object.fromEntries(entries);
}

function positionOf(name: string, value: string, positions: readonly SwitchPosition[]): SwitchPosition {
  const known = positions.find((position) => String(position) === value);
  if (known !== undefined) return known;
  if (!open.includes(name))
    throw new UsageError(`The switch ${name} must be one of ${positions.join(", ")}, not "${value}".`);
  if (typeof positions[0] === "string") return value;
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  throw new UsageError(`The switch ${name} must be a whole number, not "${value}".`);
}
