import { framesIn, mistakesIn } from "../../../cli/commands/check/messages";

test.each([
  ["    at Object.<anonymous> (/srv/app/index.ts:12:5)", "/srv/app/index.ts"],
  ["    at file:///srv/app/index.mjs:12:5", "file:///srv/app/index.mjs"],
  ["    at Object.<anonymous> (C:\\work\\app\\index.ts:12:5)", "C:\\work\\app\\index.ts"],
  ["    at file:///C:/srv/app/index.mjs:12:5", "file:///C:/srv/app/index.mjs"],
])("the place in a frame of a stack is found: %s", (frame, file) => {
  expect(framesIn(["    at new Promise (<anonymous>)", frame])).toEqual([{ file, line: 12, column: 5 }]);
});

test("a program in TypeScript that is an ES module has one sentence and a page in place of Node's words", () => {
  const message =
    'TypeError: Unknown file extension ".ts" for /program/index.ts\n    at defaultGetFormat (node:internal/x:1:2)';
  const [mistake] = mistakesIn({ severity: "error", message, urn: "" }, [], { root: "/program", cwd: "/program" });
  expect(mistake?.message).toBe(
    'Pulumi cannot load TypeScript as an ES module. Remove "type": "module" from package.json: docs/start/compatibility.md',
  );
});
