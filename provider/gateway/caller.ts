import type { z } from "zod";
import type { RequestTarget } from "../errors/errors";
import { conformOneOf } from "../http/answer";
import type { Send } from "../http/request";
import type { SessionPatterns } from "../http/session-words";
import type { Secret } from "../values/secret";
import { gatewayJson } from "./answer";
import { formOf, type FormFields } from "./form";
import { gatewayOperations, type GatewayAction } from "./operations";

/** Sends the actions of one gateway and checks the types of their answers. The areas of the client use it. */
export interface GatewayCaller {
  /** Sends an action once (the client's wrapper may add retries) and returns its answer with the type of the schema. */
  read<T>(action: GatewayAction, fields: FormFields, schema: z.ZodType<T>): Promise<T>;
  /** As `read`, and also returns whether an earlier try of the request may have been carried out. */
  answer<T>(action: GatewayAction, fields: FormFields, schema: z.ZodType<T>): Promise<{ value: T; repeated: boolean }>;
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
}

export function gatewayCaller({ host, scriptPath, token, sessionEnded, send }: CallerParts): GatewayCaller {
  const place = (action: string): RequestTarget => ({ appliance: "gateway", host, action });
  const answer: GatewayCaller["answer"] = async (action, fields, schema) => {
    const body = formOf(action, token, fields);
    const reply = await send({
      action,
      operation: gatewayOperations[action],
      method: "POST",
      path: scriptPath,
      body,
    });
    const repeated = reply.repeated === true;
    const at = { ...place(action), repeated };
    return { value: conformOneOf(schema, gatewayJson(reply, at, sessionEnded), at), repeated };
  };
  return {
    place,
    answer,
    read: async (action, fields, schema) => (await answer(action, fields, schema)).value,
  };
}
