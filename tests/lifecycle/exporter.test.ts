import { declared, memberTable } from "./members";
import { create } from "./rows";
import { testLifecycle } from "./table";

const table = memberTable("Exporter");
const { kind, given, updates = [] } = table;

// The table of collectors has the rest: both kinds share their code.
testLifecycle({
  ...{ kind, updates },
  ...(given === undefined ? {} : { given }),
  creates: [
    ...table.creates,
    create("a collector too: both are kept apart", declared("a", "c"), "exporter/add exporter/add rebuild", {
      given: (sim, unique) => {
        table.given?.(sim, unique);
        sim.mutate.addCollector(unique.address, `${unique.name} a`);
      },
    }),
  ],
});
