import type { Clues, Recorded } from "./clues";
import { replicatorSwitchSpace } from "./replicator/switches";

const SAVE = /^ipgroups\/saveRule$/u;
const ADD = /^\/(?:profile|collector|exporter|policies)\/(?:add|\[action\])/u;
const CHANGE = /^(?:ipgroups\/(?:saveRule|update|delete)$|\/(?:profile|collector|exporter|policies)\/)/u;
const PERMISSION = /^user_api\/permissions?$/u;

/** Positions that show in the answers to changes. Only `flowgate certify` records these. */
export const cluesOfChanges: Clues = {
  saveReply: {
    action: SAVE,
    positionOf: ({ body }) => whenDone(body, (keys) => (keys.length === 1 ? "idOnly" : "documented")),
  },
  updateReply: {
    action: /^ipgroups\/update$/u,
    positionOf: ({ body }) =>
      whenDone(body, (keys) => {
        if (keys.length === 0) return "empty";
        if (keys.includes("myrules")) return "likeSaveRule";
        return keys.includes("success") ? "success" : "ids";
      }),
  },
  deleteReply: {
    action: /^ipgroups\/delete$/u,
    positionOf: ({ body }) =>
      whenDone(body, (keys) => {
        if (keys.includes("removed")) return "documented";
        return keys.includes("processedCount") ? "count" : "success";
      }),
  },
  messageBlanks: {
    action: PERMISSION,
    positionOf: ({ body }) => {
      const text = /"(\s?)(?:Added|Removed) [^"]*?(\s?)"/u.exec(JSON.stringify(body ?? ""));
      if (text === null) return undefined;
      if (text[1] === " ") return "everywhere";
      return text[2] === " " ? "documented" : "none";
    },
  },
  noError: {
    action: SAVE,
    positionOf: ({ body }) => {
      if (!isObject(body)) return undefined;
      if (!("err" in body) && !("error" in body)) return "absent";
      const { err = body["error"] } = body;
      if (err === null) return "null";
      return err === "" ? "empty" : err === 0 ? "zero" : undefined;
    },
  },
  writeStatus: {
    action: CHANGE,
    positionOf: ({ status }) => ([201, 202, 200] as const).find((one) => one === status),
  },
  changeAnswer: { action: ADD, positionOf: ({ status }) => (status === 204 ? "empty" : "object") },
  resultWord: {
    action: ADD,
    positionOf: ({ body }) =>
      replicatorSwitchSpace.resultWord.find((word) => isObject(body) && body["result"] === word),
  },
  successText: { action: ADD, positionOf: (answer) => whenAdded(answer, formOfSuccess) },
  textQuotes: {
    action: ADD,
    positionOf: (answer) =>
      whenAdded(answer, (text = "") => {
        if (!/flowgate/iu.test(text)) return undefined;
        return text.includes("'") ? "single" : text.includes('"') ? "double" : "none";
      }),
  },
  refusalStatus: {
    action: ADD,
    positionOf: ({ status, body }) => {
      if (!isObject(body) || body["result"] !== "error") return undefined;
      return ([200, 400] as const).find((one) => one === status);
    },
  },
  expiredAnswer: {
    action: /^\/(?!login)/u,
    positionOf: ({ status, headers, body }) => {
      if (status === 401 || status === 403) return `${status}`;
      if (status >= 300 && status < 400) return "redirect";
      return status === 200 && typeof body === "string" && /html/iu.test(`${headers["content-type"] ?? ""}${body}`)
        ? "html"
        : undefined;
    },
  },
};

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the members of a success reveal; undefined for a refusal. */
function whenDone<Position>(body: unknown, positionOf: (keys: readonly string[]) => Position): Position | undefined {
  if (!isObject(body) || (typeof body["err"] === "string" && body["err"] !== "")) return undefined;
  return positionOf(Object.keys(body).filter((key) => key !== "err"));
}

function whenAdded<Position>(
  { body }: Recorded,
  positionOf: (description: string | undefined) => Position | undefined,
): Position | undefined {
  if (!isObject(body) || body["result"] === "error") return undefined;
  const { description } = body;
  return positionOf(typeof description === "string" ? description : undefined);
}

function formOfSuccess(text: string | undefined) {
  if (text === undefined || text === "") return "omitted";
  if (/^success/iu.test(text)) return "documented";
  if (/, done\.$/u.test(text)) return "reworded";
  return text === "OK" ? "terse" : "passive";
}
