import { type Clues, inBody } from "./clues";
import { isObject } from "./json";
import { replicatorSwitchSpace } from "./replicator/switches";

const SAVE = /^ipgroups\/saveRule$/u;
const ADD = /^\/(?:profile|collector|exporter|policies)\/(?:add|\[action\])/u;
const CHANGE = /^(?:ipgroups\/(?:saveRule|update|delete)$|\/(?:profile|collector|exporter|policies)\/)/u;

/** Positions that show in the answers to changes. Only `flowgate certify` records these. */
export const cluesOfChanges: Clues = {
  saveReply: whenDone(SAVE, (keys) => (keys.length === 1 ? "idOnly" : "documented")),
  updateReply: whenDone(/^ipgroups\/update$/u, (keys) => {
    if (keys.length === 0) return "empty";
    if (keys.includes("myrules")) return "likeSaveRule";
    return keys.includes("success") ? "success" : "ids";
  }),
  deleteReply: whenDone(/^ipgroups\/delete$/u, (keys) => {
    if (keys.includes("removed")) return "documented";
    return keys.includes("processedCount") ? "count" : "success";
  }),
  messageBlanks: inBody(/^user_api\/permissions?$/u, (body) => {
    const text = /"(\s?)(?:Added|Removed) [^"]*?(\s?)"/u.exec(JSON.stringify(body ?? ""));
    if (text === null) return undefined;
    if (text[1] === " ") return "everywhere";
    return text[2] === " " ? "documented" : "none";
  }),
  noError: inBody(SAVE, (body) => {
    if (!isObject(body)) return undefined;
    if (!("err" in body) && !("error" in body)) return "absent";
    const { err = body["error"] } = body;
    if (err === null) return "null";
    return err === "" ? "empty" : err === 0 ? "zero" : undefined;
  }),
  writeStatus: {
    action: CHANGE,
    positionOf: ({ status }) => ([201, 202, 200] as const).find((one) => one === status),
  },
  changeAnswer: { action: ADD, positionOf: ({ status }) => (status === 204 ? "empty" : "object") },
  resultWord: inBody(ADD, (body) =>
    replicatorSwitchSpace.resultWord.find((word) => isObject(body) && body["result"] === word),
  ),
  successText: whenAdded((text) => {
    if (text === "") return "omitted";
    if (/^success/iu.test(text)) return "documented";
    if (/, done\.$/u.test(text)) return "reworded";
    return text === "OK" ? "terse" : "passive";
  }),
  textQuotes: whenAdded((text) => {
    if (!/flowgate/iu.test(text)) return undefined;
    return text.includes("'") ? "single" : text.includes('"') ? "double" : "none";
  }),
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
      const isPage = typeof body === "string" && /html/iu.test(`${headers["content-type"] ?? ""}${body}`);
      return status === 200 && isPage ? "html" : undefined;
    },
  },
};

/** What the members of a success reveal; a refusal reveals nothing. */
function whenDone<Position>(action: RegExp, positionOf: (keys: readonly string[]) => Position) {
  return inBody(action, (body) => {
    if (!isObject(body) || (typeof body["err"] === "string" && body["err"] !== "")) return undefined;
    return positionOf(Object.keys(body).filter((key) => key !== "err"));
  });
}

/** What the description of a success reveals; without a description, it is empty. */
function whenAdded<Position>(positionOf: (description: string) => Position | undefined) {
  return inBody(ADD, (body) => {
    if (!isObject(body) || body["result"] === "error") return undefined;
    return positionOf(typeof body["description"] === "string" ? body["description"] : "");
  });
}
