import { oneWorld, type World } from "../../support/lifecycle";
import type { Properties } from "../../support/provider-calls";
import { countsOf, sizes, Stack, unique } from "./stage";

/** The number of operations that the engine runs at the same time on four cores. */
const P16 = 16;
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
    program: (word, index) => ({ userName: "admin", userGroupName: `${word} team ${index}` }),
  },
  Permission: {
    verb: "user_api/permissions",
    program: (word, index) => ({
      userGroupId: GUESTS,
      permissionType: "gadget",
      seccode: `gadget${word}x${index}`,
    }),
  },
};

describe("the request counts of users and permissions", () => {
  const world = oneWorld();
  /** A world whose gateway accepts one request at a time and answers slowly. */
  const slow = oneWorld({ config: { gateway: { concurrency: 1 } } });
  beforeAll(() => {
    slow.sim.setLatency(100);
  });

  /** Adds user groups for the memberships of one test. */
  function addTeams({ sim }: World, word: string, n: number): void {
    sim.mutate.gateway((store) => {
      for (let index = 0; index < n; index += 1) {
        const id = store.nextId("userGroup");
        store.userGroups.set(id, { id, name: `${word} team ${index}`, permissions: new Map() });
      }
    });
  }

  async function create(on: World, n: number, p?: number): Promise<Record<string, number>> {
    const word = unique();
    addTeams(on, word, n);
    await on.nextRun();
    const stacks = Object.entries(kinds).map(
      ([kind, { program }]) => new Stack(on, kind, n, (index) => program(word, index)),
    );
    await Promise.all(stacks.map((stack) => stack.up(p)));
    return countsOf(on);
  }

  const verbs = Object.values(kinds)
    .map(({ verb }) => verb)
    .sort();

  describe.each(sizes)("N = %d", (n) => {
    test("creating N users, user groups, memberships and permissions sends at most N requests for each kind and nothing else", async () => {
      const sent = await create(world, n);
      expect(Object.keys(sent).sort()).toEqual(verbs);
      expect(Object.entries(sent).filter(([, count]) => count > n)).toEqual([]);
    });

    test("at concurrency 1 and 100 ms latency, creating N of each sends at most N/4 requests for each kind", async () => {
      const sent = await create(slow, n, P16);
      const most = Math.max(1, Math.floor(n / 4));
      expect(Object.keys(sent).sort()).toEqual(verbs);
      expect(Object.entries(sent).filter(([, count]) => count > most)).toEqual([]);
    });

    test("N permissions in one PermissionSet take one request to create and one to change", async () => {
      const word = unique();
      const grants = (more: string) => (): Properties => ({
        userGroupId: GUESTS,
        permissions: Array.from({ length: n }, (_, index) => ({
          permissionType: "gadget",
          seccode: `set${word}x${more}x${index}`,
        })),
      });
      const set = new Stack(world, "PermissionSet", 1, grants("old"));
      await world.nextRun();
      await set.up();
      expect(countsOf(world)).toEqual({ "user_api/permissions": 1 });
      set.edit(grants("new"));
      await world.nextRun();
      await set.up();
      expect(countsOf(world)).toEqual({ "user_api/permissions": 1 });
    });
  });
});
