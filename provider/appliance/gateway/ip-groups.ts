import { RefusedError } from "../../errors/errors";
import type { GatewayClient } from "../../gateway/client";
import type { DeletedRule } from "../../gateway/ip-groups";
import type { RuleFields, RuleListing, RuleReply } from "../../gateway/rule-forms";
import { resultOf } from "../../errors/outcome";
import { Refusal } from "../../errors/refusal";
import type { Listing } from "../../http/schemas";
import { ipGroup, ipGroupRule } from "../../values/things";
import { Batcher } from "../batcher";
import { change, type Patience, seenWithin, usualPatience } from "../../change/change";
import type { Ledger } from "../ledger";
import type { Limiter } from "../client-layer";
import { GroupCreation, type CreatedGroup } from "./group-creation";
import { deleteGroups, withoutSight } from "./group-deletion";
import type { GroupTools } from "./group-change";
import { GroupRules } from "./group-rules";
import { GroupSight } from "./group-sight";
import { idNowOf, RuleIds } from "./rule-ids";
import { RequestSize, UpdateRequest } from "./update-request";

export type { RuleChange } from "./update-request";

/** Options of {@link IpGroups} that tests and settings change. */
interface IpGroupsOptions {
  readonly patience?: Patience | undefined;
  readonly rulesPerRequest?: number | undefined;
}

