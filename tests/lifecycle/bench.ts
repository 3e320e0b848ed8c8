import { definitionOf } from "../../provider/registry";
import type { Simulator } from "../../simulator";
import { linesWith } from "../kinds/holds";
import { type Lines, linesOf } from "../support/held";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";
import { type LifecycleTable, madeFor, type Row, type Unique } from "./rows";

/** One world for all tests of a file or group, and the checks that every row needs. */
export class Bench {
  readonly world = oneWorld();
  #count = 0;
  #before = "";
  #lines: Lines = { exact: [], lasting: [] };
  #printed = 0;

  constructor(private readonly table: LifecycleTable) {}

  get sim(): Simulator {
    return this.world.sim;
  }

  /** Creates a resource and names for one row. Records what the appliances hold now, since the row must restore it. */
  begin(row: Row): { resource: Resource; unique: Unique } {
    const n = (this.#count += 1);
    const third = Math.floor(n / 250);
    const unique = {
      name: `${this.table.kind} row ${n}`,
      address: `10.${third}.${n % 250}.7`,
      network: `172.${16 + third}.${n % 250}.0/24`,
      port: 20_000 + 10 * n,
    };
    (row.given ?? this.table.given)?.(this.sim, unique);
    this.#before = this.world.store();
    this.#lines = linesOf(this.sim);
    this.listen();
    return { resource: new Resource(this.world, this.table.kind), unique };
  }

  /** Counts requests and info lines from this point on. */
  listen(): void {
    this.sim.requests.clear();
    this.#printed = this.world.provider.stderr.length;
  }

  /** Each text once, since a preview prints the same lines as the `up` that follows. */
  infoLines(): string[] {
    return [...new Set(this.world.provider.stderr.slice(this.#printed).split("\n").filter(Boolean))];
  }

  /** The appliances hold what a row's program declares, besides what they held before the row. */
  expectHeld({ holds }: Row, program: Properties, unique: Unique): void {
    const before = this.#lines;
    const declared = (holds ?? [program]).map((one) => [this.table.kind, madeFor(one, unique)] as const);
    const { exact, lasting } = linesWith(before, declared, (kind, reference) => {
      const { ipGroups, users, userGroups } = this.sim.gateway.store;
      const text = String(reference).replace(/^name:/u, "");
      return { IpGroup: ipGroups, User: users, UserGroup: userGroups }[kind].get(Number(text))?.name ?? text;
    });
    const now = linesOf(this.sim);
    const last = new Set([...before.lasting, ...lasting]);
    expect([...now.exact, ...now.lasting].sort()).toEqual([...exact, ...last].sort());
  }

  /** The base URL of the appliance that serves this kind, as in outputs. */
  baseOf(kind: string): string {
    return new URL(this.sim[definitionOf(kind).appliance].url).href;
  }

  /** The next `up` sends nothing, and refresh finds nothing new: the outputs keep the user's form. */
  async expectSettled(resource: Resource, program: Properties): Promise<void> {
    this.listen();
    expect(await resource.up(program)).toBe("same");
    expect(this.world.sent()).toEqual([]);
    expect(await resource.refresh()).toBe("same");
    expect(this.world.changes()).toEqual([]);
    expect(await resource.preview(program)).toBe("same");
  }

  /** Destroys the resource. The appliances must then be as before the row, including other people's objects. */
  async end(resource: Resource): Promise<void> {
    await resource.destroy();
    expect(this.world.store()).toBe(this.#before);
  }
}
