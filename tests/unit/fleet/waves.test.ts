import * as fc from "fast-check";
import type { Fleet, Site, Size } from "../../../lib/fleet/fleet";
import { choose, planWaves } from "../../../lib/fleet/waves";
import { changesIn } from "../../../cli/summary";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { PlainLines } from "../../../cli/commands/fleet/view";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { Context } from "../../../cli/context";
import { NotConfirmedError } from "../../../cli/errors";
import { closeAll, fleetOf, flowgate, type Run } from "../cli/support";
import { drawnTable } from "./picture";

describe("waves", () => {
  const site = (name: string, more: Partial<Site> = {}): Site => ({ name, stack: name, tags: [], ...more });
  const sites = (count: number): Site[] => Array.from({ length: count }, (_, index) => site(`s${index}`));

  function sizes(fleet: Pick<Fleet, "sites" | "canary" | "waves">): [string, number][] {
    return planWaves(fleet).map((wave) => [wave.title, wave.sites.length]);
  }

  test("without configured sizes, the waves after the canary start at 2 sites and double", () => {
    expect(sizes({ sites: sites(50), canary: ["s0"] })).toEqual([
      ["canary", 1],
      ["wave 1", 2],
      ["wave 2", 4],
      ["wave 3", 8],
      ["wave 4", 16],
      ["wave 5", 19],
    ]);
  });

  test("wave sizes are numbers or shares of all sites, and the remaining sites form one more wave", () => {
    const waves: Size[] = [3, "20%"];
    expect(sizes({ sites: sites(50), canary: ["s0", "s1"], waves }).map(([, size]) => size)).toEqual([2, 3, 10, 35]);
  });

  test("a site that names its wave is placed in it, and counts towards its size", () => {
    const pinned = [...sites(4), site("late", { wave: 3 }), site("early", { wave: 1 })];
    const names = planWaves({ sites: pinned, canary: ["s0"], waves: [2, 1] }).map((wave) =>
      wave.sites.map(({ name }) => name),
    );
    expect(names).toEqual([["s0"], ["early", "s1"], ["s2"], ["late", "s3"]]);
  });

  test("whatever the sizes, every site is in exactly one wave, and no wave is empty", () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 100 }).map((part): Size => `${part}%`),
    );
    const fleets = fc.record({
      pins: fc.array(fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }), { minLength: 1, maxLength: 40 }),
      waves: fc.option(fc.array(size, { minLength: 1, maxLength: 5 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fleets, ({ pins, waves }) => {
        const all = pins.map((wave, index) => site(`s${index}`, wave === undefined ? {} : { wave }));
        const planned = planWaves({ sites: all, canary: ["s0"], ...(waves === undefined ? {} : { waves }) });
        expect(planned.flatMap((wave) => wave.sites.map(({ name }) => name)).sort()).toEqual(
          all.map(({ name }) => name).sort(),
        );
        expect(planned.every((wave) => wave.sites.length > 0)).toBe(true);
      }),
    );
  });

  test("sites are chosen by name or by tag, and none is chosen if nothing matches", () => {
    const all = [site("a", { tags: ["eu"] }), site("b"), site("c", { tags: ["eu", "big"] })];
    const names = (choice: Parameters<typeof choose>[1]): string[] => choose(all, choice).map(({ name }) => name);
    expect(names({})).toEqual(["a", "b", "c"]);
    expect(names({ names: ["b"], tags: ["big"] })).toEqual(["b", "c"]);
    expect(names({ tags: ["asia"] })).toEqual([]);
  });
});

describe("resources", () => {
  /** An event of the engine about one resource. */
  const event = (op: string, type: string, inputs?: object): string =>
    JSON.stringify({
      sequence: 1,
      resOutputsEvent: {
        metadata: {
          op,
          urn: `urn:pulumi:paris::site::${type}::x`,
          ...(op === "create" ? {} : { old: { inputs: {}, outputs: { groups: { A: {} } } } }),
          new: { ...(inputs === undefined ? {} : { custom: true }), inputs: inputs ?? {} },
        },
      },
    });

  test("a fleet counts objects, as its summary does: no stack, no component, each group of a set, and no resource twice", () => {
    const resourceChanges = { create: 3, same: 4, update: 1 };
    const summary = JSON.stringify({ sequence: 9, summaryEvent: { resourceChanges } });
    const events = [
      event("create", "pulumi:pulumi:Stack"),
      event("create", "pulumi:providers:pulumi-nodejs", {}),
      event("create", "flowgate:index:SiteTemplate"),
      event("create", "flowgate:index:SiteTemplate$flowgate:index:IpGroup", { name: "Own" }),
      event("update", "flowgate:index:IpGroups", { groups: { B: {}, C: {} } }),
      event("create", "pulumi:pulumi:Stack"),
      summary,
    ];
    expect(changesIn(events.join("\n"))).toEqual({ create: 3, delete: 1 });
    expect(changesIn("")).toEqual({});
  });

  test("of a refresh, a fleet has the engine's count of resources", () => {
    const resourceChanges = { same: 2, update: 1 };
    const events = [
      event("refresh", "flowgate:index:IpGroup", {}),
      JSON.stringify({ sequence: 9, summaryEvent: { resourceChanges } }),
    ];
    expect(changesIn(events.join("\n"))).toEqual(resourceChanges);
  });
});

