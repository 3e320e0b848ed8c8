import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

/** Adds two profiles that others created. */
const addProfiles = (sim: Simulator, { name, port }: Unique): void => {
  sim.mutate.addProfile(`${name} a`, port, port + 1);
  sim.mutate.addProfile(`${name} b`, port + 2, port + 3);
};
const policy =
  (kind: "include" | "exclude" = "include", profile: "a" | "b" = "a", more: Properties = {}) =>
  ({ name, network }: Unique): Properties => ({ cidr: network, profile: `${name} ${profile}`, kind, ...more });
const others =
  (kind: "include" | "exclude") =>
  (sim: Simulator, { name, network }: Unique): void => {
    sim.mutate.addPolicy(`${name} a`, { network: addressOf(network), prefixLength: 24, kind });
  };
const removeAny = (sim: Simulator, { name, network }: Unique): void => {
  sim.mutate.removePolicy(`${name} a`, addressOf(network), 24);
};

function addressOf(network: string): string {
  return network.split("/")[0] ?? "";
}

testLifecycle({
  kind: "Policy",

  held(sim, _id, { cidr }) {
    return [...sim.replicator.store.profiles.values()].flatMap(({ name, policies }) =>
      [...policies.values()]
        .filter(({ network, prefixLength }) => `${network}/${prefixLength}` === cidr)
        .map(({ kind }) => `${kind} in ${name}`),
    );
  },

  creates: [
    {
      title: "an include",
      given: addProfiles,
      inputs: policy("include"),
      sends: ["policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} a`],
      id: ({ name, network }) => ["include", network, `${name} a`].map(encodeURIComponent).join("|"),
    },
    {
      title: "an exclude",
      given: addProfiles,
      inputs: policy("exclude"),
      sends: ["policies/add", "rebuild"],
      holds: ({ name }) => [`exclude in ${name} a`],
    },
    {
      title: "all networks",
      given: addProfiles,
      inputs: ({ name }) => ({ cidr: "0.0.0.0/0", profile: `${name} a`, kind: "include" }),
      sends: ["policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} a`],
    },
  ],

  equals: [
    {
      title: "onExisting",
      given: addProfiles,
      from: policy("include", "a", { onExisting: "adoptIfEqual" }),
      to: policy(),
    },
  ],

  updates: [
    {
      title: "another profile changes in place: removed here, then added there",
      given: addProfiles,
      from: policy("include", "a"),
      to: policy("include", "b"),
      sends: ["policies/remove", "policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} b`],
    },
    {
      title: "another kind replaces: the old one is removed first",
      given: addProfiles,
      from: policy("include"),
      to: policy("exclude"),
      step: "replace",
      sends: ["policies/remove", "rebuild", "policies/add", "rebuild"],
      holds: ({ name }) => [`exclude in ${name} a`],
    },
    {
      title: "another network replaces",
      given: addProfiles,
      from: policy(),
      to: ({ name, network }) => ({ cidr: network.replace("/24", "/25"), profile: `${name} a`, kind: "include" }),
      step: "replace",
      sends: ["policies/remove", "rebuild", "policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} a`],
    },
  ],

  partials: [
    {
      title: "removed from the old profile, but not added to the new one: the next up adds it",
      given: addProfiles,
      from: policy("include", "a"),
      inputs: policy("include", "b"),
      fault: () => ({ match: "policies/add", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} b`],
    },
  ],

  refusals: [
    {
      title: "a profile that does not exist",
      inputs: policy(),
      says: /failed: .*Profile Policy row \d+ a does not exist/u,
    },
  ],

  changesByHand: [
    {
      title: "a policy that was removed by hand is gone, and is created again",
      given: addProfiles,
      inputs: policy(),
      byHand: removeAny,
      shows: () => "gone",
      repairs: ["policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} a`],
    },
    {
      title: "a policy whose profile was removed by hand is gone",
      given: (sim, unique) => {
        addProfiles(sim, unique);
      },
      inputs: policy("include", "b"),
      byHand: (sim, { name, port }) => {
        sim.mutate.removeProfile(`${name} b`);
        sim.mutate.addProfile(`${name} b`, port + 2, port + 3);
      },
      shows: () => "gone",
      repairs: ["policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} b`],
    },
  ],

  adoptions: [
    {
      title: "is success, and stays on destroy: a policy is there or not",
      given: addProfiles,
      exists: others("include"),
      inputs: policy(),
      outcome: [],
      holds: ({ name }) => [`include in ${name} a`],
      afterwards: removeAny,
    },
    {
      title: 'is success with "adopt" and "adoptIfEqual" too',
      given: addProfiles,
      exists: others("exclude"),
      inputs: policy("exclude", "a", { onExisting: "adoptIfEqual" }),
      outcome: [],
      holds: ({ name }) => [`exclude in ${name} a`],
    },
    {
      title: "of the other kind is an error that names it and the line to add",
      given: addProfiles,
      exists: others("exclude"),
      inputs: policy("include"),
      outcome: /opposite policy, exclude,.*onExisting: "adopt"/u,
      holds: ({ name }) => [`exclude in ${name} a`],
      afterwards: removeAny,
    },
    {
      title: 'of the other kind is an error with "adoptIfEqual"',
      given: addProfiles,
      exists: others("exclude"),
      inputs: policy("include", "a", { onExisting: "adoptIfEqual" }),
      outcome: /opposite policy, exclude/u,
      holds: ({ name }) => [`exclude in ${name} a`],
      afterwards: removeAny,
    },
    {
      title: 'of the other kind is removed, then added, with "adopt"',
      given: addProfiles,
      exists: others("exclude"),
      inputs: policy("include", "a", { onExisting: "adopt" }),
      outcome: ["policies/remove", "policies/add", "rebuild"],
      holds: ({ name }) => [`include in ${name} a`],
    },
  ],
});
