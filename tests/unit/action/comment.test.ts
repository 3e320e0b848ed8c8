import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { parse } from "yaml";
import { launch, root } from "../../support/clone";
import { temporaryFolder } from "../../support/temporary-folder";
import { listen } from "../http/support";

interface Comment {
  id: number;
  body: string;
}

interface Sent {
  body?: string;
  labels?: string[];
}

/** GitHub's API for the comments and labels of one pull request, number 12. */
class GitHub {
  readonly comments: Comment[] = [];
  readonly labels = new Set(["of a person"]);
  readonly requests: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    void (async () => {
      const { method = "", url = "" } = request;
      this.requests.push(`${method} ${url}`);
      const [, path = "", page = "1"] = /^\/repos\/acme\/net\/(.*?)(?:\?per_page=100&page=(\d+))?$/u.exec(url) ?? [];
      const sent = method === "POST" || method === "PATCH" ? ((await json(request)) as Sent) : {};
      const answer = this.#labelled(method, path, sent) ?? this.#answer(method, path, Number(page), sent.body ?? "");
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(JSON.stringify(answer ?? {}));
    })();
  });

  #labelled(method: string, path: string, { labels = [] }: Sent): unknown {
    const name = /^issues\/12\/labels\/(.+)$/u.exec(path)?.[1];
    if (name !== undefined && method === "DELETE") return (this.labels.delete(name), []);
    if (path !== "issues/12/labels") return undefined;
    for (const one of labels) this.labels.add(one);
    return [...this.labels].map((one) => ({ name: one }));
  }

  #answer(method: string, path: string, page: number, body: string): unknown {
    if (path === "issues/12/comments" && method === "GET") return this.comments.slice((page - 1) * 100, page * 100);
    if (path === "issues/12/comments") return this.add(body);
    if (path === "commits/abc/pulls") return [{ number: 12 }];
    if (path === "commits/lonely/pulls") return [];
    const own = this.comments.find(({ id }) => path === `issues/comments/${id}` && method === "PATCH");
    return own === undefined ? undefined : Object.assign(own, { body });
  }

  add(body: string): Comment {
    const comment = { id: this.comments.length + 1, body };
    this.comments.push(comment);
    return comment;
  }

  /** Listens until the end of the test. */
  async open(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }
}

const mark = "<!-- flowgate summary: brown/dev -->";
let github: GitHub;
let url: string;
beforeEach(async () => {
  github = new GitHub();
  url = await github.open();
});

async function comment(
  body: string,
  args: readonly string[] = ["12"],
  sha = "abc",
  numbers: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "summary.md"), body);
  const env = {
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: "acme/net",
    GITHUB_TOKEN: "token",
    GITHUB_SHA: sha,
    ...numbers,
  };
  const script = join(root, "examples/pull-request/action/comment.mjs");
  const { code, stdout, stderr } = await launch(process.execPath, [script, "summary.md", ...args], folder, env).ended;
  return { code, output: stdout + stderr };
}

test("the script creates a comment first, and later edits that same comment among those of other workflows", async () => {
  for (let index = 0; index < 150; index += 1) github.add("of a person");
  github.add(`> ${mark}\nquoted`);
  github.add("<!-- flowgate summary: brown/dev2 -->\nof another stack");
  expect(await comment(`${mark}\n\nfirst`)).toEqual({ code: 0, output: "The comment was written.\n" });
  github.add("later, of another workflow");
  expect(await comment(`${mark}\n\nsecond`)).toEqual({ code: 0, output: "The comment was edited.\n" });
  expect(github.comments.filter(({ body }) => body.includes("first") || body.includes("second"))).toEqual([
    { id: 153, body: `${mark}\n\nsecond` },
  ]);
  expect(github.comments).toHaveLength(154);
});

test("without a number, the script comments on the pull request of the commit, or writes nothing if there is none", async () => {
  expect((await comment(`${mark}\napplied`, [])).code).toBe(0);
  expect(github.comments.map(({ body }) => body)).toEqual([`${mark}\napplied`]);
  expect((await comment(`${mark}\napplied`, [], "lonely")).output).toContain("no comment is written");
  expect(github.comments).toHaveLength(1);
});

test("the script does not post a file that is not a summary, and reports an error from GitHub", async () => {
  expect(await comment("error: preview failed")).toEqual({
    code: 1,
    output: expect.stringContaining("no mark") as string,
  });
  expect(github.requests).toEqual([]);
  const refused = await comment(mark, ["13"]);
  expect(refused).toEqual({ code: 1, output: expect.stringContaining("with 404") as string });
});

test("labels say that objects are deleted, or that nothing changes, and only as long as that holds", async () => {
  await comment(mark, ["12"], "abc", { CHANGES: "3", DELETES: "1" });
  expect([...github.labels]).toEqual(["of a person", "deletes"]);
  await comment(mark, ["12"], "abc", { CHANGES: "0", DELETES: "0" });
  expect([...github.labels]).toEqual(["of a person", "no-changes"]);
  await comment(mark, ["12"], "abc", { CHANGES: "2", DELETES: "0" });
  expect([...github.labels]).toEqual(["of a person"]);
});

test("the outputs of the action are the numbers of the report", async () => {
  const folder = temporaryFolder();
  const actions = ["create", "create", "update", "delete", "replace", "failed"].map((action) => ({ action }));
  writeFileSync(join(folder, "summary.json"), JSON.stringify({ changes: actions }));
  const script = join(root, "examples/pull-request/action/numbers.mjs");
  const { stdout } = await launch(process.execPath, [script, "summary.json"], folder, {}).ended;
  expect(stdout).toBe("changes=6\ncreates=2\nupdates=1\ndeletes=2\n");
});

test("the composite action runs the same commands as the example workflows", () => {
  const { runs } = parse(readFileSync(join(root, "examples/pull-request/action/action.yml"), "utf8")) as {
    runs: { steps: { run?: string }[] };
  };
  // Only the action supports a saved plan, so remove that part before the comparison.
  const text = runs.steps.map(({ run = "" }) => run.replaceAll(/\$\{PLAN:\+[^}]*\} /gu, "")).join("\n");
  for (const [name, file] of [
    ["preview", "preview"],
    ["deploy", "applied"],
    ["drift", "drift"],
  ] as const) {
    const workflow = readFileSync(join(root, `examples/pull-request/github/${name}.yml`), "utf8");
    const command = /run: (?:>-\n\s+)?(pulumi .*)/u.exec(workflow)?.[1] ?? "missing";
    expect(text).toContain(command.replace(`${file}.json`, "flowgate.json"));
  }
  expect(text).toContain("npx flowgate summary flowgate.json --then then.json --link");
});
