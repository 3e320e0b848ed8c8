import type { GatewayClient } from "../../gateway/client";
import type { DeletedIpGroups } from "../../gateway/ip-groups";
import { RefusedError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import { type Change, change, type Patience, type Tried } from "../../change/change";
import type { Outcomes } from "../../change/change-each";
import { failed, made, type Outcome } from "../../errors/outcome";
import type { Run } from "../batcher";
import { type GroupSight, noGroupAtAll } from "./group-sight";
import { present } from "../../values/collections";

/** What all deletions on one gateway use. */
interface DeletionTools {
  readonly client: GatewayClient;
  readonly sight: GroupSight;
  readonly patience: Patience;
}

/** Which groups new readings show; undefined if the gateway shows no groups at all, and never did. */
interface Left {
  readonly left: ReadonlySet<number> | undefined;
}

/**
 * Deletes a batch of groups. A group is gone if the response names it or counts all of them, or if neither the list nor
 * a search shows it any more.
 */
export function deleteGroups(tools: DeletionTools, ids: readonly number[], run: Run): Promise<Outcomes> {
  return change(new GroupDeletion(tools, ids, run), tools.patience);
}

class GroupDeletion implements Change<DeletedIpGroups, Left, Outcomes> {
  #done: ReadonlySet<number> = new Set();

  constructor(
    private readonly tools: DeletionTools,
    private readonly ids: readonly number[],
    private readonly run: Run,
  ) {}

  send(): Promise<DeletedIpGroups> {
    return this.run(() => this.tools.client.ipGroups.delete(this.ids));
  }

  proves({ removed, processedCount }: DeletedIpGroups): Outcomes | undefined {
    this.#done = new Set(processedCount === this.ids.length && removed.length === 0 ? this.ids : removed);
    for (const id of this.#done) this.tools.sight.delete(id);
    return this.ids.every((id) => this.#done.has(id)) ? this.#outcomes({ left: new Set() }) : undefined;
  }

  async read(): Promise<Left> {
    return { left: await this.tools.sight.left(this.ids.filter((id) => !this.#done.has(id))) };
  }

  shows({ left }: Left, { answer }: Tried<DeletedIpGroups>): Outcomes | undefined {
    // If it deleted nothing at all, this may be the retry of a lost request whose effect does not show yet.
    const isFinal = left === undefined || left.size === 0 || this.#done.size > 0;
    return isFinal ? this.#outcomes({ left }, answer) : undefined;
  }

  otherwise({ answer, failure }: Tried<DeletedIpGroups>, seen: Left): Outcomes | Error {
    return failure ?? this.#outcomes(seen, answer);
  }

  #outcomes({ left }: Left, answer?: DeletedIpGroups): Outcomes {
    const why = answer?.refusal === undefined ? ", and gives no reason" : `: ${answer.refusal}`;
    const failure = new Refusal(`the gateway did not delete it${why}`);
    const outcomeOf = (id: number): Outcome => {
      if (this.#done.has(id)) return made("done");
      if (left === undefined) return failed(noGroupAtAll());
      return left.has(id) ? failed(failure) : made("done");
    };
    return new Map(this.ids.map((id) => [String(id), outcomeOf(id)]));
  }
}

/** Adds the likely reason to a refusal by a gateway that shows no groups at all. */
export function withoutSight(error: unknown): unknown {
  if (!(error instanceof RefusedError) || error.advice !== undefined) return error;
  const { appliance, host, action, words, status } = error;
  return new RefusedError({
    appliance,
    host,
    action,
    words,
    ...present({ status }),
    advice: "The gateway lists no IP groups at all: perhaps the token lacks the permission IPGroups",
    cause: error,
  });
}
