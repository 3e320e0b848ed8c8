import { failureIn, isError, layersOf, respelled, spelling } from "../../../provider/http/envelope";

describe("F163: an envelope", () => {
  test.each<[string, unknown, unknown]>([
    ["data", { data: { fc_id: 1 } }, { fc_id: 1 }],
    ["a list in data", { data: [1] }, [1]],
    ["result in another case", { Result: { fc_id: 1 } }, { fc_id: 1 }],
    ["with a status next to it", { status: "ok", code: 200, response: { fc_id: 1 } }, { fc_id: 1 }],
    ["with details about the request next to it", { data: { fc_id: 1 }, meta: { ms: 3 }, errors: [] }, { fc_id: 1 }],
    ["one inside another", { response: { data: { fc_id: 1 } } }, { fc_id: 1 }],
  ])("is opened: %s", (_name, answer, content) => {
    expect(layersOf(answer).at(-1)).toEqual(content);
  });

  test.each<[string, unknown]>([
    ["a map with an entry that is called data", { data: { port: 1 }, edge: { port: 2 } }],
    ["another key", { results: [1] }],
    ["a text", { data: "x" }],
    ["null", null],
    ["a list", [{ data: {} }]],
  ])("is not opened: %s", (_name, answer) => {
    expect(layersOf(answer)).toEqual([answer]);
  });

  test("is opened only to a limited depth", () => {
    let answer: unknown = 1;
    for (let depth = 0; depth < 50; depth += 1) answer = { data: [answer], more: 1 };
    expect(layersOf({ data: answer }).length).toBeLessThan(10);
  });
});

describe("a failure", () => {
  test.each<[string, unknown, string[]]>([
    ["err", { err: "denied" }, ["denied"]],
    ["err with details", { err: "denied", details: "no right" }, ["denied", "no right"]],
    ["err in an envelope", { data: { err: "denied" } }, ["denied"]],
    ["err next to an envelope", { err: "denied", data: { fc_id: 1 } }, ["denied"]],
    ["ERR", { ERR: "denied" }, ["denied"]],
    ["error", { response: { Error: { code: 7 } } }, ['{"code":7}']],
    ["a number", { err: 1 }, ["1"]],
    ["success 0", { fc_id: 1, success: 0 }, ["success is 0"]],
    ["success as text, with a message", { success: "false", message: "denied" }, ["denied"]],
    ["success false in an envelope", { data: { success: false, errors: ["a"] } }, ['["a"]']],
  ])("is found: %s", (_name, answer, texts) => {
    expect(failureIn(layersOf(answer))?.texts).toEqual(texts);
  });

  test.each([null, "", " ", "null", false, "false", 0, "0", [], {}])("is not found: err %j", (err) => {
    expect(isError(err)).toBe(false);
    expect(failureIn(layersOf({ err, data: { err, success: 1 } }))).toBeUndefined();
  });
});

describe("keys in another case", () => {
  const by = spelling("results fc_id fc_name total profiles disabled", "profile profiles", "format");

  test("become the documented keys, while names that serve as keys stay unchanged", () => {
    const answer = { Results: [{ FC_ID: 1, fcName: "a", FORMAT: { FC_ID: 2 } }], PROFILE: { Total: { Total: 1 } } };
    expect(respelled(answer, by)).toEqual({
      results: [{ fc_id: 1, fc_name: "a", format: { FC_ID: 2 } }],
      profile: { Total: { total: 1 } },
    });
  });

  test("do not replace documented keys next to them", () => {
    expect(respelled({ fc_id: 1, FC_ID: 2 }, by)).toEqual({ fc_id: 1, FC_ID: 2 });
  });

  test("become the documented keys also in figures under the name of a map", () => {
    expect(respelled({ PROFILES: { DISABLED: 1, Total: 2 } }, by)).toEqual({ profiles: { disabled: 1, total: 2 } });
  });

  test("stay data, even below __proto__", () => {
    const answer: unknown = JSON.parse('{"profile":{"__proto__":{"Total":1}}}');
    expect(JSON.stringify(respelled(answer, by))).toBe('{"profile":{"__proto__":{"total":1}}}');
  });
});
