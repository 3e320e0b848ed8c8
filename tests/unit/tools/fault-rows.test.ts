const { rowsWithoutTest } = jest.requireActual<{ rowsWithoutTest(page: string, titles: Iterable<string>): string[] }>(
  "../../../tools/fault-rows.cjs",
);

describe("the rows of docs/faults.md that no test carries", () => {
  const page = [
    "| Row | Fault |",
    "| F1  | refused |",
    "| F2  | silence |",
    "| F12 | busy |",
    "| F13 | guards, see `npm run test:long` |",
  ].join("\n");

  test.each([
    ["none of them", [], ["F1", "F2", "F12"]],
    ["a row alone", ["F1: refused"], ["F2", "F12"]],
    ["several rows in one name", ["F1, F2: both", "F2 and F12: both"], []],
    ["a number that another begins with", ["F12: busy"], ["F1", "F2"]],
    ["a number elsewhere in a name", ["not F1: refused", "F1 refused", "F1"], ["F1", "F2", "F12"]],
  ])("%s", (_what, titles, missing) => {
    expect(rowsWithoutTest(page, titles)).toEqual(missing);
  });
});
