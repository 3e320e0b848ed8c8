import {
  type Answer,
  type Application,
  html,
  type Incoming,
  json,
  redirectToTls,
  Refusal,
  type Task,
  unknownTask,
} from "../exchange";
import type { GatewayAction, GatewayContext } from "./action";
import { type Form, readForm } from "./form";
import { ipGroupActions } from "./ipgroups";
import { reportActions } from "./report/get";
import { linkActions } from "./links";
import { userGroupActions } from "./user-groups";
import { userActions } from "./users";

/** Every action of every run mode, one row per action. A new run mode gets a file of its own with its rows. */
export const gatewayActions: readonly GatewayAction[] = [
  ...ipGroupActions,
  ...userActions,
  ...userGroupActions,
  ...linkActions,
  ...reportActions,
];

/** The management gateway: one script that handles all actions. */
export class GatewayApplication implements Application {
  readonly appliance = "gateway";

  constructor(
    private readonly context: Omit<GatewayContext, "refuseItem">,
    /** Its token can be replaced, as if it were revoked during a run. */
    private readonly credentials: { readonly token: string },
    private readonly plainHttp: boolean,
  ) {}

  async prepare(incoming: Incoming): Promise<Task> {
    const { switches } = this.context;
    if (this.plainHttp && switches.plainHttp === "redirect") return redirectToTls(incoming);
    if (incoming.path !== switches.scriptPath) return unknownTask(() => html("The page does not exist", 404));
    if (incoming.method !== "POST") return unknownTask(() => html("Method not allowed", 405, { allow: "POST" }));
    // A query could only hold form fields, including the token.
    if (incoming.query !== "") return unknownTask(() => this.refuse("the request has a query"));
    return readForm(incoming).then(
      (form) => this.#taskOf(form),
      (error: unknown) => unknownTask(() => this.#refusal(error)),
    );
  }

  /** The answer to any failure except a bad token: an object with `err`. Field notes, carriage 5. */
  refuse(words: string): Answer {
    return json({ err: words }, "error", this.context.switches.errStatus);
  }

  endSessions(): void {
    // Nothing to end: every request carries the token itself.
  }

  #taskOf({ authToken, rm, action: name, ...fields }: Form): Task {
    const found = gatewayActions.find(({ verb }) => verb === `${rm}/${name}`);
    const apply: Task["apply"] = (refuseItem = () => undefined) => {
      try {
        this.#authenticate(authToken);
        if (found === undefined)
          throw new Refusal(`there is no action ${name ?? "(none)"} in run mode ${rm ?? "(none)"}`);
        return json(found.execute(fields, { ...this.context, refuseItem }), "success");
      } catch (error) {
        return this.#refusal(error);
      }
    };
    if (found === undefined) return unknownTask(apply);
    const { verb, kind } = found;
    return { action: verb, verb, detail: found.describe(fields), kind, apply };
  }

  #authenticate(token: string | undefined): void {
    if (token !== this.credentials.token) {
      throw new Refusal("The authentication token is not valid", "invalidToken");
    }
  }

  #refusal(error: unknown): Answer {
    if (!(error instanceof Refusal)) throw error;
    if (error.details === undefined) return this.refuse(error.words);
    return json({ err: error.words, details: error.details }, "error");
  }
}