describe("views", () => {
  /** What a name or the text of an engine can do to a terminal. */
  const hostile = "\u001b]0;owned\u0007\u001b[5m\u009b1m\r\u202e";

  test("without a terminal, each site's outcome is printed on one line", () => {
    const site = (name: string): Site => ({ name, stack: name, tags: [] });
    const lines: string[] = [];
    const view = new PlainLines((text) => lines.push(text), "up");
    view.waveBegins({ title: "canary", sites: [site("paris")] });
    view.siteBegins(site("paris"));
    view.siteEnds(site("paris"), { kind: "done", changes: { create: 2 }, seconds: 1.5 });
    view.waveBegins({ title: "wave 1", sites: [site("lyon"), site("nice")] });
    view.siteEnds(site("lyon"), { kind: "already" });
    view.siteEnds(site("nice"), { kind: "failed", message: `no answer${hostile}`, seconds: 2 });
    expect(lines.filter((text) => !text.endsWith("begun"))).toEqual([
      "== canary: 1 site",
      "ok paris: 2 created (1.5 s)",
      "== wave 1: 2 sites",
      "ok lyon: already done",
      `!! nice: failed: no answer${hostile}`,
    ]);
  });

  test("on a terminal, the table escapes control characters, and stays drawn while kept processes end", async () => {
    const drawn = await drawnTable(`no answer${hostile}`, 1500);
    // eslint-disable-next-line no-control-regex -- this test is about control characters
    expect(drawn).not.toMatch(/\u001b\]|\u001b\[5m|[\u0007\u0080-\u009f\u202e]/u);
    expect(drawn).toContain(String.raw`no answer\u001b]0;owned\u0007\u001b[5m`);
    expect(stripVTControlCharacters(drawn)).toContain("wave 2: 3 of 3, 1 failed");
  });
});

describe("agreement", () => {
  afterEach(closeAll);

  /** A fleet whose engine records its calls and fails each of them. */
  function fleet(): { readonly asked: () => string[]; up(...args: readonly string[]): Promise<Run> } {
    const program = fleetOf('echo "$1" >> "$HOME/asked"; echo "error: no way"; exit 1');
    const file = join(program.cwd, "asked");
    const sites = [{ name: "paris" }, { name: "lyon" }, { name: "nice" }];
    writeFileSync(join(program.cwd, "fleet.yaml"), JSON.stringify({ name: "branches", canary: ["paris"], sites }));
    return {
      asked: () => (existsSync(file) ? [...new Set(readFileSync(file, "utf8").trim().split("\n"))] : []),
      up: (...args) => flowgate(["fleet", "up", ...args], program),
    };
  }

  test("without a terminal, fleet up is refused, names the sites, and does not run the engine", async () => {
    const { asked, up } = fleet();
    const { code, stdout, stderr } = await up();
    expect([code, stdout]).toEqual([8, ""]);
    expect(stderr).toMatch(/^error: This updates 3 sites of branches to match the program\. canary: paris; wave 1: /u);
    expect(stderr).toContain("There is no terminal to ask on: add --yes. Nothing was changed.");
    expect(asked()).toEqual([]);
  });

  test("with --yes, fleet up runs without a preview", async () => {
    const { asked, up } = fleet();
    expect(await up("--yes")).toMatchObject({ code: 9 });
    expect(asked()).toContain("up");
    expect(asked()).not.toContain("preview");
  });

  describe("a command that needs a confirmation at a terminal", () => {
    /** What was written, and how the command ended, after the user typed this. */
    async function agreed(typed: string): Promise<{ written: string; shown: string; error: unknown }> {
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      const stderr = Object.assign(new PassThrough(), { isTTY: true });
      let written = "";
      stderr.setEncoding("utf8").on("data", (text: string) => (written += text));
      const interrupted = (): Promise<void> => new Promise(() => undefined);
      const context = new Context({ stdin, stderr, stdout: stderr, env: {}, cwd: ".", interrupted }, {});
      let shown = "";
      stdin.write(typed);
      const ended = context.agree("This changes 3 sites.", async () => void (shown = written));
      const error: unknown = await ended.then(() => undefined).catch((reason: unknown) => reason);
      return { written, shown, error };
    }

    test.each(["yes\n", "y\n"])("continues after %j, and asks only after it has shown the changes", async (typed) => {
      const { written, shown, error } = await agreed(typed);
      expect(error).toBeUndefined();
      expect(shown).not.toContain("Continue?");
      expect(written).toContain("This changes 3 sites.\n");
      expect(written).toContain("Continue? Type y or yes: ");
    });

    test.each(["no\n", "x\n", "\n"])("is refused after %j", async (typed) => {
      expect((await agreed(typed)).error).toBeInstanceOf(NotConfirmedError);
    });
  });
});
