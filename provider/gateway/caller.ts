import { FormData } from "undici";
import type { z } from "zod";
import { ApplianceError, savedConfiguration, type Details, type Place, type ToSet } from "../errors/errors";
import { gatewayOperations, type GatewayAction } from "../errors/operation-names";
import { conform, failedStatus, jsonOf, statusError } from "../http/answer";
import { isJsonObject, parsedJson } from "../http/schemas";
import type { Transport } from "../http/transport";
import type { Secret } from "../values/secret";

/** Values of form fields: text unchanged, numbers in decimals, anything else as JSON. Undefined ones are left out. */
export type FormFields = Readonly<Record<string, string | number | readonly unknown[] | object | undefined>>;

/** Sends the actions of one gateway and checks the types of their answers. The areas of the client use it. */
export class GatewayCaller {
  constructor(
    private readonly transport: Transport,
    private readonly scriptPath: string,
    private readonly token: Secret,
  ) {}

  /** Where the requests of an action go, for errors. */
  place(action: GatewayAction): Place {
    return this.transport.place(action, gatewayOperations[action][0]);
  }

  /** Sends an action and returns its answer with the type of the schema. If the token is refused, nothing more is sent. */
  async call<T>(action: GatewayAction, fields: FormFields, schema: z.ZodType<T>): Promise<T> {
    const [operation] = gatewayOperations[action];
    const place = this.place(action);
    const body = formOf(action, this.token, fields);
    const reply = await this.transport.send({ action, operation, method: "POST", path: this.scriptPath, body });
    const { status } = reply;
    const json = parsedJson(reply.text);
    const failure = isJsonObject(json) ? failureIn(json) : undefined;
    if (failure?.isAboutToken === true || status === 401) {
      const error = new ApplianceError(place, "none", `the token was refused: ${failure?.words ?? "HTTP 401"}`, {
        status,
        ...tokenRefused,
      });
      this.transport.stop(error);
      throw error;
    }
    if (failure !== undefined) throw new ApplianceError(place, "none", failure.words, { status, refused: true });
    const fault = statusError(reply, place) ?? failedStatus(reply, place, status === 404 ? noScript : {});
    if (fault !== undefined) throw fault;
    return conform(schema, json ?? jsonOf(reply, place), reply, place);
  }
}

const tokenRefused: Details = {
  credentials: true,
  refused: true,
  forAll: true,
  advice:
    "Set the token in FLOWGATE_GATEWAY_TOKEN or with `pulumi config set --path --secret flowgate:gateway.token`; " +
    savedConfiguration,
  adviceWith: (toSet: ToSet) => `Set the token: ${toSet("token")}; ${savedConfiguration}`,
};

const noScript: Details = {
  forAll: true,
  advice: "Check the URL, and the path of the script: gateway.scriptPath",
  adviceWith: (toSet: ToSet) => `Check the URL, and the path of the script: ${toSet("scriptPath", "<path>")}`,
};

/**
 * The failure that an answer reports: an `err` that is not empty is one, whatever the status. Its text decides nothing.
 * (Field notes, "Gateway: carriage and errors".)
 */
function failureIn({
  err,
  details,
}: Readonly<Record<string, unknown>>): { words: string; isAboutToken: boolean } | undefined {
  if (err === undefined || err === null || err === "" || err === false || err === 0) return undefined;
  const words = [err, details].filter((part) => part !== undefined && part !== null && part !== "");
  return {
    words: words.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(": "),
    isAboutToken: details === "invalidToken",
  };
}

/** The form of one action. Field names are constants of this package; values are sent only inside the form. */
function formOf(action: GatewayAction, token: Secret, fields: FormFields): FormData {
  const [runMode, name] = action.split("/") as [string, string];
  const form = new FormData();
  form.set("authToken", carried("authToken", token.reveal()));
  form.set("rm", runMode);
  form.set("action", name);
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    form.set(field, carried(field, typeof value === "object" ? JSON.stringify(value) : String(value)));
  }
  return form;
}

/** Refuses text that a form would change: it turns a line feed into two characters and replaces a lone surrogate. */
function carried(field: string, value: string): string {
  if (/[\r\n\0]|\p{Surrogate}/u.test(value)) {
    throw new Error(
      `The form field ${field} holds a line break, a NUL or half a surrogate pair, which a form cannot carry.`,
    );
  }
  return value;
}
