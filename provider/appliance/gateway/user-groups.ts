import { CredentialsError } from "../../errors/errors";
import type { GatewayClient } from "../../gateway/client";
import { isFactoryUserGroup, type NewUsergroup } from "../../gateway/user-api";
import type { Judge } from "../../gateway/wording";
import { createEach, type Creation, type Outcomes } from "../../change/create-each";
import { usualPatience } from "../../change/patience";
import { Batcher, type Run } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { userGroup as userGroupThing } from "../../values/things";
import { numberOrName } from "./accounts";
import { creationOutcomes, deletionOutcomes, outcomeInDoubt, unsettled } from "./item-outcomes";

/** A user group as the response to its creation describes it. */
export interface CreatedUserGroup {
  id: number;
  /** The name that the gateway keeps. */
  name: string;
  /** The members that the gateway lists. */
  members: readonly string[];
  /** Number of members, if the gateway only counts them. */
  count?: number;
}

/** User groups. No action reads them, so nothing is cached. `rm=user_api`. */
export class UserGroups {
  readonly #creations: Batcher<NewUsergroup, CreatedUserGroup>;
  readonly #deletions: Batcher<number | string, number>;

  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
    private readonly ledger: Ledger,
    private readonly judge: Judge,
  ) {
    const whenFree: Run = (request) => limiter.run(request);
    this.#creations = new Batcher(
      ({ name }) => name,
      whenFree,
      (groups, run) => this.#create(groups, run),
    );
    this.#deletions = new Batcher<number | string, number>(String, whenFree, async (groups, run) =>
      deletionOutcomes(groups, await run(() => client.userApi.delUsergroups(groups)), judge),
    );
  }

  /** Creates a group with its members (ids or `name:<name>`). Throws {@link AlreadyExistsError} if the name exists. */
  create(name: string, templateUserGroupId: string, members: readonly string[]): Promise<CreatedUserGroup> {
    const template = Number(templateUserGroupId);
    return this.#creations.add({ name, template_usergroup: template, users: members.map(numberOrName) });
  }

  /**
   * Deletes a group that no other resource holds. Returns how many groups matched: 0 if it was already gone, "kept" if
   * nothing was sent, "factory" for a group that every appliance has.
   */
  async remove(userGroup: string, name: string): Promise<number | "kept" | "factory"> {
    if (isFactoryUserGroup(numberOrName(userGroup)) || isFactoryUserGroup(name)) return "factory";
    let matched: number | "kept" = "kept";
    await this.ledger.release([userGroupThing(userGroup)], async () => {
      matched = await this.#deletions.add(numberOrName(userGroup));
    });
    return matched;
  }

  /**
   * Creates groups. Names are unique, so a creation whose response was lost can be sent again without creating a second
   * group. If the name exists then, the first request or others created the group: no action shows which.
   */
  #create(groups: NewUsergroup[], run: Run): Promise<Outcomes<CreatedUserGroup>> {
    const creation: Creation<NewUsergroup, CreatedUserGroup> = {
      nameOf: ({ name }) => name,
      send: async (some) => {
        const entries = await run(() => this.client.userApi.createUsergroup(some));
        return creationOutcomes<Omit<CreatedUserGroup, "name">>(some, entries, this.judge);
      },
      inDoubt: outcomeInDoubt,
      unsettled: (cause, second) =>
        second instanceof CredentialsError ? second : unsettled("user groups", cause, second),
    };
    return createEach(groups, creation, usualPatience);
  }
}
