import { ApplianceError, BusyError, CredentialsError, RefusedError } from "../../errors/errors";
import { messageOf } from "../../errors/message";
import { Refusal } from "../../errors/refusal";
import { counted, quoted } from "../../values/quoted";

/** The maximum number of groups that one message names. */
const MOST_TOLD = 5;

/** Collects the failures of one call that works on many groups. */
export class GroupFailures {
  readonly #texts: string[] = [];
  readonly #failed = new Set<string>();
  #first: unknown;
  #untried = 0;
  /**
   * Every further request would fail as the last one did: the appliance answers no request, or none with this token.
   */
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  get any(): boolean {
    return this.#failed.size + this.#untried > 0;
  }

  has(name: string): boolean {
    return this.#failed.has(name);
  }

  add(name: string, what: string, error: unknown): void {
    this.#first ??= error;
    this.#failed.add(name);
    this.#texts.push(messageOf(error, `group ${quoted(name)}`, what));
    const isAboutOne = !(error instanceof ApplianceError) || error instanceof RefusedError;
    this.#isOver ||= !isAboutOne || error instanceof CredentialsError || error instanceof BusyError;
  }

  /** Records a group that was left as it is, because the call was already over. */
  leave(name: string): void {
    this.#failed.add(name);
    this.#untried += 1;
  }

  /** Throws if anything failed. The message describes the first failures and counts the others. */
  throwIfAny(): void {
    if (!this.any) return;
    const more = this.#texts.length - MOST_TOLD;
    const texts = [
      ...this.#texts.slice(0, MOST_TOLD),
      ...(more > 0 ? [`${groups(more)} more failed.`] : []),
      ...(this.#untried > 0 ? [`${groups(this.#untried)} not tried, because this error affects every group.`] : []),
    ];
    throw new Refusal(texts.join(" "), { cause: this.#first });
  }
}

const groups = (count: number): string => counted(count, "group");
