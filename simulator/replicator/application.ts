import { z } from "#zod";
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
import { sentenceOf } from "../validation";
import type { Switches } from "../switches";
import { alarmPaths } from "./alarms";
import { collectorPaths, exporterPaths } from "./members";
import { notePaths } from "./notes";
import type { CommandPath, ReplicatorContext, ReplicatorPath } from "./path";
import { policyPaths } from "./policies";
import { profilePaths } from "./profiles";
import { findRoute, type Route, splitPath } from "./route";
import { sessionPaths } from "./session-paths";
import type { Sessions } from "./session";
import { settingPaths } from "./settings";
import { showPaths } from "./show";
import { systemPaths } from "./system";

/** Every path of `/api/1/`, one row per path. If two match, the first one applies. */
export const replicatorPaths: readonly ReplicatorPath[] = [
  ...sessionPaths,
  ...alarmPaths,
  ...collectorPaths,
  ...exporterPaths,
  ...notePaths,
  ...policyPaths,
  ...profilePaths,
  ...settingPaths,
  ...showPaths,
  ...systemPaths,
];

/** The replication service below `/api/1/`. */
export class ReplicatorApplication implements Application {
  readonly appliance = "replicator";

  constructor(
    private readonly context: ReplicatorContext,
    private readonly sessions: Sessions,
    private readonly plainHttp: boolean,
  ) {}

  prepare(incoming: Incoming): Task {
    const { switches } = this.context;
    if (this.plainHttp && switches.plainHttp === "redirect") return redirectToTls(incoming);
    const split = splitPath(incoming.path);
    if (split === "malformed") return unknownTask(() => html("Bad request", 400));
    if (split === "elsewhere" || switches.release === 20) {
      return unknownTask(() => html("The page does not exist", 404));
    }
    const route = findRoute(replicatorPaths, split);
    if (route === undefined) {
      return unknownTask(() => json({ description: "There is no such request", result: "error" }, "error", 404));
    }
    const { path, verb, detail } = route;
    const { template: action, kind } = path;
    // Without the detail: that of a legacy login would be the hash of the password.
    return { action, verb, detail: kind === "session" ? "" : detail, kind, apply: () => this.#answer(route, incoming) };
  }

  refuse(words: string): Answer {
    return json({ description: words, result: "error" }, "error", this.context.switches.refusalStatus);
  }

  endSessions(): void {
    this.sessions.expireAll();
  }

  async #answer(route: Route, incoming: Incoming): Promise<Answer> {
    const { path, segments } = route;
    const allow = path.method === "command" ? this.context.switches.commandMethod : path.method;
    if (incoming.method !== allow) return html("Method not allowed", 405, { allow });
    if (incoming.query !== "") return this.refuse("A request has no query");
    if (path.kind !== "session" && incoming.body.length > 0) return this.refuse("A command has no body");
    if (path.kind === "session") return path.answer(this.sessions, incoming, segments);
    if (!this.sessions.accepts(incoming)) return this.sessions.expiredAnswer();
    this.#rebuildWhenDue();
    try {
      return await this.#execute(path, route);
    } catch (error) {
      if (error instanceof Refusal) return this.refuse(error.words);
      if (error instanceof z.ZodError) return this.refuse(sentenceOf(error));
      throw error;
    }
  }

  async #execute(path: CommandPath, { segments, verb, detail }: Route): Promise<Answer> {
    if (path.kind === "write") this.#assertWritable();
    const pending = path.execute(segments, this.context);
    // In the same turn as the change itself, so that no rebuild can begin between the two.
    if (path.configures) this.context.store.recordChange(verb, detail);
    const reply = await pending;
    const answer = typeof reply === "string" ? successOf(reply, this.context.switches) : reply;
    return json(answer, "success");
  }

  #assertWritable(): void {
    const { role, license } = this.context.store;
    if (role === "secondary") throw new Refusal("This appliance is a secondary; make changes on the primary");
    if (license.daysLeft <= 0) throw new Refusal("The license has expired");
  }

  /** "An automatic rebuild happens by itself": checked when the next request arrives. */
  #rebuildWhenDue(): void {
    const { store, switches, clock } = this.context;
    if (switches.automaticRebuildMs === 0) return;
    const [oldest] = store.uncoveredChanges();
    const isDue = oldest !== undefined && clock.now() - oldest.at >= switches.automaticRebuildMs;
    if (isDue) store.beginRebuild()();
  }
}

/** A success. The wording and the quotes of its description vary between releases: field notes, replication 6. */
function successOf(text: string, { successText }: Readonly<Switches>): object {
  if (successText === "omitted") return { result: "success" };
  const isDocumented = successText === "documented";
  return { description: isDocumented ? `Success: ${text}` : `Done: ${text.replaceAll("'", '"')}.`, result: "success" };
}
