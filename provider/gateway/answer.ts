import { CredentialsError, RefusedError, savedConfiguration, type RequestTarget, type ToSet } from "../errors/errors";
import { jsonOf, layersIn, refuseBusy, refuseRedirect, refuseStatus, refuseTooLarge } from "../http/answer";
import { failureIn, respelled, spelling, type ReportedFailure, withoutNoError } from "../http/envelope";
import type { HttpReply } from "../http/request";
import type { SessionPatterns } from "../http/session-words";

/**
 * The JSON of a gateway's answer: the whole of it and, if it is an envelope, its contents, the innermost first. Keys
 * have the case of the document. Throws for a failure: an `err` is one whatever the status, in any envelope; its text
 * decides only whether the token was refused. (The document does not define the envelope; field notes, "Gateway:
 * carriage and errors"; docs/internals/decisions/0020.)
 */
export function gatewayJson(reply: HttpReply, place: RequestTarget, sessionEnded: SessionPatterns): readonly unknown[] {
  refuseRedirect(reply, place);
  refuseBusy(reply, place);
  refuseTooLarge(reply, place);
  const layers = layersIn(reply);
  const failure = failureIn(layers);
  if (failure !== undefined) throw refusal(failure, reply.status, place, sessionEnded);
  if (reply.status === 401 || reply.status === 403) {
    throw new CredentialsError({ ...place, status: reply.status, words: `HTTP ${reply.status}`, ...tokenAdvice });
  }
  refuseStatus(reply, place);
  if (layers[0] === undefined) jsonOf(reply, place);
  return layers.toReversed().map((layer) => respelled(withoutNoError(layer), fields));
}

/** Maximum length of an answer that may be a refusal of the token. */
const LONGEST_REFUSAL = 4096;

/** The refusal of the token in an answer, if there is one; cheap for all other answers. */
export function tokenRefusal(
  reply: HttpReply,
  place: RequestTarget,
  sessionEnded: SessionPatterns,
): CredentialsError | undefined {
  if (reply.text.length > LONGEST_REFUSAL || !/err/iu.test(reply.text)) return undefined;
  const failure = failureIn(layersIn(reply));
  const isRefusal = failure !== undefined && isTokenRefusal(failure, sessionEnded);
  return isRefusal ? credentialsError(failure, reply.status, place) : undefined;
}

function refusal(
  failure: ReportedFailure,
  status: number,
  place: RequestTarget,
  sessionEnded: SessionPatterns,
): RefusedError {
  if (isTokenRefusal(failure, sessionEnded)) return credentialsError(failure, status, place);
  return new RefusedError({ ...place, status, words: wordsOf(failure), answered: true });
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

function credentialsError(failure: ReportedFailure, status: number, place: RequestTarget): CredentialsError {
  return new CredentialsError({
    ...place,
    status,
    words: `the token was refused: ${wordsOf(failure)}`,
    ...tokenAdvice,
  });
}

function wordsOf({ texts }: ReportedFailure): string {
  return texts.length === 0 ? "the appliance gave no reason" : texts.join(": ");
}

const fields = spelling(
  `err error details success message errors warnings data results rules rows groups items children list
   fc_id fc_name rule_id cid type sip eip address mask all child_id added updated removed myrules total processedCount
   id name members report request_id table inbound outbound totalRowCount columns elementName label rawValue footer graph
   timeseries`,
  "",
  "format time_details exporter_details pie",
);
