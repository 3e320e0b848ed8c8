// Edits the comment that flowgate wrote for one stack on a GitHub pull request, or creates it if there is none yet. The
// comment is found by its first line, a mark that differs per stack and per kind of run. So two stacks, or two
// workflows, never edit each other's comment. With the numbers of changes and of deletions in CHANGES and DELETES, it
// also sets or removes the labels "no-changes" and "deletes".
//
//   node comment.mjs <file> [<pull request number>]
//
// Without a number, the script uses the pull request that introduced the commit GITHUB_SHA. If there is none, it writes
// nothing. It needs GITHUB_TOKEN (with pull-requests: write) and GITHUB_REPOSITORY.
import { readFile } from "node:fs/promises";
import { argv, env, exit } from "node:process";

const { GITHUB_API_URL: api = "https://api.github.com", GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = env;
const [, , file, given] = argv;

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`error: ${message}`);
  exit(1);
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: string, labels?: string[] }} [request]
 * @returns {Promise<any>}
 */
async function ask(path, { method = "GET", ...fields } = {}) {
  const headers = { accept: "application/vnd.github+json", authorization: `Bearer ${token}` };
  const answer = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers,
    ...(Object.keys(fields).length === 0 ? {} : { body: JSON.stringify(fields) }),
  });
  if (!answer.ok)
    fail(`GitHub answered ${method} ${path} with ${answer.status}. Does the token have pull-requests: write?`);
  return answer.json();
}

/**
 * Finds the comment that begins with the given mark. GitHub returns 100 comments per page.
 * @param {string} number
 * @param {string} mark
 */
async function commentWith(number, mark) {
  for (let page = 1; ; page += 1) {
    const comments = await ask(`issues/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find((/** @type {{ body?: string }} */ { body }) => body?.split(/\r?\n/u, 1)[0] === mark);
    if (own !== undefined || comments.length < 100) return own;
  }
}

/**
 * Sets the labels that hold, and removes those that no longer do.
 * @param {string} number
 * @param {Record<string, boolean>} labels
 */
async function label(number, labels) {
  const set = (await ask(`issues/${number}/labels`)).map((/** @type {{ name: string }} */ { name }) => name);
  const missing = Object.keys(labels).filter((name) => labels[name] && !set.includes(name));
  if (missing.length > 0) await ask(`issues/${number}/labels`, { method: "POST", labels: missing });
  for (const name of Object.keys(labels).filter((one) => !labels[one] && set.includes(one)))
    await ask(`issues/${number}/labels/${name}`, { method: "DELETE" });
}

if (file === undefined) fail("Name the file with the comment: node comment.mjs summary.md 12");
if (!token || !repository) fail("Set GITHUB_TOKEN and GITHUB_REPOSITORY.");
const body = await readFile(file, "utf8");
const [mark = ""] = body.split("\n", 1);
if (!/^<!-- flowgate .+ -->$/u.test(mark))
  fail(`${file} is not what flowgate summary prints: its first line is no mark.`);
const number = given ?? (await ask(`commits/${env.GITHUB_SHA}/pulls`))[0]?.number;
if (number === undefined) {
  console.log("No pull request brought this commit in: no comment is written.");
} else {
  const own = await commentWith(String(number), mark);
  if (own === undefined) await ask(`issues/${number}/comments`, { method: "POST", body });
  else await ask(`issues/comments/${own.id}`, { method: "PATCH", body });
  console.log(own === undefined ? "The comment was written." : "The comment was edited.");
  if (env.CHANGES) await label(String(number), { deletes: Number(env.DELETES) > 0, "no-changes": env.CHANGES === "0" });
}
