import fc from "fast-check";
import { Batcher } from "../../provider/appliance/batcher";
import type { Outcomes } from "../../provider/change/change-each";
import { failed, made, resultOf } from "../../provider/errors/outcome";
import { limiterOf } from "../../provider/appliance/client-layer";
import { RebuildBarrier } from "../../provider/appliance/rebuild";
import { Snapshot } from "../../provider/appliance/snapshot";
import { Session } from "../../provider/replicator/session";
import { type Change, keyOf, ScheduledAppliance } from "./scheduled-appliance";

/** The number of forced logins after which a session counts as stolen. */
const MOST_EXPIRIES = 3;

/** Everything that the resources of one appliance share, assembled as in the appliance's own object. */
class System {
  readonly #session: Session;
  readonly #batcher: Batcher<Change, undefined>;
  readonly #list: Snapshot<Set<string>>;
  readonly #barrier: RebuildBarrier;

  constructor(
    readonly appliance: ScheduledAppliance,
    concurrency: number,
  ) {
    const place = (action: string) => ({ appliance: "replicator" as const, host: "rp.example", action });
    this.#session = new Session({ logIn: () => appliance.logIn(), place, clock: () => 0 });
    const limiter = limiterOf(concurrency);
    const whenFree = <T>(operation: () => Promise<T>): Promise<T> => limiter.execute(operation);
    this.#batcher = new Batcher(
      ({ name }) => name,
      whenFree,
      (changes) => this.#send(changes),
    );
    this.#list = new Snapshot(() => limiter.execute(() => this.#load()));
    this.#barrier = new RebuildBarrier(() => limiter.execute(() => appliance.rebuild()));
  }

  /** One operation of a resource. It resolves when a rebuild that began after its change has ended. */
  change(change: Change): Promise<void> {
    return this.#barrier.around(
      async () => {
        resultOf(await this.#batcher.add(change));
      },
      (error) => {
        throw error;
      },
    );
  }

  list(): Promise<ReadonlySet<string>> {
    return this.#list.get();
  }

  async #send(changes: Change[]): Promise<Outcomes> {
    const { appliance } = this;
    try {
      const { text } = await this.#session.run("change", (headers) =>
        appliance.request(headers, () => appliance.change(changes)),
      );
      const outcomes = new Map(JSON.parse(text) as [string, boolean][]);
      this.#barrier.changed();
      this.#list.patch((list) => {
        for (const { name, wanted } of changes) {
          if (outcomes.get(name) !== true) continue;
          if (wanted) list.add(name);
          else list.delete(name);
        }
      });
      return new Map(
        [...outcomes].map(([name, done]) => [name, done ? made("done") : failed(new Error(`refused: ${name}`))]),
      );
    } catch (error) {
      this.#barrier.changed();
      this.#list.expire();
      throw error;
    }
  }

  async #load(): Promise<Set<string>> {
    const { appliance } = this;
    const { text } = await this.#session.run("list", (headers) =>
      appliance.request(headers, () => [...appliance.held]),
    );
    return new Set(JSON.parse(text) as string[]);
  }
}

/** What is known about the operations so far. */
interface Model {
  count: number;
  expiries: number;
  /**
   * Names that certainly exist, and names that certainly do not. Changes in progress or in doubt are in neither set.
   */
  readonly there: Set<string>;
  readonly gone: Set<string>;
  readonly pending: Promise<void>[];
}

type Command = fc.AsyncCommand<Model, System>;

/**
 * Adds an object, or removes an existing one. Does not wait for the result, so the next command runs at the same time.
 */
class ChangeCommand implements Command {
  constructor(private readonly what: "add" | "bad" | "remove") {}

  check = ({ there }: Readonly<Model>): boolean => this.what !== "remove" || there.size > 0;

  run = async (model: Model, system: System): Promise<void> => {
    const [first] = model.there;
    const wanted = this.what !== "remove";
    const name = wanted ? `${this.what} ${(model.count += 1)}` : String(first);
    model.there.delete(name);
    model.pending.push(follow(model, system, { name, wanted }));
  };

