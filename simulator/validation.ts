import type { z } from "zod";

/** The first fault that a schema found, as one line: path, then fault. Contains no value of the request. */
export function sentenceOf(error: z.ZodError): string {
  const issue = deepest(error.issues[0]);
  if (issue === undefined) return "the request is not valid";
  const where = issue.path.map(String).join(".");
  const what = issue.message.replace(/^Invalid input: /u, "").replace(/^.* received undefined$/u, "is missing");
  return where === "" ? what : `${where}: ${what}`;
}

/** Unions report the faults of their branches as nested issues. The branch that got furthest has the best message. */
function deepest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const inner = issue.errors
    .flatMap((branch) => branch.map((part) => ({ ...part, path: [...issue.path, ...part.path] })))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner ?? issue;
}
