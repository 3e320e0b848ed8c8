import type { LoggedRequest } from "../../simulator";
import type { Operation, Program } from "../kinds/program";
import type { Hold } from "./stage";

/** A moment of an operation at which everything stops, in all resources that reach it at the same time. */
export interface Step {
  /** E.g. `change 2, carried out`. */
  readonly name: string;
  readonly holds: readonly Hold[];
}

/** Requests that resources share: one read serves all resources of an appliance. */
const looks = {
  create: [/ipgroups\/loadTreeRootFast/u, /show\/config/u, /show\/settings/u],
  update: [/ipgroups\/loadTreeRootFast/u, /show\/config/u],
  delete: [/ipgroups\/loadTreeRootFast/u, /show\/config/u, /show\/settings/u],
} as const satisfies Record<Operation, readonly RegExp[]>;

/**
 * Every step of an operation: the n-th change of each resource, before and after it is carried out, and the shared
 * requests.
 */
export function stepsOf(program: Program, operation: Operation): Step[] {
  const all = Object.values(program).map(({ changes }) => changes[operation]);
  const longest = Math.max(...all.map(({ length }) => length));
  const step = (name: string, requests: readonly RegExp[]): Step[] => [
    { name: `${name}, not carried out`, holds: requests.map((request) => ({ request, applied: false })) },
    { name: `${name}, carried out`, holds: requests.map((request) => ({ request, applied: true })) },
  ];
  return [
    { name: "the looks", holds: looks[operation].map((request) => ({ request, applied: false })) },
    ...step("the login", [/login/u]),
    ...Array.from({ length: longest }, (_, n) => {
      const requests = all.flatMap((changes) => changes.slice(n, n + 1));
      return step(`change ${n + 1} of each`, requests);
    }).flat(),
    ...step("the rebuild", [/\/rebuild/u]),
  ];
}

/** Changes of a run that no step of the program covers. If there are any, an operation now sends more than before. */
export function changesWithoutStep(program: Program, operation: Operation, sent: readonly LoggedRequest[]): string[] {
  const known = Object.values(program).flatMap(({ changes }) => changes[operation]);
  return sent
    .map(({ action, verb, detail }) => `${action} ${verb} ${detail}`)
    .filter((text) => !text.startsWith("/rebuild") && !known.some((change) => change.test(text)));
}
