import { nearWord } from "../../../provider/values/quoted";
import type { switchSpace, SwitchPosition, Switches } from "../../../simulator";
import { UsageError } from "../../errors";

type Space = typeof switchSpace;

/** Switches that accept any text or number. All others accept one of the known positions. */
type OpenSwitch = {
  [Name in keyof Switches]: string extends Switches[Name] ? Name : number extends Switches[Name] ? Name : never;
}[keyof Switches];

const open = {
  scriptPath: true,
  staticPermissionType: true,
  reportMaxRows: true,
  treeMaxRows: true,
  rulesMaxRows: true,
  automaticRebuildMs: true,
  rebuildMs: true,
} as const satisfies Readonly<Record<OpenSwitch, true>>;

/** Parses switches from the command line, each in the form `name=value`. */
export function switchesOf(given: readonly string[], space: Space): Partial<Switches> {
  const entries = given.map((text): [string, SwitchPosition] => {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/u.exec(text) ?? [];
    if (name === "") throw new UsageError(`"${text}" is not a switch: write name=value. ${allOf(Object.keys(space))}`);
    if (!isSwitch(name, space)) throw new UsageError(unknownSwitch(name, Object.keys(space)));
    return [name, positionOf(name, value, space[name])];
  });
  return Object.fromEntries(entries);
}

function isSwitch(name: string, space: Space): name is keyof Switches {
  return Object.hasOwn(space, name);
}

function positionOf(name: keyof Switches, value: string, positions: readonly SwitchPosition[]): SwitchPosition {
  const known = positions.find((position) => String(position) === value);
  if (known !== undefined) return known;
  if (!(name in open))
    throw new UsageError(`The switch ${name} must be one of ${positions.join(", ")}, not "${value}".`);
  if (typeof positions[0] === "string") return value;
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  throw new UsageError(`The switch ${name} must be a whole number, not "${value}".`);
}

function unknownSwitch(name: string, known: readonly string[]): string {
  const near = nearWord(name, known);
  return `There is no switch "${name}". ${near === undefined ? allOf(known) : `Did you mean "${near}"?`}`;
}

function allOf(known: readonly string[]): string {
  return `The switches are ${known.toSorted().join(", ")}.`;
}
