import { Kinds, kinds, type Kind } from "../../../lib/site/kinds";
import type { Values } from "../../../provider/values/inputs";
import { programOf, surround } from "../../kinds/program";
import type { Surroundings } from "../../kinds/sample";
import { configurationOf } from "../recorded/support";
import { closeAll, entryOf, hosts, startSite, urnOf, type Run, type Site } from "./support";

afterAll(closeAll);

/** The kinds that the API has no action to read. */
const unread: readonly Kind[] = ["User", "UserGroup", "UserPreferences", "Membership", "Permission", "PermissionSet"];
const readable = kinds.filter((kind) => !unread.includes(kind));
/** The kinds that a command lists by themselves: a rule and a set of groups are listed as groups. */
const listed = readable.filter((kind) => kind !== "IpGroupRule" && kind !== "IpGroups");

interface Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** A site with one resource of each kind, and each of two groups that an `IpGroups` has. */
interface Held {
  readonly site: Site;
  readonly around: Surroundings;
  readonly entries: readonly Entry[];
  /** The inputs of each resource after a change of it. */
  readonly second: ReadonlyMap<Kind, Values>;
}

type Host = keyof typeof hosts;

const bulk = {
  first: { groups: { North: { rules: [{ type: "ip", address: "10.61.0.1" }] }, South: {} } },
  second: { groups: { North: { rules: [{ type: "ip", address: "10.61.0.2" }] }, South: { rules: [{ type: "all" }] } } },
};

/** The calls that the engine makes in one run of a program. */
const run = ({ sim }: Site): Kinds => new Kinds(configurationOf(sim));

/** Creates a resource of each kind on appliances, through the same calls that the engine makes. */
async function held(): Promise<Held> {
  const site = await startSite();
  const around = surround(site.sim);
  const program = { ...programOf(around), IpGroups: { kind: "IpGroups", ...bulk } };
  const all = run(site);
  const second = new Map<Kind, Values>();
  const entries = await Promise.all(
    kinds.map(async (kind): Promise<Entry> => {
      const { [kind]: declared } = program as Readonly<Record<string, { first: Values; second: Values } | undefined>>;
      if (declared === undefined) throw new Error(`there is no sample of ${kind}`);
      const [lifecycle, { onExisting: _, ...first }] = [all.lifecycle(kind), declared.first];
      second.set(kind, lifecycle.check(declared.second).inputs);
      const { inputs } = lifecycle.check(first);
      return { kind, inputs, ...(await lifecycle.create(inputs)) };
    }),
  );
  return { site, around, entries, second };
}

/** Sets the state of this stack or of another one: every resource is named like its kind. */
function hold({ site }: Held, host: Host, entries: readonly Entry[], stack?: string): void {
  const resources = entries.map(({ kind, ...values }) => entryOf(kind, kind, { host, ...values }));
  site.holds(resources, stack);
}

/** Lets the preview create these resources. */
function previewCreations({ site }: Held, host: Host, entries: readonly Entry[]): void {
  site.previews(
    entries.map(({ kind, inputs }) => ({ op: "create", urn: urnOf(kind, kind, host), newState: { inputs } })),
  );
}

interface Finding {
  readonly kind: Kind;
  readonly name?: string;
  readonly label: string;
  readonly status: string;
  readonly stack?: string;
}

function dataOf({ stdout, stderr }: Run): unknown {
  expect(stderr).toBe("");
  return JSON.parse(stdout) as unknown;
}

/** What drift says of each resource, by kind: the different findings about it and the objects that it holds. */
async function driftBy({ site }: Held): Promise<{ code: number; of: Record<string, string[]> }> {
  const run = await site.run(["drift", "--json"]);
  const { findings } = dataOf(run) as { findings: Finding[] };
  const of: Record<string, string[]> = {};
  for (const { name, status } of findings) {
    if (name !== undefined) of[name] = [...new Set([...(of[name] ?? []), status])];
  }
  return { code: run.code, of };
}

const every = (what: (kind: Kind) => string[]): Record<string, string[]> =>
  Object.fromEntries(kinds.map((kind) => [kind, unread.includes(kind) ? ["unread"] : what(kind)]));

const labels = (items: readonly { kind: string; label: string }[]): string[] =>
  items.map(({ kind, label }) => `${kind} ${label}`);

/** The objects of the site that only this test's resources hold, as `drift` and `export` name them. */
const ours = [
  "Collector 10.60.0.20",
  "Exporter 10.60.0.30",
  "IpGroup North",
  "IpGroup South",
  "IpGroup crash group",
  "Policy include 10.60.0.0/24 in base",
  "ReplicatorProfile crash-profile",
  "Setting flowStopAlert",
];
const oursOf = (items: readonly Finding[]): string[] =>
  labels(items)
    .filter((one) => ours.includes(one))
    .sort();

/** Every kind as it was created, and after someone changed or removed everything on the appliances. */
let all: Held;
let changed: Held;
let removed: Held;
beforeAll(async () => {
  [all, changed, removed] = await Promise.all([held(), held(), held()]);
  const [changes, removals] = [run(changed.site), run(removed.site)];
  for (const { kind, id, outputs } of changed.entries) {
    const [lifecycle, want] = [changes.lifecycle(kind), changed.second.get(kind) ?? {}];
    if (unread.includes(kind)) continue;
    if (lifecycle.diff(id, outputs, want).replaces.length === 0) await lifecycle.update(id, outputs, want);
    else await lifecycle.delete(id, outputs);
  }
  for (const { kind, id, outputs } of removed.entries.toReversed()) await removals.lifecycle(kind).delete(id, outputs);
});

