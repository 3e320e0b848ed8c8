import fc from "fast-check";
import { commentOf, summaryOf } from "../../cli/summary";
import { readPreviews } from "../../cli/engine/preview";
import { type Simulator, startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { factsOf } from "../support/held";
import { isLong } from "../support/long";
import { startRun } from "../support/in-process";
import { type Declared, programOf } from "./model";
import type { Slot } from "./slot";
import { slotsWith } from "./slots";
import { Stack } from "./stack";

if (isLong) jest.setTimeout(1_800_000);

/**
 * For random pairs of programs, the numbers of created, deleted and changed objects in the comment's table and title
 * are those by which the second `up` changes the simulator's stores. `FLOWGATE_SEED` chooses other cases.
 */
const RUNS = isLong ? 1_000 : 10;

const { floors, leaf, lone, south } = slotsWith(1);
/** Permissions of a group of the factory: those that a group copies from its template are in no program. */
const rights: Slot = {
  kind: "PermissionSet",
  variants: 8,
  inputs: (variant) => ({ userGroup: 2, permissions: seccodes.filter((_, at) => ((variant - 1) >> at) % 2 === 1) }),
};
const seccodes = ["auditing", "runReport", "tos"].map((seccode) => ({ permissionType: "app", seccode }));
/** Without the variants that take what another slot gives up. */
const plain = (slot: Slot | undefined, variants: number): Slot => ({ ...(slot as Slot), variants });
const slots: Readonly<Record<string, Slot>> = {
  floors: plain(floors, 4),
  leaf: leaf as Slot,
  lone: plain(lone, 2),
  south: plain(south, 3),
  rights,
};

/** A variant of each slot. 0: it is not declared. */
const program = fc.tuple(...Object.values(slots).map(({ variants }) => fc.nat(variants)));

/** The objects in the simulator's stores by kind and identity, each with its values as text. */
function held(sim: Simulator): Record<string, Map<string, string>> {
  const of = (kind: string): Map<string, string> =>
    new Map([...factsOf(sim)].flatMap(([key, { content }]) => (key.startsWith(kind) ? [[key, content]] : [])));
  return { IpGroup: of("IP group "), Permission: of("permission "), ReplicatorProfile: of("profile ") };
}

/** Numbers of deleted, changed and created objects of a kind. */
type Numbers = Readonly<Record<"delete" | "update" | "create", number>>;

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Numbers {
  return {
    delete: [...before.keys()].filter((id) => !after.has(id)).length,
    update: [...before].filter(([id, text]) => after.has(id) && after.get(id) !== text).length,
    create: [...after.keys()].filter((id) => !before.has(id)).length,
  };
}

/** The numbers in a comment: in its table, or without one by the sign before its only change. */
function numbersIn(comment: string, kind: string, noun: string): Numbers {
  const lines = comment.split("\n");
  const cells = (line: string): string[] => line.split("|").map((cell) => cell.trim());
  const heads = cells(lines.find((line) => line.startsWith("|  |")) ?? "");
  const row = lines.find((line) => line.startsWith(`| \`${kind}\` |`));
  const signs = { delete: "-", update: "~", create: "+" } as const;
  const of = (column: keyof typeof signs): number =>
    heads.length > 1
      ? Number(cells(row ?? "")[heads.indexOf(column)] ?? 0)
      : lines.filter((line) => line.startsWith(`**${signs[column]} ${noun} `)).length;
  return { delete: of("delete"), update: of("update"), create: of("create") };
}

/** The number of losses of a kind that the title names. */
function lossesIn(comment: string, noun: string): number {
  const title = comment.split("\n")[2] ?? "";
  return Number(
    new RegExp(`⚠ (?:deletes|withdraws) (?:\\d+ [^,;*]+, )*?(\\d+) ${noun}s?[,;*]`, "u").exec(title)?.[1] ?? 0,
  );
}

async function checkPair(first: readonly number[], second: readonly number[]): Promise<void> {
  const sim = await startSimulator({ https: false });
  try {
    const [former, wanted] = [first, second].map((variants) => programOf(slots, (_, at) => variants[at] ?? 0)) as [
      Declared,
      Declared,
    ];
    const stack = new Stack(() => undefined);
    // Each program runs in a command of its own, with a provider that remembers nothing.
    const up = async (declared: Declared): Promise<void> => {
      stack.begin(startRun(configFor(sim)));
      const { errors } = await stack.up(declared, { parallel: 1, continueOnError: false, choose: () => 0 });
      expect(errors).toEqual([]);
    };
    await up(former);
    stack.begin(startRun(configFor(sim)));
    const steps = (await stack.preview(wanted)).map(({ slot, ...step }) => ({ urn: urnOf(slot), ...step }));
    const previews = readPreviews(JSON.stringify({ steps, changeSummary: {} }), "preview");
    const comment = commentOf(summaryOf(previews), {});

    const before = held(sim);
    await up(wanted);
    const after = held(sim);
    const kinds = { IpGroup: "IP group", Permission: "permission", ReplicatorProfile: "profile" };
    for (const [kind, noun] of Object.entries(kinds)) {
      const real = changed(before[kind] ?? new Map(), after[kind] ?? new Map());
      expect({ kind, ...numbersIn(comment, kind, noun) }).toEqual({ kind, ...real });
      expect({ kind, losses: lossesIn(comment, noun) }).toEqual({ kind, losses: real.delete });
    }
    const losses = Object.keys(kinds).some((kind) =>
      [...(before[kind] ?? [])].some(([id]) => after[kind]?.has(id) !== true),
    );
    if (losses) expect(comment).not.toContain("nothing is deleted");
  } finally {
    await sim.close();
  }
}

const urnOf = (slot: string): string =>
  `urn:pulumi:dev::brown::pulumi-nodejs:dynamic/flowgate:${slots[slot]?.kind ?? ""}::${slot}`;

test("the numbers of objects in a comment are those that the up then creates, deletes and changes", async () => {
  const seed = Number(process.env["FLOWGATE_SEED"] ?? 31);
  await fc.assert(fc.asyncProperty(program, program, checkPair), { numRuns: RUNS, seed });
});
