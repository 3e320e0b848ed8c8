import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { byHand, create, equal, found, partial, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

type Way = "include" | "exclude";

const policy =
  (kind: Way = "include", profile: "a" | "b" = "a", more: Properties = {}) =>
  ({ name, network }: Unique): Properties => ({ cidr: network, profile: `${name} ${profile}`, kind, ...more });
const others =
  (kind: Way) =>
  (sim: Simulator, { name, network }: Unique): void => {
    sim.mutate.addPolicy(`${name} a`, { network: addressOf(network), prefixLength: 24, kind });
  };
const removeAny = (sim: Simulator, { name, network }: Unique): void => {
  sim.mutate.removePolicy(`${name} a`, addressOf(network), 24);
};
const renewProfile = (sim: Simulator, { name, port }: Unique): void => {
  sim.mutate.removeProfile(`${name} b`);
  sim.mutate.addProfile(`${name} b`, port + 2, port + 3);
};

function addressOf(network: string): string {
  return network.split("/")[0] ?? "";
}

const narrower = (unique: Unique): Properties => policy()({ ...unique, network: unique.network.replace("/24", "/25") });
const everything = ({ name }: Unique): Properties => ({ cidr: "0.0.0.0/0", profile: `${name} a`, kind: "include" });

const [add, remove] = ["policies/add rebuild", "policies/remove rebuild"];
const [adopt, adoptIfEqual] = [{ onExisting: "adopt" }, { onExisting: "adoptIfEqual" }];

testLifecycle({
  kind: "Policy",
  /** Two profiles that others created. */
  given(sim, { name, port }) {
    sim.mutate.addProfile(`${name} a`, port, port + 1);
    sim.mutate.addProfile(`${name} b`, port + 2, port + 3);
  },
  held(sim, _id, { cidr }) {
    return [...sim.replicator.store.profiles.values()].flatMap(({ name, policies }) =>
      [...policies.values()]
        .filter(({ network, prefixLength }) => `${network}/${prefixLength}` === cidr)
        .map(({ kind }) => `${kind} in ${name}`),
    );
  },
  holds: ({ kind, profile }) => [`${String(kind)} in ${String(profile)}`],
  undo: removeAny,

  creates: [
    create("an include", policy("include"), add, {
      id: ({ name, network }) => ["include", network, `${name} a`].map(encodeURIComponent).join("|"),
    }),
    create("an exclude", policy("exclude"), add),
    create("all networks", everything, add),
  ],
  equals: [equal("onExisting", policy("include", "a", adoptIfEqual), policy())],
  updates: [
    update("another profile: removed, then added", policy(), policy("include", "b"), `policies/remove ${add}`),
    replace("another kind: the old one is removed first", policy("include"), policy("exclude"), `${remove} ${add}`),
    replace("another network", policy(), narrower, `${remove} ${add}`),
  ],
  partials: [partial("removed, but not added", [policy("include", "a"), policy("include", "b")], "policies/add", add)],
  refusals: [
    refused("no such profile", policy(), /failed: .*Profile Policy row \d+ a does not exist/u, {
      given: () => undefined,
    }),
  ],
  changesByHand: [
    byHand("a policy that was removed is gone, and is created again", policy(), removeAny, "gone", add),
    byHand("a policy whose profile was removed is gone", policy("include", "b"), renewProfile, "gone", add),
  ],
  adoptions: [
    found("is success, and stays on destroy", others("include"), policy(), "", { afterwards: removeAny }),
    found('is success with "adoptIfEqual" too', others("exclude"), policy("exclude", "a", adoptIfEqual), ""),
    found(
      "F110: of the other kind is an error that names it and the line to add",
      others("exclude"),
      policy("include"),
      /opposite policy, exclude,.*onExisting: "adopt"/u,
    ),
    found(
      'of the other kind is an error with "adoptIfEqual"',
      others("exclude"),
      policy("include", "a", adoptIfEqual),
      /opposite policy, exclude/u,
    ),
    found(
      'of the other kind is removed, then added, with "adopt"',
      others("exclude"),
      policy("include", "a", adopt),
      `policies/remove ${add}`,
    ),
  ],
});