/** The IP groups of one gateway: one list for all resources, patched with our own writes. `rm=ipgroups`. */
export class IpGroups {
  /** Which groups the gateway shows. */
  readonly sight: GroupSight;
  readonly #deletions: Batcher<number, undefined>;
  /** What the last readings of rules lacked, by the number of the group. */
  readonly #lacks = new Map<number, string | undefined>();
  /** Names of the groups that are being created. */
  readonly #creating = new Set<string>();
  /** The changes of their rules and names. */
  readonly changes: GroupRules;
  readonly #request: UpdateRequest;
  readonly #patience: Patience;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
    { patience = usualPatience, rulesPerRequest }: IpGroupsOptions = {},
  ) {
    this.#patience = patience;
    this.#request = new UpdateRequest(client, limiter, new RequestSize(rulesPerRequest), new RuleIds());
    this.sight = new GroupSight(client, limiter);
    const rulesOf: GroupTools["rulesOf"] = (groupId) => this.#rulesOf(groupId);
    this.changes = new GroupRules({ sight: this.sight, request: this.#request, rulesOf, patience });
    this.#deletions = new Batcher<number, undefined>(
      String,
      (operation) => limiter.execute(operation),
      (ids, run) => deleteGroups({ client, sight: this.sight, patience }, ids, run),
    );
  }

  /**
   * Creates a group, and reports it as soon as it is certain which one is ours. Throws {@link AlreadyExistsError} if
   * others created one of that name in the meantime.
   */
  async create(name: string, rules: RuleFields[], recordPartial: (group: CreatedGroup) => void): Promise<CreatedGroup> {
    // Two concurrent creations would both find no group of that name, and an appliance may add the rules of one to the
    // other's.
    if (this.#creating.has(name))
      throw new Refusal("another resource of this program creates an IP group of that name.");
    this.#creating.add(name);
    const { client, limiter, sight, changes } = this;
    let isEmpty = false;
    try {
      const before = await sight.moment();
      isEmpty = sight.isEmpty;
      const tools = { client, limiter, sight, rules: changes, size: this.#request.size };
      const creation = new GroupCreation(tools, name, rules, before, recordPartial);
      const created = await change(creation, this.#patience);
      isEmpty = false;
      if (created.sent >= rules.length) return created;
      // The first request could not carry all rules.
      const { ruleCount, warnings } = await changes.addRest(created.groupId, rules, created.sent);
      return { ...created, ruleCount, warnings: [...created.warnings, ...warnings] };
    } catch (error) {
      throw isEmpty ? withoutSight(error) : error;
    } finally {
      this.#creating.delete(name);
    }
  }

  async rules(groupId: number): Promise<Listing<RuleReply>> {
    const rules: Listing<RuleReply> = await this.#rulesOf(groupId);
    this.#lacks.set(groupId, rules.lack);
    for (const rule of rules) if (rule.type === "child") this.sight.mentions(rule.child_id);
    return rules;
  }

  /** What the last reading of the rules of a group lacked; undefined if it was whole. */
  lackOf(groupId: number): string | undefined {
    return this.#lacks.get(groupId);
  }

  /** Waits for a group that this process has created: the gateway may not show it yet. */
  async #rulesOf(groupId: number): Promise<RuleReply[]> {
    let refusal: RefusedError | undefined;
    const rules = await seenWithin(async () => {
      try {
        const rules = await this.limiter.execute(() => this.client.ipGroups.loadRules({ fc_id: groupId }));
        this.sight.shows(groupId);
        return rules;
      } catch (error) {
        if (!(error instanceof RefusedError && this.sight.isNew(groupId))) throw error;
        refusal = error;
        return undefined;
      }
    }, this.#patience);
    if (rules === undefined) throw refusal ?? new Error("no rules and no refusal");
    return rules;
  }

  /**
   * The rules of a group, or undefined if it is proven to be gone. An empty list is believed only if the gateway shows
   * the group, because a token without rights may get one too.
   */
  async rulesIfThere(groupId: number): Promise<Listing<RuleReply> | undefined> {
    try {
      const rules = await this.rules(groupId);
      if (rules.length > 0) return rules;
      return (await this.sight.nameOf(groupId)) === undefined ? undefined : rules;
    } catch (error) {
      if (error instanceof RefusedError && (await this.sight.nameOf(groupId)) === undefined) return undefined;
      throw error;
    }
  }

  /**
   * Removes one rule that no other resource holds, and leaves the others. `known`: the id that its resource has.
   * `before`: the rules as they were read, if the gateway may have given the rule another id since.
   */
  async removeRule(
    groupId: number,
    ruleId: number,
    { known = ruleId, before }: { known?: number; before?: RuleListing | undefined } = {},
  ): Promise<void> {
    const { ids } = this.#request;
    await this.ledger.release([ipGroupRule(groupId, known)], () =>
      ids.inTurn(groupId, before !== undefined, () => this.#removeRule(groupId, ruleId, before)),
    );
  }

  async #removeRule(groupId: number, ruleId: number, before: RuleListing = []): Promise<void> {
    const rule = before.find(({ rule_id }) => rule_id === ruleId);
    let sent = ruleId;
    const idIn = (left: RuleListing): number | undefined => {
      if (left.some(({ rule_id }) => rule_id === sent)) return sent;
      const id = rule === undefined ? undefined : idNowOf(rule, before, left);
      return id === undefined || this.ledger.isHeldByOther(ipGroupRule(groupId, id), "") ? undefined : id;
    };
    await change<DeletedRule, { left: RuleListing | undefined }, true>(
      {
        send: (reading) => {
          sent = idIn(reading?.left ?? before) ?? sent;
          return this.limiter.execute(() => this.client.ipGroups.deleteRule({ rule_id: sent }));
        },
        proves: ({ success }) => (success === 1 ? true : undefined),
        mayBeSo: true,
        read: async () => ({ left: await this.rulesIfThere(groupId) }),
        shows: ({ left }) =>
          left === undefined || (left.lack === undefined && idIn(left) === undefined) ? true : undefined,
        isStale: ({ left = [] }) => idIn(left) !== sent,
        otherwise: ({ failure }) =>
          failure === undefined ? new Refusal("the gateway did not remove it, and gives no reason") : undefined,
      },
      this.#patience,
    );
  }

  /** Deletes a group that no other resource holds. */
  async remove(groupId: number): Promise<void> {
    const isEmpty = this.sight.isEmpty;
    await this.ledger
      .release([ipGroup(groupId)], async () => resultOf(await this.#deletions.add(groupId)))
      .catch((error: unknown) => {
        throw isEmpty ? withoutSight(error) : error;
      });
  }
}
