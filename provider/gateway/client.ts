import { FormData } from "undici";
import type { z } from "#zod";
import type { GatewayKeys } from "../config/schema";
import { ApplianceError, savedConfiguration, type Details, type Place, type ToSet } from "../errors/errors";
import { conform, faultOf } from "../http/answer";
import type { ConnectionOptions } from "../http/options";
import type { HttpReply } from "../http/request";
import { isJsonObject } from "../http/schemas";
import { createTransport, type Transport } from "../http/transport";
import { Secret } from "../values/secret";
import { actions, type GatewayAction, type GatewayAnswers, type GatewayFields } from "./actions";

/** How to reach and use a management gateway. */
export type GatewayOptions = ConnectionOptions &
  Pick<GatewayKeys, "scriptPath" | "staticPermissionType" | "rulesField"> & {
    /** The token that the gateway's user interface issues. */
    token: Secret | string;
  };

/**
 * The management gateway: every action, with its fields and its answer in the gateway's own spelling. Creating the client
 * sends nothing. A request that certainly was not carried out, and one that only reads, is repeated if that may help; no
 * other one is. After the token was refused, every call of this client fails at once with that same error.
 *
 * Every method throws `ApplianceError`; its `effect` says whether the request may have been carried out.
 */
export class GatewayClient {
  /** Host and port, as in the configured URL. */
  readonly host: string;
  readonly #transport: Transport;
  readonly #token: Secret;
  #isReplicator: Promise<boolean> | undefined;

  /** Does not connect yet. Throws a plain `Error` for options that cannot work. */
  constructor(private readonly options: GatewayOptions) {
    this.#transport = createTransport({ ...options, appliance: "gateway" });
    this.host = this.#transport.host;
    this.#token = options.token instanceof Secret ? options.token : new Secret(options.token);
  }

  /** Where the requests of an action go, for errors about what an answer means. */
  place(action: GatewayAction): Place {
    return this.#transport.place(action, actions[action]);
  }

  /** Sends an action, and returns its answer. */
  async call<Action extends GatewayAction>(
    action: Action,
    fields: GatewayFields[Action],
  ): Promise<GatewayAnswers[Action]> {
    const { rulesField = "fc_id" } = this.options;
    const own = action === "ipgroups/loadRules" ? { [rulesField]: (fields as { fc_id: number }).fc_id } : fields;
    const reply = await this.#ask(action, action.startsWith("user_api/") ? { json: own } : own);
    return conform(actions[action][2] as z.ZodType<GatewayAnswers[Action]>, reply, this.place(action));
  }

  /** Sends any action with these fields, and returns its answer as it is. */
  async send(action: GatewayAction, fields: object): Promise<unknown> {
    return (await this.#ask(action, fields)).json;
  }

  /** Closes the connections after the requests in flight have ended. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  async #ask(action: GatewayAction, fields: object): Promise<HttpReply> {
    const { scriptPath: path = "/fcgi/svc_fcgi.fcgi" } = this.options;
    const place = this.place(action);
    const reply = await this.#transport.send({ place, method: "POST", path, body: this.#formOf(action, fields) });
    const { status, json } = reply;
    const failure = isJsonObject(json) ? failureIn(json) : undefined;
    if (failure?.isAboutToken === true || status === 401) {
      throw this.#last(place, `the token was refused: ${failure?.words ?? "HTTP 401"}`, { status, ...tokenRefused });
    }
    if (failure !== undefined) throw new ApplianceError(place, "none", failure.words, { status, refused: true });
    if (status === 404 && (await (this.#isReplicator ??= this.#answersAsReplicator()))) {
      throw this.#last(place, "a replicator answers at the gateway's URL", exchanged);
    }
    const fault = faultOf(reply, place, status === 404 ? noScript : {});
    if (fault !== undefined) throw fault;
    return reply;
  }

  /** An error after which nothing more is sent. */
  #last(place: Place, words: string, details: Details): ApplianceError {
    const error = new ApplianceError(place, "none", words, { ...details, forAll: true });
    this.#transport.stop(error);
    return error;
  }

  /** Whether a replicator is at this URL: it answers in its own form, also without a session. */
  async #answersAsReplicator(): Promise<boolean> {
    const place = this.#transport.place("version", ["read", "looking what answers"]);
    try {
      const { json } = await this.#transport.send({ place, method: "GET", path: "/api/1/version" });
      return isJsonObject(json) && "result" in json;
    } catch (error) {
      // Then what is said is the answer to the action.
      if (error instanceof ApplianceError) return false;
      throw error;
    }
  }

  /** The form of an action. Values are sent only inside the form. */
  #formOf(action: GatewayAction, fields: object): FormData {
    const [rm, name] = action.split("/");
    const form = new FormData();
    for (const [field, value] of Object.entries({ authToken: this.#token.reveal(), rm, action: name, ...fields })) {
      if (value === undefined) continue;
      const text = typeof value === "string" ? value : JSON.stringify(value, this.#onWire);
      // A form turns a line feed into two characters and replaces a lone surrogate.
      if (/[\r\n\0]|\p{Surrogate}/u.test(text)) {
        const what = "a line break, a NUL or half a surrogate pair";
        throw new Error(`The form field ${field} holds ${what}, which a form cannot carry.`);
      }
      form.set(field, text);
    }
    return form;
  }

  /** `child_id` is documented as a text, and a gateway may have another word for the permission type `app`. */
  readonly #onWire = (key: string, value: unknown): unknown => {
    if (key === "child_id") return String(value);
    return key === "permission_type" && value === "app" ? (this.options.staticPermissionType ?? value) : value;
  };
}

const tokenRefused: Details = {
  credentials: true,
  advice: (toSet: ToSet) => `${savedConfiguration} Set ${toSet("token")}`,
};

const exchanged: Details = { advice: (toSet: ToSet) => `Set the gateway's own:\n${toSet("url", "")}` };

const noScript: Details = {
  forAll: true,
  advice: (toSet: ToSet) =>
    `Check that the URL is not that of the replicator, and the path of the script:\n${toSet("scriptPath", "")}`,
};

/**
 * The failure that an answer reports: an `err` that is not empty is one, whatever the status. Its text decides nothing.
 * (Field notes, "Gateway: carriage and errors".)
 */
function failureIn({ err, details }: Readonly<Record<string, unknown>>) {
  if (err === undefined || err === null || err === "" || err === false || err === 0) return undefined;
  const words = [err, details].filter((part) => part !== undefined && part !== null && part !== "");
  return {
    words: words.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(": "),
    isAboutToken: details === "invalidToken",
  };
}
