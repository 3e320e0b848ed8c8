import fc from "fast-check";
import ts from "typescript";
import { parse } from "yaml";
import { Draft, edited, type Piece, type Source } from "../../../../cli/commands/accept/source";
import { codeSource, pieceOf } from "../../../../cli/commands/accept/typescript";
import { yamlSource } from "../../../../cli/commands/accept/yaml";

/** How a member of a list or map is written. */
const layout = fc.record({
  /** Whether it begins a line. */
  isBelow: fc.boolean(),
  /** Whether a comment has the line before it. */
  hasCommentAbove: fc.boolean(),
  /** Whether a comment ends its line. */
  hasCommentAfter: fc.boolean(),
  /** Whether its value has lines of its own. */
  isLong: fc.boolean(),
  fate: fc.constantFrom("kept" as const, "kept" as const, "removed" as const, "replaced" as const),
});
const written = fc.record({
  members: fc.array(layout, { minLength: 0, maxLength: 6 }),
  isMap: fc.boolean(),
  isClosedBelow: fc.boolean(),
  hasTrailingComma: fc.boolean(),
  added: fc.nat({ max: 2 }),
});
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

interface Form {
  readonly name: string;
  /** The text of a file with the list in it. */
  textOf(list: Written): string;
  read(text: string): { source: Source; list: Piece | undefined };
  parse(text: string): unknown;
}

const nameOf = (index: number): string => `m${String(index)}`;

/** What the compiler keeps of a file, with a part that its types omit. */
type Parsed = ts.SourceFile & { readonly parseDiagnostics: readonly ts.Diagnostic[] };

/** A list between brackets, in a program or in YAML. */
function bracketed(list: Written, mark: string): string {
  const { members, isMap, isClosedBelow, hasTrailingComma } = list;
  let [text, count] = [isMap ? "{" : "[", 0];
  const note = (): string => `${mark} note ${String((count += 1))}.`;
  for (const [index, { isBelow, hasCommentAbove, hasCommentAfter, isLong }] of members.entries()) {
    const isLast = index === members.length - 1;
    const mustBreak = text.split("\n").at(-1)?.includes(mark) === true;
    if (hasCommentAbove) text += `${mustBreak ? "\n    " : " "}${note()}`;
    text += isBelow || hasCommentAbove || mustBreak ? "\n    " : " ";
    const item = isLong ? `[\n      "${nameOf(index)}"\n    ]` : `"${nameOf(index)}"`;
    text += isMap ? `${nameOf(index)}: ${item}` : item;
    if (!isLast || hasTrailingComma) text += ",";
    if (hasCommentAfter) text += ` ${note()}`;
  }
  const mustBreak = text.split("\n").at(-1)?.includes(mark) === true;
  return `${text}${isClosedBelow || mustBreak ? "\n  " : " "}${isMap ? "}" : "]"}`;
}

/** A list in lines. */
function inLines(list: Written): string {
  let count = 0;
  const note = (): string => `# note ${String((count += 1))}.`;
  const lines = list.members.flatMap(({ hasCommentAbove, hasCommentAfter, isLong }, index) => {
    const [start, indent] = list.isMap ? [`${nameOf(index)}:`, "  "] : ["-", ""];
    const after = hasCommentAfter ? ` ${note()}` : "";
    const above = hasCommentAbove ? [`    ${note()}`] : [];
    if (list.isMap && isLong) return [...above, `    ${start}${after}`, `    ${indent}- "${nameOf(index)}"`];
    return [...above, `    ${start} ${isLong ? `[${nameOf(index)}]` : nameOf(index)}${after}`];
  });
  return lines.join("\n");
}