  toString = (): string => this.what;
}

async function follow(model: Model, system: System, change: Change): Promise<void> {
  const { appliance } = system;
  const [outcome] = await Promise.allSettled([system.change(change)]);
  const ended = appliance.moment();
  const madeAt = appliance.made.get(keyOf(change));
  if (outcome.status === "rejected") {
    const { message } = outcome.reason as Error;
    if (message === `refused: ${change.name}`) expect(madeAt).toBeUndefined();
    else expect(message).toBe("the answer was lost");
    return;
  }
  expect(madeAt).toBeDefined();
  expect(appliance.rebuilds.some((one) => one.began > Number(madeAt) && one.ended < ended)).toBe(true);
  (change.wanted ? model.there : model.gone).add(change.name);
}

/** Reads the list. It must contain every object that existed before the read began and still exists. */
class ListCommand implements Command {
  check = (): boolean => true;

  run = async (model: Model, system: System): Promise<void> => {
    const before = [...model.there];
    const gone = [...model.gone];
    const read = async (): Promise<void> => {
      const list = await system.list();
      for (const name of before) if (model.there.has(name)) expect([...list]).toContain(name);
      for (const name of gone) expect([...list]).not.toContain(name);
    };
    model.pending.push(read().catch((error: unknown) => expect((error as Error).message).toBe("the answer was lost")));
  };

  toString = (): string => "list";
}

class ExpireCommand implements Command {
  check = ({ expiries }: Readonly<Model>): boolean => expiries < MOST_EXPIRIES;

  run = async (model: Model, { appliance }: System): Promise<void> => {
    model.expiries += 1;
    appliance.expire();
  };

  toString = (): string => "expire";
}

class LoseCommand implements Command {
  check = (): boolean => true;

  run = async (_model: Model, { appliance }: System): Promise<void> => {
    appliance.loseNext += 1;
  };

  toString = (): string => "lose";
}

const commands = fc.commands(
  [
    fc.constant(new ChangeCommand("add")),
    fc.constant(new ChangeCommand("add")),
    fc.constant(new ChangeCommand("bad")),
    fc.constant(new ChangeCommand("remove")),
    fc.constant(new ListCommand()),
    fc.constant(new ExpireCommand()),
    fc.constant(new LoseCommand()),
  ],
  { maxCommands: 14, size: "+1" },
);

/**
 * Runs `numRuns` random schedules of random operations over login, limiter, batcher, snapshot and rebuild together. The
 * caller must fake timers; they advance while something waits for them.
 */
export async function checkSchedules(numRuns: number, seed: number): Promise<void> {
  const property = fc.asyncProperty(fc.scheduler(), commands, fc.integer({ min: 1, max: 3 }), async (s, cmds, most) => {
    const appliance = new ScheduledAppliance(s);
    const model: Model = { count: 0, expiries: 0, there: new Set(), gone: new Set(), pending: [] };
    const clock = passing();
    try {
      await fc.scheduledModelRun(s, () => ({ model, real: new System(appliance, most) }), cmds);
      await s.waitFor(Promise.all(model.pending));
    } finally {
      await clock.stop();
    }
    expect(appliance.mostInFlight).toBeLessThanOrEqual(most);
    expect(appliance.logins).toBeLessThanOrEqual(1 + appliance.expiries);
    for (const batch of appliance.batches) expect(new Set(batch.map(({ name }) => name)).size).toBe(batch.length);
    for (const name of model.there) expect([...appliance.held]).toContain(name);
    for (const name of model.gone) expect([...appliance.held]).not.toContain(name);
  });
  await fc.assert(property, { numRuns, seed });
}

/** Advances the faked time until it is stopped. */
function passing(): { stop(): Promise<void> } {
  let isOver = false;
  const pump = async (): Promise<void> => {
    while (!isOver) {
      await jest.advanceTimersByTimeAsync(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const pumping = pump();
  return {
    stop: async () => {
      isOver = true;
      await pumping;
    },
  };
}
