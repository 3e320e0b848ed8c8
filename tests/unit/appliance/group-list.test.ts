import fc from "fast-check";
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

// tests/unit/appliance/group-sight.test.ts has what a list lacks, and its moments.
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

test("a list of IP groups finds a name in every spelling, in the order of the list, and knows the longest", () => {
  const list = new GroupList([
    { fc_id: 7, fc_name: "Paris & Lyon" },
    { fc_id: 3, fc_name: "paris &amp; lyon" },
  ]);
  expect([list.idsNamed("Paris & Lyon"), list.idsSpelled("Paris & Lyon"), list.idsSpelled("Lyon")]).toEqual([
    [7],
    [7, 3],
    [],
  ]);
  expect(list.longest).toBe("paris &amp; lyon".length);
});