describe.each(Object.keys(hosts) as Host[])("every kind in a stack of the host %s", (host) => {
  test("is as declared for drift, managed for export, and drawn alike from the state and from the appliances", async () => {
    hold(all, host, all.entries);
    expect(await driftBy(all)).toEqual({ code: 0, of: every(() => ["same"]) });
    const missed = dataOf(await all.site.run(["export", "--check", "--json"])) as { notManaged: Finding[] };
    expect(oursOf(missed.notManaged)).toEqual([]);
    const left = (dataOf(await all.site.run(["export", host, "--json"])) as { attention: Finding[] }).attention;
    expect(labels(left)).toEqual(["IpGroup North", "IpGroup South"]);
    const boxes = async (...args: string[]): Promise<string> =>
      (await all.site.run(["diagram", "--format", "mermaid", "--most", "200", ...args])).stdout;
    const [state, live] = [await boxes("--state"), await boxes()];
    for (const name of ["crash group", "North", "South", "crash-profile", "10.60.0.20", "10.60.0.30", "10.60.0.0/24"]) {
      expect([name, state.includes(name), live.includes(name)]).toEqual([name, true, true]);
    }
  });

  test("is changed or missing for drift if someone changed it on the appliance, and so is each group of many", async () => {
    hold(changed, host, changed.entries);
    const { code, of } = await driftBy(changed);
    expect(code).toBe(9);
    for (const kind of readable)
      expect([kind, ["changed", "missing"].includes(of[kind]?.join() ?? "")]).toEqual([kind, true]);
    const { stdout } = await changed.site.run(["drift", "--markdown"]);
    expect(stdout.split("\n")[2]).toMatch(/⚠ \d+ changed by hand/u);
    expect(stdout).not.toContain(":::create");
  });

  test("is missing for drift after its removal, and new for adopt; the removal is not drawn in green", async () => {
    hold(removed, host, removed.entries);
    previewCreations(removed, host, removed.entries);
    // An appliance deletes no setting: it gets the value that it had.
    expect(await driftBy(removed)).toEqual({
      code: 9,
      of: every((kind) => [kind === "Setting" ? "changed" : "missing"]),
    });
    expect((await removed.site.run(["drift", "--markdown"])).stdout).not.toContain(":::create");
    const adopted = dataOf(await removed.site.run(["adopt", "--json"])) as { kind: Kind; verdict: string }[];
    const existing = adopted.filter(({ verdict }) => verdict !== "new").map(({ kind }) => kind);
    // What cannot be read is decided by the answer to its creation; a setting always exists.
    expect(existing.filter((kind) => readable.includes(kind) && kind !== "Setting")).toEqual([]);
  });

  test("is listed by export --check if it is in no state, and only counted by drift", async () => {
    hold(all, host, []);
    previewCreations(all, host, all.entries);
    const run = await all.site.run(["export", "--check", "--json"]);
    expect(run.code).toBe(9);
    const { notManaged } = dataOf(run) as { notManaged: Finding[] };
    expect(oursOf(notManaged)).toEqual(ours);
    const drift = await all.site.run(["drift", "--json"]);
    expect(drift.code).toBe(0);
    const found = (dataOf(drift) as { findings: Finding[] }).findings.filter(({ status }) => status === "notManaged");
    expect(labels(found).sort()).toEqual(labels(notManaged).sort());
    const verdicts = dataOf(await all.site.run(["adopt", "--json"])) as { kind: Kind; verdict: string }[];
    for (const kind of listed.filter((one) => one !== "Setting")) {
      expect([kind, verdicts.find((one) => one.kind === kind)?.verdict === "new"]).toEqual([kind, false]);
    }
  });

  test("is shown with its stack if another stack has it", async () => {
    hold(all, host, []);
    hold(all, host, all.entries, "other");
    const run = await all.site.run(["drift", "--stacks", "other", "--json"]);
    expect(run.code).toBe(0);
    const elsewhere = (dataOf(run) as { findings: Finding[] }).findings.filter(({ stack }) => stack === "other");
    expect(oursOf(elsewhere)).toEqual(ours);
    expect(elsewhere.every(({ status }) => status === "elsewhere")).toBe(true);
  });

  test("has a changing request in the plan of its deletion, and counts as deleted in the comment", async () => {
    const steps = all.entries.map(({ kind, id, inputs, outputs }) => ({
      ...{ op: "delete", urn: urnOf(kind, kind, host) },
      oldState: { id, inputs, outputs },
    }));
    hold(all, host, all.entries);
    all.site.previews(steps);
    const plan = dataOf(await all.site.run(["plan-requests", "preview.json", "--json"])) as {
      requests: { kind: string; action: string; about: string }[];
      unplanned: object[];
    };
    expect(plan.unplanned).toEqual([]);
    const writes = plan.requests
      .filter(({ kind }) => kind === "write")
      .map(({ action, about }) => `${action} ${about}`);
    for (const [kind, { changes }] of Object.entries(programOf(all.around))) {
      // Links of several resources share a request, so its numbers are larger and its list is longer.
      const sources = changes.delete.map(({ source }) => source.replace(/\d+$/u, "\\d+").replace("[^,]+$", "[^,]+"));
      const patterns = sources.map((source) => new RegExp(source, "u"));
      for (const pattern of patterns)
        expect([kind, writes]).toEqual([kind, expect.arrayContaining([expect.stringMatching(pattern)])]);
    }
    const { changes } = dataOf(await all.site.run(["summary", "preview.json", "--json"])) as {
      changes: { kind: string; action: string }[];
    };
    expect([...new Set(changes.map(({ action }) => action))]).toEqual(["delete"]);
    const counted: Partial<Record<Kind, Kind>> = { IpGroups: "IpGroup", PermissionSet: "Permission" };
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(kinds.map((kind) => counted[kind] ?? kind)));
  });
});
