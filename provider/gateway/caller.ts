import { FormData } from "undici";
import type { z } from "zod";
import { CredentialsError, RefusedError, savedConfiguration, type RequestTarget, type ToSet } from "../errors/errors";
import { gatewayOperations, type GatewayAction } from "../errors/operation-names";
import { conformOneOf, jsonOf, layersIn, refuseCredentials, refuseStatus, refuseUntaken } from "../http/answer";
import { failureIn, spelling, type ReportedFailure, withoutNoError } from "../http/envelope";
import { isJsonObject } from "../http/json";
import type { HttpReply, Send } from "../http/request";
import { stopAtRefusal } from "../http/transport";
import type { Secret } from "../values/secret";
import type { SessionPatterns } from "../wording/patterns";

/** Sends the actions of one gateway and checks the types of their answers. The areas of the client use it. */
export interface GatewayCaller {
  /** Sends an action once (the client's wrapper may add retries) and returns its answer with the type of the schema. */
  read<T>(action: GatewayAction, fields: FormFields, schema: z.ZodType<T>): Promise<T>;
  /**
   * As `read`, and also returns whether an earlier try of the request may have been carried out. An answer that does
   * not fit the schema is a refusal if `refusal` finds in it why nothing was done.
   */
  answer<T>(
    action: GatewayAction,
    fields: FormFields,
    schema: z.ZodType<T>,
    refusal?: (answer: Readonly<Record<string, unknown>>) => string | undefined,
  ): Promise<{ value: T; repeated: boolean }>;
  place(action: GatewayAction): RequestTarget;
}

export interface CallerParts {
  host: string;
  /** Path of the script below the base URL. */
  scriptPath: string;
  token: Secret;
  /** Recognises texts that say that the token is not accepted. */
  sessionEnded: SessionPatterns;
  send: Send;
  /** The layers around `send`: limits and retries. */
  around(inner: Send): Send;
}

export function gatewayCaller({ host, scriptPath, token, sessionEnded, send, around }: CallerParts): GatewayCaller {
  const place = (action: string): RequestTarget => ({ appliance: "gateway", host, action });
  const layered = around(stopAtRefusal(send, (reply, { action }) => tokenRefusal(reply, place(action), sessionEnded)));
  const answer: GatewayCaller["answer"] = async (action, fields, schema, refusal) => {
    const body = formOf(action, token, fields);
    const [operation] = gatewayOperations[action];
    const reply = await layered({ action, operation, method: "POST", path: scriptPath, body });
    const repeated = reply.repeated === true;
    const at = { ...place(action), repeated };
    const layers = gatewayJson(reply, at, sessionEnded);
    try {
      return { value: conformOneOf(schema, layers, at), repeated };
    } catch (error) {
      const whole = layers.at(-1);
      const words = isJsonObject(whole) ? refusal?.(whole) : undefined;
      throw words === undefined ? error : new RefusedError({ ...at, words, answered: true });
    }
  };
  return {
    place,
    answer,
    read: async (action, fields, schema) => (await answer(action, fields, schema)).value,
  };
}

/** Values of form fields: text unchanged, numbers in decimals, anything else as JSON. Undefined ones are left out. */
export type FormFields = Readonly<Record<string, string | number | readonly unknown[] | object | undefined>>;

/** The form of one action. Field names are constants of this package; values are sent only inside the form. */
export function formOf(action: GatewayAction, token: Secret, fields: FormFields): FormData {
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

/**
 * The JSON of a gateway's answer: the whole of it and, if it is an envelope, its contents, the innermost first. Keys
 * have the case of the document. Throws for a failure: an `err` is one whatever the status, in any envelope; its text
 * decides only whether the token was refused. (The document does not define the envelope; field notes, "Gateway:
 * carriage and errors"; docs/internals/decisions/0020.)
 */
function gatewayJson(reply: HttpReply, place: RequestTarget, sessionEnded: SessionPatterns): readonly unknown[] {
  refuseUntaken(reply, place);
  const layers = layersIn(reply, fields);
  const failure = failureIn(layers);
  if (failure !== undefined) throw reported(failure, reply.status, place, sessionEnded);
  refuseCredentials(reply, place, tokenAdvice);
  refuseStatus(reply, place);
  if (layers[0] === undefined) jsonOf(reply, place);
  return layers.toReversed().map(withoutNoError);
}

/** Maximum length of an answer that may be a refusal of the token. */
const LONGEST_REFUSAL = 4096;

/** The refusal of the token in an answer, if there is one; cheap for all other answers. */
function tokenRefusal(
  reply: HttpReply,
  place: RequestTarget,
  sessionEnded: SessionPatterns,
): CredentialsError | undefined {
  if (reply.text.length > LONGEST_REFUSAL || !/err/iu.test(reply.text)) return undefined;
  const failure = failureIn(layersIn(reply, fields));
  const error = failure && reported(failure, reply.status, place, sessionEnded);
  return error instanceof CredentialsError ? error : undefined;
}

function reported(
  failure: ReportedFailure,
  status: number,
  place: RequestTarget,
  sessionEnded: SessionPatterns,
): RefusedError {
  const words = failure.texts.join(": ");
  if (isTokenRefusal(failure, sessionEnded)) {
    return new CredentialsError({ ...place, status, words: `the token was refused: ${words}`, ...tokenAdvice });
  }
  return new RefusedError({ ...place, status, words, answered: true });
}

function isTokenRefusal({ texts, details }: ReportedFailure, sessionEnded: SessionPatterns): boolean {
  if (typeof details === "string" && /^(?:invalid|expired)[ _-]?(?:auth)?[ _-]?token$/iu.test(details.trim()))
    return true;
  return texts.some((text) => sessionEnded.match(text));
}

const tokenAdvice = {
  advice:
    "Set the token in FLOWGATE_GATEWAY_TOKEN or with `pulumi config set --path --secret flowgate:gateway.token`; " +
    savedConfiguration,
  adviceWith: (toSet: ToSet) => `Set the token: ${toSet("token")}; ${savedConfiguration}`,
};

const fields = spelling(
  `err error details success message errors warnings data results rules rows groups items children list
   fc_id fc_name rule_id cid type sip eip address mask all child_id added updated removed myrules total processedCount
   id name members report request_id table inbound outbound totalRowCount columns elementName label rawValue footer graph
   timeseries`,
  "",
  "format time_details exporter_details pie",
);
