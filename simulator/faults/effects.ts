import type { OutgoingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Application, html, type Interference, json } from "../exchange";
import { stateless } from "../request-log";
import type { FaultKind } from "./kinds";

/** How an answer reaches the client. */
export type Delivery =
  | { readonly way: "send"; readonly answer: Answer }
  | { readonly way: "sendThenDrop"; readonly answer: Answer }
  | { readonly way: "drip"; readonly answer: Answer; readonly bytes: number; readonly everyMs: number }
  | { readonly way: "cut"; readonly answer: Answer; readonly chunked: boolean }
  | { readonly way: "reset" }
  | { readonly way: "silence" };

/** Effect of a fault on a request that it hits. */
export interface Effect {
  /** Whether the request is applied, unless the fault overrides it. */
  readonly apply: boolean;
  /** Whether the request is applied a second time, after the answer exists. */
  readonly again?: boolean;
  /** Milliseconds after which the request is applied. The answer does not wait for it. */
  readonly laterMs?: number;
  /** Called before the request is applied. */
  readonly before?: (application: Application) => void;
  readonly interference?: Interference;
  readonly deliver: (answer: Answer | undefined, application: Application, signal: AbortSignal) => Promise<Delivery>;
}

/** Sent if the request was not applied although the fault works on its answer. */
const none: Answer = { status: 200, headers: { "content-type": "application/json" }, body: "{}", result: "error" };

/** The effect of a kind. An effect with state across requests must be created once per fault. */
export function effectOf(kind: FaultKind): Effect {
  if (typeof kind === "string") return namedEffect(kind);
  const field = (Object.keys(effects) as Field[]).find((one) => one in kind);
  // The field names the kind.
  if (field !== undefined) return (effects[field] as (kind: Exclude<FaultKind, string>) => Effect)(kind);
  const fields = Object.keys(kind).join(", ");
  throw new Error(`There is no fault of the fields ${fields}. An answer with a body of its own needs a status.`);
}

type KeysOf<Kind> = Kind extends unknown ? keyof Kind : never;
type Field = Exclude<KeysOf<Exclude<FaultKind, string>>, "body" | "details" | "words">;

/** The effects of kinds with values, by the field that only this kind has. A status has headers too, so it comes first. */
const effects: { readonly [Name in Field]: (kind: Extract<FaultKind, Readonly<Record<Name, unknown>>>) => Effect } = {
  status: ({ status, body = "", headers = {} }) => instead(() => ({ status, headers, body, result: "error" })),
  busy: ({ busy: { status, retryAfter } }) => busy(status, retryAfter),
  refuse: ({ refuse, details }) =>
    instead((application) =>
      details === undefined ? application.refuse(refuse) : json({ err: refuse, details }, "error"),
    ),
  refuseItems: ({ refuseItems, words = "refused" }) => interfering({ refuseItem: refuser(refuseItems, words) }),
  lateMs: ({ lateMs }) => ({ ...otherEffects.resetBeforeApply, laterMs: lateMs }),
  delayMs: ({ delayMs }) => later((signal) => sleep(delayMs, undefined, { signal })),
  drip: ({ drip }) => afterwards((answer) => ({ way: "drip", answer, ...drip })),
  rewrite: ({ rewrite }) =>
    sending((answer) => {
      const parsed: unknown = JSON.parse(answer.body.toString());
      return { ...json(rewrite(parsed), answer.result), status: answer.status };
    }),
  headers: ({ headers }) => sending((answer) => withHeaders(answer, headers)),
};

type NamedKind = Extract<FaultKind, string>;

function namedEffect(kind: NamedKind): Effect {
  return otherEffects[kind];
}

const otherEffects: Readonly<Record<NamedKind, Effect>> = {
  invalidJson: sending((answer) => {
    const body = Buffer.from(answer.body);
    return { ...answer, body: body.subarray(0, Math.floor(body.length / 2)), result: "error" };
  }),
  emptyBody: sending((answer) => ({ ...answer, body: "", result: "error" })),
  resetBeforeApply: { apply: false, deliver: () => Promise.resolve({ way: "reset" }) },
  resetAfterApply: { apply: true, deliver: () => Promise.resolve({ way: "reset" }) },
  hang: { apply: false, deliver: () => Promise.resolve({ way: "silence" }) },
  truncate: afterwards((answer) => ({ way: "cut", answer: { ...answer, result: "error" }, chunked: false })),
  truncateChunked: afterwards((answer) => ({ way: "cut", answer: { ...answer, result: "error" }, chunked: true })),
  closeAfter: sending((answer) => withHeaders(answer, { connection: "close" })),
  dropAfter: afterwards((answer) => ({ way: "sendThenDrop", answer })),
  twice: { ...sending((answer) => answer), again: true },
  html: instead(() => html("Log in")),
  busy: busy(),
  expireSessions: { ...sending((answer) => answer), before: (application) => application.endSessions() },
};

function busy(status: 429 | 503 = 503, retryAfter?: number | string | Date): Effect {
  const hint = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter;
  const headers = hint === undefined ? {} : { "retry-after": String(hint) };
  return instead(() => ({ status, headers, body: "The service is busy", result: "error" }));
}

/** An effect that sends another answer; the request is not applied. */
function instead(make: (application: Application) => Answer): Effect {
  return {
    apply: false,
    deliver: (_answer, application) => Promise.resolve({ way: "send", answer: make(application) }),
  };
}

/** An effect on the real answer; the request is applied. */
function afterwards(change: (answer: Answer, signal: AbortSignal) => Delivery | Promise<Delivery>): Effect {
  return { apply: true, deliver: async (answer, _application, signal) => change(answer ?? none, signal) };
}

/** An effect on when the answer is sent; the request is applied. */
function later(wait: (signal: AbortSignal) => Promise<void>): Effect {
  return afterwards(async (answer, signal) => {
    await wait(signal);
    return { way: "send", answer };
  });
}

/** An effect on the contents of the answer; the request is applied. */
function sending(change: (answer: Answer) => Answer | Promise<Answer>): Effect {
  return afterwards(async (answer) => ({ way: "send", answer: await change(answer) }));
}

/** An effect on how the request is applied. */
function interfering(interference: Interference): Effect {
  return { ...sending((answer) => answer), interference };
}

function refuser(items: string | RegExp, words: string): (item: string) => string | undefined {
  const isMeant = (item: string): boolean => (typeof items === "string" ? item === items : stateless(items).test(item));
  return (item) => (isMeant(item) ? words : undefined);
}

function withHeaders(answer: Answer, headers: OutgoingHttpHeaders): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
