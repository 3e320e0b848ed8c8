import { declared, memberOf, memberTable } from "./members";
import { create, partial } from "./rows";
import { testLifecycle } from "./table";

const { table } = memberTable("Exporter");
const described = "notate/ip rebuild";
const skipOne = { match: "exporter/add", skip: 1, times: 1, kind: { refuse: "Not now" } } as const;

testLifecycle({
  ...table,
  creates: [
    ...table.creates,
    create(
      "several profiles and a description",
      declared("c", "a", { description: "Core router (50%)" }),
      "exporter/add exporter/add notate/ip rebuild",
      { computed: memberOf("a", "c") },
    ),
    create("a collector too: both are kept apart", declared("a", "c"), "exporter/add exporter/add rebuild", {
      given: (sim, unique) => {
        table.given?.(sim, unique);
        sim.mutate.addCollector(unique.address, `${unique.name} a`);
      },
    }),
  ],
  partials: [
    ...(table.partials ?? []),
    partial(
      "a member of one profile, but not of the other: the next up adds the missing one",
      [declared("a", "c", { description: "text" })],
      () => skipOne,
      `exporter/add ${described}`,
    ),
    partial("a member without description", [declared("a", { description: "text" })], "notate/ip", described),
  ],
});
