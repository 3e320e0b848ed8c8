import fc from "fast-check";
import { ipGroup } from "../../../provider/kinds/ip-group";
import { ipGroupRule } from "../../../provider/kinds/ip-group-rule";
import { detailOf } from "../../../provider/values/differences";
import { Inputs, type Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";

function detail(definition: { inputs: typeof ipGroup.inputs } | object, olds: Values, news: Values): unknown {
  const inputs = new Inputs((definition as typeof ipGroup).inputs);
  const keys = inputs.differing(inputs.canonical(olds), inputs.canonical(news));
  return Object.fromEntries(detailOf(inputs, olds, news, keys));
}

const ip = (address: string) => ({ type: "ip", address });

describe("the detail of a difference", () => {
  test("names the only rule that changes in a large set by its positions in the two lists", () => {
    const rules = Array.from({ length: 3000 }, (_, n) => ip(`10.${n >> 8}.${n & 255}.1`));
    const changed = rules.map((rule, n) => (n === 1234 ? ip("10.99.0.1") : rule));
    expect(detail(ipGroup, { name: "a", rules }, { name: "a", rules: changed.toReversed() })).toEqual({
      "rules[1234]": "delete",
      [`rules[${2999 - 1234}]`]: "add",
    });
  });

  test("ignores order and spelling", () => {
    const olds = { name: "a", rules: [ip("10.0.0.1"), { type: "child", groupId: 7 }] };
    const news = { name: "b", rules: [{ type: "child", groupId: "7" }, ip("10.0.0.1"), ip("10.0.0.2")] };
    expect(detail(ipGroup, olds, news)).toEqual({ name: "update", "rules[2]": "add" });
  });

  test("names an object that differs", () => {
    const olds = { groupId: 1, rule: ip("10.0.0.1") };
    expect(detail(ipGroupRule, olds, { groupId: 1, rule: ip("10.0.0.2") })).toEqual({ rule: "update" });
  });

  test("names the whole input if a value in it is not known yet", () => {
    const inputs = new Inputs(ipGroup.inputs);
    const olds = { name: "a", rules: [ip("10.0.0.1")] };
    const news = { name: "a", rules: [ip("10.0.0.1"), UNKNOWN] };
    expect(detailOf(inputs, olds, news, ["rules"])).toEqual(new Map([["rules", "update"]]));
  });

  test("lists changes that turn the old set into the new one", () => {
    const list = fc.array(
      fc.integer({ min: 1, max: 12 }).map((n) => ip(`10.0.0.${n}`)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(list, list, (old, now) => {
        const changes = Object.entries(
          detail(ipGroup, { name: "a", rules: old }, { name: "a", rules: now }) as Record<string, string>,
        );
        const places = (...kinds: string[]): number[] =>
          changes.filter(([, change]) => kinds.includes(change)).map(([place]) => Number(/\d+/u.exec(place)?.[0]));
        const gone = places("delete", "update").map((index) => old[index]?.address);
        const come = places("add", "update").map((index) => now[index]?.address);
        const result = new Set([...old.map(({ address }) => address).filter((one) => !gone.includes(one)), ...come]);
        expect(result).toEqual(new Set(now.map(({ address }) => address)));
      }),
    );
  });
});
