import { setTimeout as sleep } from "node:timers/promises";
import type { Values } from "../../../provider/values/inputs";
import type { Known, Life, Scene } from "./life";
import { Refusal } from "../../../provider/errors/refusal";
import { Trial } from "./trial";
import { WrongError } from "./verdict";

/** The object of a life: the resource that declares it, and the comparison with what the appliance shows. */
export class Subject {
  readonly trial: Trial;
  /** The inputs of the last `up` that succeeded, or that may have created the object in part. */
  declared: Values = {};

  constructor(
    private readonly life: Life,
    private readonly scene: Scene,
    site: string | undefined,
  ) {
    this.trial = new Trial(scene.box, life.kind, site);
  }

  /** Declares inputs. Returns the messages of the provider. */
  async declare(inputs: Values, expected: "create" | "update" | "replace"): Promise<readonly string[]> {
    if (!this.trial.exists) this.declared = inputs;
    const done = await this.trial.up(inputs);
    const { notes } = this.trial;
    if (done !== expected) throw new WrongError(`${expected} was planned as ${done}`);
    this.declared = inputs;
    return notes;
  }

  async reads(expected: "same" | "changed" | "gone"): Promise<readonly string[]> {
    await this.settled();
    // A change by hand may show late. A refresh that finds the object changed or gone is final.
    const look = async () => {
      const seen = await this.trial.refresh();
      return seen === "same" && expected !== "same" ? undefined : seen;
    };
    const found = (await this.#seen(look)) ?? "same";
    const { notes } = this.trial;
    if (found === expected) return notes;
    const what = `a refresh finds the object ${found}, not ${expected}`;
    // The provider keeps an object that a list may hide, and says why.
    throw expected === "gone" && notes.length > 0 ? new Refusal(`${what}: ${notes.join("; ")}`) : new WrongError(what);
  }

  /** Waits until lists must show the last change, by the measured lag: users take their next step later. */
  async settled(): Promise<void> {
    const { isThere, isRead, about } = this.life;
    if (isThere !== undefined || isRead === true) await sleep(this.scene.box.lagMs[about] * 1.5);
  }

  #seen<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.scene.box.seen(this.life.about, this.life.kind, look);
  }

  async confirmed(): Promise<void> {
    await this.shown(this.object, true);
    await this.reads("same");
  }

  get object(): Known {
    return { id: this.trial.known.id, inputs: this.declared };
  }

  /** Waits until the appliance shows the object, or no longer shows it, by the client and not by the provider. */
  async shown(object: Known, expected: boolean): Promise<void> {
    const { isThere, isWhole } = this.life;
    const look = async () => {
      const found = await isThere?.(this.scene, object);
      if ((found ?? expected) !== expected) return undefined;
      return !expected || (await isWhole?.(this.scene, object)) !== false ? true : undefined;
    };
    if ((await this.#seen(look)) === undefined) {
      throw new WrongError(`the appliance ${expected ? "does not show what was declared" : "still shows the object"}`);
    }
  }
}
