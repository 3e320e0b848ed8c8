import { declared, memberOf, memberTable } from "./members";
import { create, partial, update } from "./rows";
import { testLifecycle } from "./table";

const table = memberTable("Collector");
const limited = "collector/threshold rebuild";
const skipOne = { match: "collector/add", skip: 1, times: 1, kind: { refuse: "Not now" } } as const;

testLifecycle({
  ...table,
  creates: [
    ...table.creates,
    create(
      "several profiles, a threshold and a description",
      declared("c", "a", { threshold: 500, description: "Rack 4 (50%)" }),
      "collector/add collector/add notate/ip collector/threshold rebuild",
      { computed: memberOf("a", "c") },
    ),
    create("threshold 0 is none, and is not sent", declared("a", { threshold: 0 }), "collector/add rebuild"),
  ],
  updates: [
    ...(table.updates ?? []),
    update("the threshold", declared("a", { threshold: 500 }), declared("a", { threshold: 900 }), limited),
    update("threshold 0 removes it", declared("a", { threshold: 500 }), declared("a", { threshold: 0 }), limited),
    update("an unset threshold is unmanaged: what is set stays", declared("a", { threshold: 5 }), declared("a"), "", {
      holds: [declared("a", { threshold: 5 })],
      says: /^warning: Collector "10\.\d+\.\d+\.7" on .*threshold is no longer managed/u,
    }),
  ],
  partials: [
    ...(table.partials ?? []),
    partial(
      "a member of one profile, but not of the other: the next up adds the missing one",
      [declared("a", "c", { threshold: 7 })],
      () => skipOne,
      `collector/add ${limited}`,
    ),
    partial("a member without threshold", [declared("a", { threshold: 7 })], "collector/threshold", limited),
  ],
});
