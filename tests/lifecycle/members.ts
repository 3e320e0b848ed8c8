import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { create, equal, type LifecycleTable, partial, refused, replace, type Unique, update } from "./rows";

/** The last part of a profile's name. */
type Letter = (typeof letters)[number];
const letters = ["a", "a b", "c", "d"] as const;

const profiles = ({ name }: Pick<Unique, "name">, ...some: Letter[]): string[] =>
  some.map((letter) => `${name} ${letter}`);

/** Adds four profiles that others created. */
function addProfiles(sim: Simulator, { name, port }: Unique): void {
  for (const [at, own] of profiles({ name }, ...letters).entries())
    sim.mutate.addProfile(own, port + 2 * at, port + 2 * at + 1);
}

type Part = Letter | Properties;

/** What is said about a member: profiles by their letters, and other inputs or facts. */
const lettersIn = (parts: readonly Part[]): Letter[] => parts.filter((part) => typeof part === "string");
const factsIn = (parts: readonly Part[]): Properties =>
  Object.assign({}, ...parts.filter((part) => typeof part !== "string")) as Properties;

/** The declared inputs of a member of profiles. */
export const declared =
  (...parts: Part[]) =>
  (unique: Unique): Properties => ({
    address: unique.address,
    profiles: profiles(unique, ...lettersIn(parts)),
    ...factsIn(parts),
  });
export const memberOf =
  (...some: Letter[]) =>
  (unique: Unique): Properties => ({ memberOf: profiles(unique, ...some) });
const elsewhere = (unique: Unique): Properties => ({
  ...declared("a")(unique),
  address: unique.address.replace(/7$/u, "8"),
});

/** What collectors and exporters have in common: most rows. */
export function memberTable(kind: "Collector" | "Exporter") {
  const entity = kind.toLowerCase();
  const [added, removed, described] = [`${entity}/add rebuild`, `${entity}/remove rebuild`, "notate/ip rebuild"];
  const table: LifecycleTable = {
    kind,
    given: addProfiles,

    creates: [
      create("what is not declared stays unset", declared("a"), added, {
        computed: memberOf("a"),
        id: ({ address }) => address,
      }),
      create(
        "several profiles and a description",
        declared("c", "a", { description: "Core (50%)" }),
        `${entity}/add ${entity}/add ${described}`,
        { computed: memberOf("a", "c") },
      ),
    ],
    equals: [
      equal("order of profiles", declared("a", "c"), declared("c", "a")),
      equal("order of profiles whose names begin alike", declared("a b", "a"), declared("a", "a b")),
      equal("a profile that is named twice", declared("a", "c"), declared("a", "c", "a")),
    ],
    updates: [
      update("a profile is added in place", declared("a"), declared("a", "c"), added),
      update("a profile is left in place", declared("a", "c"), declared("c"), removed),
      update("added to another profile, then removed here", declared("a"), declared("c"), `${entity}/add ${removed}`),
      update("the description", declared("a", { description: "1" }), declared("a", { description: "2" }), described),
      update("a description that is removed stays", declared("a", { description: "stays" }), declared("a"), "", {
        holds: [declared("a", { description: "stays" })],
        says: new RegExp(`^warning: ${kind} .*description is no longer managed.*stays`, "u"),
      }),
      replace("another address: created first", declared("a"), elsewhere, `${added} ${removed}`),
    ],
    partials: [
      partial("added, but not removed from the old one", [declared("a"), declared("c")], `${entity}/remove`, removed),
      partial(
        "a member of one profile, but not of the other: the next up adds the missing one",
        [declared("a", "c", { description: "text" })],
        () => ({ match: `${entity}/add`, skip: 1, times: 1, kind: { refuse: "Not now" } }),
        `${entity}/add ${described}`,
      ),
      partial("a member without description", [declared("a", { description: "text" })], "notate/ip", described),
    ],
    refusals: [
      refused("no such profile", declared("d"), /no such profile: unknown profile "\w+ row \d+ d"/u, {
        given: () => undefined,
      }),
    ],
  };
  return table;
}
