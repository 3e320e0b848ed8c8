/** @typedef {import("./guard.mjs").Guard} Guard */

/** What keeps foreign text from acting on a terminal or in Markdown, and others from reading it. @type {Guard[]} */
export const outputGuards = [
  {
    guard: "headers of a table reach a terminal without what it would act on",
    file: "output/views.ts",
    edits: [{ find: "colors.bold(printable(name))", replace: "colors.bold(name)" }],
    test: {
      file: "tests/unit/output/output.test.ts",
      name: "have headers, titles and sentences of an appliance without what a terminal would act on",
    },
  },
  {
    guard: "what is said before a question reaches a terminal without what it would act on",
    file: "output/terminal.ts",
    edits: [{ find: "this.#say(`${printable(text)}\\n`);", replace: "this.#say(`${text}\\n`);" }],
    test: {
      file: "tests/unit/cli/hostile/commands.test.ts",
      name: "the question of delete-all does not retitle the terminal, and colors are the command's own",
    },
  },
  {
    guard: "foreign text in Markdown is code, and what could end it is written by number",
    file: "output/markdown.ts",
    edits: [{ find: "<code>${markupText(plain)}</code>", replace: "<code>${plain}</code>" }],
    test: {
      file: "tests/unit/output/markdown.test.ts",
      name: "foreign text in a table, a list, a heading or prose stays text, whatever it is made of",
    },
  },
  {
    guard: "what a fleet writes is for its owner only",
    file: "fleet/private.ts",
    edits: [{ find: "writeFileSync(path, text, { mode: FILE });", replace: "writeFileSync(path, text);" }],
    test: {
      file: "tests/unit/fleet/private.test.ts",
      name: "what a run writes is for its owner only, whatever the process would allow",
    },
  },
  {
    guard: "the folder of an earlier run is closed to others",
    file: "fleet/private.ts",
    edits: [{ find: "chmodSync(path, mode);", replace: "void chmodSync;" }],
    test: {
      file: "tests/unit/fleet/private.test.ts",
      name: "a folder of an earlier run that others could read is closed, with every file in it, before anything is written",
    },
  },
];
