import { LONGEST } from "../../../cli/summary/comment";
import { limits } from "../../../provider/http/options";
import { RENEW_AFTER_MS } from "../../../provider/replicator/session";
import { page } from "./pages";

/** Numbers in sentences, each with its constant. Tables are generated from the code. */
test.each<[path: string, sentence: RegExp, constant: number]>([
  ["docs/guides/pull-requests.md", /A comment has at most ([\d,]+) characters/u, LONGEST],
  ["docs/operations/when-it-fails.md", /`no connection within (\d+) s`/u, limits.connect / 1000],
  ["docs/operations/performance.md", /`concurrency` of an appliance, default (\d+):/u, limits.concurrency],
  ["docs/internals/contract.md", /renewed after (\d+)/u, RENEW_AFTER_MS / 60_000],
  ["SECURITY.md", /answers over (\d+) MiB are refused/u, limits.responseBytes / 2 ** 20],
])("%s has the number of the code: %s", (path, sentence, constant) => {
  const [, number = ""] = sentence.exec(page(path).text) ?? [];
  expect(Number(number.replaceAll(",", ""))).toBe(constant);
});
