import type { Properties } from "../support/provider-calls";
import { create, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

type Way = "include" | "exclude";

const policy =
  (kind: Way = "include", profile: "a" | "b" = "a", more: Properties = {}) =>
  ({ name, network }: Unique): Properties => ({ cidr: network, profile: `${name} ${profile}`, kind, ...more });

const narrower = (unique: Unique): Properties => policy()({ ...unique, network: unique.network.replace("/24", "/25") });
const everything = ({ name }: Unique): Properties => ({ cidr: "0.0.0.0/0", profile: `${name} a`, kind: "include" });

const [add, remove] = ["policies/add rebuild", "policies/remove rebuild"];

testLifecycle({
  kind: "Policy",
  /** Two profiles that others created. */
  given(sim, { name, port }) {
    sim.mutate.addProfile(`${name} a`, port, port + 1);
    sim.mutate.addProfile(`${name} b`, port + 2, port + 3);
  },
  creates: [
    create("an include", policy("include"), add, {
      id: ({ name, network }) => ["include", network, `${name} a`].map(encodeURIComponent).join("|"),
    }),
    create("an exclude", policy("exclude"), add),
    create("all networks", everything, add),
  ],
  updates: [
    update("another profile: added, then removed", policy(), policy("include", "b"), `policies/add ${remove}`),
    replace("another kind: the old one is removed first", policy("include"), policy("exclude"), `${remove} ${add}`),
    replace("another network", policy(), narrower, `${add} ${remove}`),
  ],
  refusals: [
    refused("no such profile", policy(), /no such profile: unknown profile "Policy row \d+ a"/u, {
      given: () => undefined,
    }),
  ],
});
