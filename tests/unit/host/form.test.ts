import fc from "fast-check";
import { definitionOf } from "../../../provider/registry";
import { Inputs } from "../../../provider/values/inputs";

const inputs = new Inputs(definitionOf("IpGroup").inputs);

/** A rule in a spelling that a user may choose, with its canonical form. */
const written = fc
  .record({ net: fc.integer({ min: 0, max: 40 }), form: fc.constantFrom("network", "child") })
  .map(({ net, form }) =>
    form === "network"
      ? {
          rule: { cidr: `10.${net}.0.0/16`, type: "network" },
          canonical: { type: "network", cidr: `10.${net}.0.0/16` },
        }
      : { rule: { groupId: net + 1, type: "child" }, canonical: { type: "child", groupId: String(net + 1) } },
  );
const rules = fc.uniqueArray(written, { maxLength: 12, selector: ({ canonical }) => JSON.stringify(canonical) });

test("a read keeps the order and spelling of rules that still exist, appends new ones, and drops those that are gone", () => {
  fc.assert(
    fc.property(
      rules,
      rules,
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      fc.nat(),
      (own, others, stays, turn) => {
        const kept = own.filter((_, index) => stays[index] === true);
        const texts = new Set(own.map(({ canonical }) => JSON.stringify(canonical)));
        const added = others.filter(({ canonical }) => !texts.has(JSON.stringify(canonical)));
        const all = [...kept, ...added].map(({ canonical }) => canonical);
        // An appliance may list the rules in any order.
        const by = all.length === 0 ? 0 : turn % all.length;
        const live = [...all.slice(by), ...all.slice(0, by)].reverse();
        const seen = inputs.inFormOf(
          own.map(({ rule }) => rule),
          "rules",
          live,
        ) as unknown[];
        expect(seen.slice(0, kept.length)).toEqual(kept.map(({ rule }) => rule));
        const asText = (values: unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort();
        expect(asText(seen.slice(kept.length))).toEqual(asText(added.map(({ canonical }) => canonical)));
      },
    ),
  );
});

test("an input that is no set gets the appliance's value", () => {
  expect(inputs.inFormOf("Office", "name", "Office 2")).toBe("Office 2");
});
