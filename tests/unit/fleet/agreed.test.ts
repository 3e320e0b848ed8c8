import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Context } from "../../../cli/context";
import { NotConfirmedError } from "../../../cli/errors";
import { closeAll, fleetOf, flowgate, type Run } from "../cli/support";

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
