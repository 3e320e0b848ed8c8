import fc from "fast-check";
import { commentOf, summaryOf } from "../../cli/summary";
import { readPreviews } from "../../cli/engine/preview";
import { type Simulator, startSimulator } from "../../simulator";
import { Resource } from "../lifecycle/resource";
import { configFor } from "../support/configuration";
import { factsOf } from "../support/held";
import { isLong } from "../support/long";
import type { Properties } from "../support/provider-calls";
import { startRun } from "../support/in-process";

/**
 * For random pairs of programs, the numbers of created, deleted and changed objects in the comment's table and title
 * are those by which the second `up` changes the simulator's stores. `FLOWGATE_SEED` chooses other cases.
 */
const RUNS = isLong ? 1_000 : 20;

/** What a program declares: each part absent, or in one of some variants. */
interface Program {
  /** Rules of each group in an `IpGroups`, by name. */
  readonly groups: Readonly<Record<string, number>>;
  /** The group in the first program that `New` is renamed from. */
  readonly renamed: boolean;
  readonly single: number | undefined;
  readonly rights: readonly string[];
  readonly profile: boolean | undefined;
}

const variant = fc.integer({ min: 0, max: 2 });
const program: fc.Arbitrary<Program> = fc.record({
  groups: fc.dictionary(fc.constantFrom("A", "B", "C", "D"), variant, { maxKeys: 4, noNullPrototype: true }),
  renamed: fc.boolean(),
  single: fc.option(variant, { nil: undefined }),
  rights: fc.subarray(["auditing", "runReport", "tos"]),
  profile: fc.option(fc.boolean(), { nil: undefined }),
});

const rulesOf = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ type: "ip", address: `10.0.0.${at + 1}` }));

function declared({ groups, single, rights, profile }: Program, former?: string): Record<string, [string, Properties]> {
  const members = Object.fromEntries(Object.entries(groups).map(([name, count]) => [name, { rules: rulesOf(count) }]));
  const renamed = former === undefined ? {} : { New: { rules: rulesOf(1), formerNames: [former] } };
  return {
    all: ["IpGroups", { groups: { ...members, ...renamed } }],
    may: [
      "PermissionSet",
      { userGroupId: 2, permissions: rights.map((seccode) => ({ permissionType: "app", seccode })) },
    ],
    ...(single === undefined ? {} : { single: ["IpGroup", { name: "Single", rules: rulesOf(single) }] }),
    ...(profile === undefined
      ? {}
      : { flows: ["ReplicatorProfile", { name: "flows", listeningPort: 2055, sendingPort: 2056, enabled: profile }] }),
  };
}

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

async function checkPair(first: Program, second: Program): Promise<void> {
  const sim = await startSimulator({ https: false });
  try {
    const config = configFor(sim);
    const resources = new Map<string, Resource>();
    // Each program runs in a command of its own, with a provider that remembers nothing.
    let run = startRun(config);
    const world = { provider: { kind: (name: string) => run.kind(name) }, witness: () => undefined };
    const resourceOf = (name: string, kind: string): Resource => {
      const known = resources.get(name) ?? new Resource(world, kind, name);
      resources.set(name, known);
      return known;
    };
    for (const [name, [kind, inputs]] of Object.entries(declared(first))) await resourceOf(name, kind).up(inputs);
    run = startRun(config);
    const [former] = Object.keys(first.groups).filter((name) => !Object.hasOwn(second.groups, name));
    const wanted = declared(second, second.renamed ? former : undefined);
    const steps: object[] = [];
    for (const [name, resource] of resources) {
      if (wanted[name] === undefined) steps.push(stepOf("delete", name, resource, undefined));
    }
    for (const [name, [kind, inputs]] of Object.entries(wanted)) {
      const resource = resourceOf(name, kind);
      const op = resource.exists ? await resource.preview(inputs) : "create";
      steps.push(stepOf(op, name, resource, inputs));
    }
    const previews = readPreviews(JSON.stringify({ steps, changeSummary: {} }), "preview");
    const comment = commentOf(summaryOf(previews), { longest: 65_536 });

    const before = held(sim);
    run = startRun(config);
    for (const [name, resource] of resources) if (wanted[name] === undefined) await resource.remove();
    for (const [name, [kind, inputs]] of Object.entries(wanted)) await resourceOf(name, kind).up(inputs);
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

/** A step of a preview, as the engine writes it. */
function stepOf(op: string, name: string, resource: Resource, inputs: Properties | undefined): object {
  const urn = `urn:pulumi:dev::brown::pulumi-nodejs:dynamic/flowgate:${resource.kind}::${name}`;
  const { exists } = resource;
  return {
    op,
    urn,
    ...(exists ? { oldState: { id: resource.id, inputs: resource.inputs, outputs: resource.outputs } } : {}),
    ...(inputs === undefined ? {} : { newState: { inputs } }),
  };
}

test("the numbers of objects in a comment are those that the up then creates, deletes and changes", async () => {
  const seed = Number(process.env["FLOWGATE_SEED"] ?? 31);
  await fc.assert(fc.asyncProperty(program, program, checkPair), { numRuns: RUNS, seed });
});
