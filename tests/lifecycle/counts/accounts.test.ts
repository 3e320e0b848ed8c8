import { oneWorld, realTime, type World } from "../../support/lifecycle";
import type { Properties } from "../../support/provider-calls";
import { countsOf, sizes, Stack, unique } from "./stage";

/** This user group exists on every gateway. */
const GUESTS = 2;

interface Kind {
  readonly verb: string;
  /** The inputs of the resource with this index. Each call gets its own `word`. */
  readonly program: (word: string, index: number) => Properties;
}

const kinds: Readonly<Record<string, Kind>> = {
  User: {
    verb: "user_api/createUser",
    program: (word, index) => ({ name: `${word} user ${index}`, password: "first password" }),
  },
  UserGroup: {
    verb: "user_api/createUsergroup",
    program: (word, index) => ({ name: `${word} users ${index}` }),
  },
  Membership: {
    verb: "user_api/membership",
    program: (word, index) => ({ user: "admin", userGroup: `${word} team ${index}` }),
  },
  Permission: {
    verb: "user_api/permissions",
    program: (word, index) => ({
      userGroup: GUESTS,
      permissionType: "gadget",
      seccode: `gadget${word}x${index}`,
    }),
  },
};

describe("the request counts of users and permissions", () => {
  const world = oneWorld(realTime);

  /** Adds user groups for the memberships of one test. */
  function addTeams({ sim }: World, word: string, n: number): void {
    sim.mutate.gateway((store) => {
      for (let index = 0; index < n; index += 1) {
        const id = store.nextId("userGroup");
        store.userGroups.set(id, { id, name: `${word} team ${index}`, permissions: new Map() });
      }
    });
  }

  async function create(on: World, n: number): Promise<Record<string, number>> {
    const word = unique();
    addTeams(on, word, n);
    await on.nextRun();
    const stacks = Object.entries(kinds).map(
      ([kind, { program }]) => new Stack(on, kind, n, (index) => program(word, index)),
    );
    await Promise.all(stacks.map((stack) => stack.up()));
    return countsOf(on);
  }

  const verbs = Object.values(kinds)
    .map(({ verb }) => verb)
    .sort();

  describe.each(sizes)("N = %d", (n) => {
    test("creating N users, user groups, memberships and permissions sends N requests for each kind and nothing else", async () => {
      const sent = await create(world, n);
      expect(sent).toEqual(Object.fromEntries(verbs.map((verb) => [verb, n])));
    });

    test("N permissions in one PermissionSet take N requests to create and 2 N to change", async () => {
      const word = unique();
      const grants = (more: string) => (): Properties => ({
        userGroup: GUESTS,
        permissions: Array.from({ length: n }, (_, index) => ({
          permissionType: "gadget",
          seccode: `set${word}x${more}x${index}`,
        })),
      });
      const set = new Stack(world, "PermissionSet", 1, grants("old"));
      await world.nextRun();
      await set.up();
      expect(countsOf(world)).toEqual({ "user_api/permissions": n });
      set.edit(grants("new"));
      await world.nextRun();
      await set.up();
      expect(countsOf(world)).toEqual({ "user_api/permissions": 2 * n });
    });
  });
});