const inCode: Form = {
  name: "a program",
  textOf: (list) => `// head\nconst before = 1;\nconst list = ${bracketed(list, "//")};\nconst after = 2; // end\n`,
  read: (text) => {
    const source = codeSource(ts, "index.ts", text);
    const statement = source.tree.statements[1] as ts.VariableStatement;
    const value = statement.declarationList.declarations[0]?.initializer;
    return { source, list: value && pieceOf(ts, value, source) };
  },
  parse: (text) => {
    const { parseDiagnostics } = ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest) as Parsed;
    expect(parseDiagnostics.map(({ messageText }) => messageText)).toEqual([]);
    const value = /list = ([\s\S]*?);\nconst after/u.exec(text)?.[1] ?? "";
    const { config } = ts.parseConfigFileTextToJson("list.json", `{"list": ${value}}`) as { config: { list: unknown } };
    return config.list;
  },
};

const yaml = (name: string, listText: (list: Written) => string): Form => ({
  name,
  textOf: (list) => `# head\nbefore: 1\nlist:${listText(list)}\nafter: 2 # end\n`,
  read: (text) => {
    const source = yamlSource("site.yaml", text);
    return { source, list: source.root?.members?.[1]?.value };
  },
  parse: (text) => (parse(text) as { list: unknown }).list,
});
const flow = yaml("brackets in YAML", (list) => ` ${bracketed(list, "#")}`);
const block = yaml("lines in YAML", (list) => (list.members.length === 0 ? " []" : `\n${inLines(list)}`));

test.each([inCode, flow, block])(
  "any removals, replacements and additions in a list in $name leave a list of the others in their order, with all comments",
  ({ textOf, read, parse: parsed }) => {
    fc.assert(
      fc.property(written, (made) => {
        const text = textOf(made);
        const { source, list } = read(text);
        const members = list?.members ?? [];
        expect(members).toHaveLength(made.members.length);
        if (list === undefined) return;
        const draft = new Draft(source);
        const keyOf = (name: string): string | undefined =>
          made.isMap && list.members !== undefined ? name : undefined;
        const expected: string[] = [];
        for (const [index, { fate }] of made.members.entries()) {
          const member = members[index];
          if (member === undefined) continue;
          if (fate === "removed") draft.remove(list, member);
          else if (fate === "replaced")
            draft.replace(member, source.spell(list, keyOf(`r${String(index)}`), `r${String(index)}`), list);
          if (fate !== "removed") expected.push(fate === "kept" ? nameOf(index) : `r${String(index)}`);
        }
        const isMap = members.length > 0 ? made.isMap : text.includes("{");
        for (let index = 0; index < made.added; index += 1) {
          const name = `a${String(index)}`;
          draft.add(list, source.spell(list, isMap ? name : undefined, name));
          expected.push(name);
        }
        const after = edited(text, draft.edits());
        const value = parsed(after);
        const names = isMap ? Object.keys(value as object) : (value as unknown[]).flat();
        const kept = names.filter((name) => !String(name).startsWith("a"));
        expect(kept).toEqual(expected.filter((name) => !name.startsWith("a")));
        expect([...names].sort()).toEqual([...expected].sort());
        const notes = (of: string): string[] => of.match(/(?:\/\/|#) \S.*/gu) ?? [];
        expect(notes(after).sort()).toEqual(notes(text).sort());
        // A line stays as it is, except for its comma, unless a member in it or beside it changes.
        if (made.members.every(({ fate }) => fate === "kept")) {
          const lines = after.split("\n").map((line) => line.trim());
          const gone = text.split("\n").filter((line) => !lines.includes(line.trim()));
          expect(gone.length).toBeLessThanOrEqual(made.added === 0 ? 0 : 1);
        }
      }),
      { numRuns: 300 },
    );
  },
);

test("another object in place of the last of its kind has its lines, and its comments stay", () => {
  const text = "exporters:\n  # north\n  - address: 192.0.2.1 # old\nsettings: []\n";
  const { root, ...source } = yamlSource("site.yaml", text);
  const list = root?.members?.[0]?.value as Piece;
  const draft = new Draft(source);
  for (const member of list.members ?? []) draft.remove(list, member);
  draft.add(list, source.spell(list, undefined, { address: "192.0.2.2", profiles: ["p"] }));
  expect(edited(text, draft.edits())).toBe(
    "exporters:\n  # north\n  - address: 192.0.2.2\n    profiles:\n      - p # old\nsettings: []\n",
  );
});
