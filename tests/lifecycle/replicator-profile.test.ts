import type { Properties } from "../support/provider-calls";
import { create, equal, partial, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

/** The declared inputs of a profile. `more` adds or replaces inputs. */
const profile =
  (more: Properties = {}) =>
  ({ name, port }: Unique): Properties => ({ name, listeningPort: port, sendingPort: port + 1, ...more });
const ports = (offset: number, { port }: Unique): Properties => ({
  listeningPort: port + offset,
  sendingPort: port + offset + 1,
});
const moved = (unique: Unique): Properties => profile(ports(2, unique))(unique);
const renamed =
  (more: Properties = {}) =>
  (unique: Unique): Properties => ({ ...profile(more)(unique), name: `${unique.name} renamed` });
const renamedAndMoved =
  (more: Properties = {}) =>
  (unique: Unique): Properties =>
    renamed({ ...ports(2, unique), ...more })(unique);
const hostile = (unique: Unique): Properties => profile({ name: `%2e%2e a?b#c;d+e&f=g'h(i)*! ${unique.name}` })(unique);
const noted = "notate/profile rebuild";
const all = { enabled: false, singularity: true, description: "Routers of the branch, 50% (test)" };
const off = { enabled: false };
const long = "%".repeat(255);

testLifecycle({
  kind: "ReplicatorProfile",
  creates: [
    create("enabled defaults to true and singularity to false", profile(), "profile/add rebuild", {
      computed: { enabled: true, singularity: false },
      id: ({ name }) => name,
    }),
    create("a listening port that another profile has", profile({ listeningPort: 9996 }), "profile/add rebuild"),
    create("all that can be set", profile(all), `profile/add profile/disable profile/singularity/enable ${noted}`),
    create("a name is data: each special character travels in one path segment", hostile, "profile/add rebuild"),
    create("255 characters, each escaped", profile({ name: long, description: long }), `profile/add ${noted}`),
    create("a profile named 0, although 0 is the filter for all", profile({ name: "0" }), "profile/add rebuild"),
  ],
  equals: [equal("defaults written out", profile(), profile({ enabled: true, singularity: false }))],
  updates: [
    update("both ports change in one update", profile(), moved, "profile/update rebuild"),
    update("it is disabled in place", profile(), profile(off), "profile/disable rebuild"),
    update("it is enabled in place", profile(off), profile(), "profile/enable rebuild"),
    update("it becomes singular", profile(), profile({ singularity: true }), "profile/singularity/enable rebuild"),
    update("it is singular no more", profile({ singularity: true }), profile(), "profile/singularity/disable rebuild"),
    update("the description", profile({ description: "before" }), profile({ description: "after" }), noted),
    update("removing the description leaves the text and says so", profile({ description: "stays" }), profile(), "", {
      holds: [profile({ description: "stays" })],
      says: /^warning: ReplicatorProfile "ReplicatorProfile row \d+" on .*description is no longer managed; its current value stays/u,
    }),
    update(
      "a rename happens in place, and the id stays the name at creation",
      profile({ description: "stays with it" }),
      renamed({ description: "stays with it" }),
      "profile/rename rebuild",
    ),
    update(
      "everything changes at once, with one call for each fact",
      profile(off),
      renamedAndMoved({ singularity: true, description: "all new" }),
      `profile/rename profile/update profile/enable profile/singularity/enable ${noted}`,
    ),
  ],
  partials: [
    partial("not described", [profile({ ...off, description: "late" })], "notate/profile", noted, {
      says: /writing the description of the profile failed: Not now/u,
    }),
    partial("not disabled: it is running", [profile(off)], "profile/disable", "profile/disable rebuild", {
      says: /disabling the profile failed: Not now/u,
    }),
    partial("renamed only", [profile(), renamedAndMoved()], "profile/update", "profile/update rebuild"),
  ],
});
