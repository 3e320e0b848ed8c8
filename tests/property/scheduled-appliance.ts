import type fc from "fast-check";
import type { HttpReply } from "../../provider/http/request";

/** What one operation wants for one object. */
export interface Change {
  readonly name: string;
  readonly wanted: boolean;
}

/**
 * An appliance that records what it holds, its sessions, and when it did what. The scheduler controls each of its
 * steps.
 */
export class ScheduledAppliance {
  readonly held = new Set<string>();
  readonly batches: Change[][] = [];
  logins = 0;
  expiries = 0;
  inFlight = 0;
  mostInFlight = 0;
  loseNext = 0;
  #good = "";
  #moment = 0;
  /** The moment of each change, and the begin and end of each rebuild. */
  readonly made = new Map<string, number>();
  readonly rebuilds: { began: number; ended: number }[] = [];

  constructor(private readonly s: fc.Scheduler) {}

  moment(): number {
    return (this.#moment += 1);
  }

  expire(): void {
    this.#good = "ended";
    this.expiries += 1;
  }

  async logIn(): Promise<{ reply: HttpReply; answer: { result: "success"; path: undefined } }> {
    this.logins += 1;
    const good = `s${this.logins}`;
    await this.#step("login");
    this.#good = good;
    const reply = { status: 200, text: "", headers: { "set-cookie": `id=${good}` } };
    await this.#step("login answered");
    return { reply, answer: { result: "success", path: undefined } };
  }

  /** Carries out a request with a valid session. Its answer may be lost. */
  async request(headers: Readonly<Record<string, string>>, apply: () => unknown): Promise<HttpReply> {
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      await this.#step("arrives");
      const isGood = headers["cookie"] === `id=${this.#good}`;
      const text = isGood ? JSON.stringify(apply()) : "";
      await this.#step("is answered");
      if (isGood && this.loseNext > 0) {
        this.loseNext -= 1;
        throw new Error("the answer was lost");
      }
      return { status: isGood ? 200 : 401, text, headers: {} };
    } finally {
      this.inFlight -= 1;
    }
  }

  change(changes: Change[]): [string, boolean][] {
    this.batches.push(changes);
    return changes.map(({ name, wanted }) => {
      // A bad item fails without affecting the others.
      if (name.startsWith("bad")) return [name, false];
      if (wanted === this.held.has(name)) throw new Error(`${name} is changed twice`);
      if (wanted) this.held.add(name);
      else this.held.delete(name);
      this.made.set(keyOf({ name, wanted }), this.moment());
      return [name, true];
    });
  }

  async rebuild(): Promise<void> {
    const began = this.moment();
    await this.#step("rebuild");
    this.rebuilds.push({ began, ended: this.moment() });
  }

  #step(label: string): Promise<void> {
    return this.s.schedule(Promise.resolve(), label);
  }
}

/** A unique text for a change. */
export function keyOf({ name, wanted }: Change): string {
  return `${wanted ? "+" : "-"}${name}`;
}
