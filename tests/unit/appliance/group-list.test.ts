import fc from "fast-check";
import { listing } from "../../../provider/http/schemas";
import { GroupList } from "../../../provider/appliance/gateway/group-list";

type Step = { groupId: number; name: string | undefined };

const step: fc.Arbitrary<Step> = fc.record({
  groupId: fc.integer({ min: 1, max: 6 }),
  name: fc.option(fc.constantFrom("a", "b", "__proto__"), { nil: undefined }),
});

function apply(list: GroupList, { groupId, name }: Step): void {
  if (name === undefined) list.delete(groupId);
  else list.set(groupId, name);
}

test("a list of IP groups finds names and ids as they were last set", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const list = new GroupList([]);
      const names = new Map<number, string>();
      for (const one of steps) {
        apply(list, one);
        if (one.name === undefined) names.delete(one.groupId);
        else names.set(one.groupId, one.name);
      }
      for (const groupId of [1, 2, 3, 4, 5, 6]) expect(list.nameOf(groupId)).toBe(names.get(groupId));
      for (const name of ["a", "b", "__proto__"]) {
        const ids = [...names].filter(([, held]) => held === name).map(([id]) => id);
        expect(list.idsNamed(name).sort()).toEqual(ids.sort());
      }
    }),
  );
});

test("a moment includes groups that existed then, even if renamed since, but none that were added or re-added later", () => {
  const list = new GroupList([
    { fc_id: 1, fc_name: "stays" },
    { fc_id: 2, fc_name: "renamed" },
    { fc_id: 3, fc_name: "comes again" },
  ]);
  const { wasThere } = list.moment();
  list.set(2, "other");
  list.delete(3);
  list.set(3, "comes again");
  list.set(4, "new");
  expect([1, 2, 3, 4, 5].map(wasThere)).toEqual([true, true, false, false, false]);
  expect([1, 2, 3, 4].map(list.moment().wasThere)).toEqual([true, true, true, true]);
});

describe("a list of IP groups that", () => {
  const groups = [
    { fc_id: 7, fc_name: "Paris & Lyon" },
    { fc_id: 3, fc_name: "paris &amp; lyon" },
  ];
  const nameless = { fc_id: 9, label: "Nameless" };

  test("is whole hides no name", () => {
    const list = new GroupList(listing([...groups], { what: "groups", total: 2 }));
    expect([list.lack, list.unreadable, list.isCut, list.size, [...list.ids]]).toEqual([
      undefined,
      [],
      false,
      2,
      [7, 3],
    ]);
    expect(list.mayHide("x")).toBe(false);
    expect(list.idsNamed("Paris & Lyon")).toEqual([7]);
    expect(list.idsSpelled("Paris & Lyon")).toEqual([7, 3]);
    expect(list.idsSpelled("Lyon")).toEqual([]);
    list.delete(1);
    expect([list.size, list.moment().highest, new GroupList([]).moment().highest]).toEqual([2, 7, 0]);
  });

  test("is cut may hide every name", () => {
    const list = new GroupList(listing([...groups], { what: "groups", total: 4, unreadable: [nameless] }));
    expect([list.lack, list.unreadable.length, list.isCut]).toEqual(["shows 2 of 4 groups", 1, true]);
    expect(list.mayHide("x")).toBe(true);
  });

  test("has entries which are no groups may hide only the names in them", () => {
    const list = new GroupList(listing([...groups], { what: "groups", unreadable: [nameless, { fc_id: 0 }] }));
    expect([list.lack, list.isCut]).toEqual([expect.stringContaining("not understood"), false]);
    expect([list.mayHide("naMEless"), list.mayHide("Paris")]).toEqual([true, false]);
  });
});
