import { startWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { CheckFault, Resource } from "./resource";

/** Checks of inputs, none of which may send a request. */
export interface Checks<Kind extends string> {
  readonly world: World;
  /** What check makes of good inputs with these on top. */
  check(kind: Kind, inputs: Properties): Promise<Properties>;
  /** The sentences with which it refuses them; none where it does not. */
  faultsOf(kind: Kind, inputs: Properties): Promise<readonly string[]>;
}

/** Starts a provider for the tests around the call, and proves after each that nothing was sent. */
export function checksWithoutRequests<Kind extends string>(good: Readonly<Record<Kind, Properties>>): Checks<Kind> {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());
  afterEach(() => {
    expect(world.sim.requests.verbs()).toEqual([]);
  });
  const check: Checks<Kind>["check"] = (kind, inputs) => new Resource(world, kind).check({ ...good[kind], ...inputs });
  return {
    get world() {
      return world;
    },
    check,
    faultsOf: (kind, inputs) =>
      check(kind, inputs).then(
        () => [],
        (error: unknown) => {
          if (error instanceof CheckFault) return error.reasons;
          throw error;
        },
      ),
  };
}
