import { differenceOf } from "../site/differences";
import { isUnreadable, unreadableText, type Comparison, type DriftFinding } from "../site/drift";
import { namedBy } from "../engine/urn";
import { drawnOf } from "./drawn";
import { reportOf, type Finding, type Resource, type Summary } from "./findings";
import type { Message } from "./messages";
import { present } from "../../provider/values/collections";

/** The action of an up for each kind of drift, which determines its color and its place in the report. */
const drifted = {
  changed: { action: "update", byHand: "changed" },
  missing: { action: "create", byHand: "missing" },
  notManaged: { action: "create", byHand: "undeclared" },
} as const;
type Drifted = keyof typeof drifted;

/**
 * A comparison of a state with the appliances, in the form of a preview's report.
 *
 * @param stack used if the state has no resource, from which the stack would be read
 * @param isListing whether to list objects that are in no state, instead of only counting them
 */
export function summaryOfDrift(
  comparisons: readonly Comparison[],
  { stack, isListing }: { stack: string; isListing: boolean },
): Summary {
  const [first] = comparisons.flatMap(({ held }) => held ?? []);
  const { stack: name, project } = first === undefined ? { stack, project: undefined } : namedBy(first.owner.urn);
  const shown = comparisons.flatMap((one) => {
    const { status } = one.finding;
    const resource = resourceOf(one, name);
    if (status === "same") return [{ ...one, resource }];
    if (!isDrifted(status) || (status === "notManaged" && !isListing)) return [];
    return [{ ...one, resource: findingOf(resource, one, status) }];
  });
  return reportOf({
    mode: "drift",
    stacks: [project === undefined ? name : `${project}/${name}`],
    changes: shown.flatMap(({ resource }) => (isFinding(resource) ? [resource] : [])),
    unchanged: shown.flatMap(({ resource }) => (isFinding(resource) ? [] : [resource])),
    drawn: shown.map(({ resource, finding: { id }, live, declared }) =>
      drawnOf(resource, { id, ...(live && { before: live }), ...(declared && { after: declared }) }),
    ),
    unnamed: 0,
    onlyCounted: 0,
    unmanaged: isListing ? 0 : comparisons.filter(({ finding }) => finding.status === "notManaged").length,
    messages: messagesOf(
      comparisons.map(({ finding }) => finding).filter(({ status }) => status !== "notManaged" || isListing),
      name,
    ),
  });
}

function isFinding(resource: Resource | Finding): resource is Finding {
  return "action" in resource;
}

function isDrifted(status: DriftFinding["status"]): status is Drifted {
  return Object.hasOwn(drifted, status);
}

function resourceOf({ finding, held }: Comparison, stack: string): Resource {
  const { kind, id, label, name = label, site } = finding;
  return {
    key: JSON.stringify([held?.owner.urn, site, kind, id]),
    stack,
    ...present({ site }),
    kind,
    name,
    ...(label === name ? {} : { label }),
    dependsOn: [],
  };
}

/** `before` holds the values on the appliance, `after` the declared ones. */
function findingOf(resource: Resource, { finding, declared, live }: Comparison, status: Drifted): Finding {
  const pair = { kind: finding.kind, part: "", ...(live && { before: live }), ...(declared && { after: declared }) };
  const { lines } = differenceOf(pair);
  return { ...resource, ...drifted[status], because: [], lines };
}

/** The reasons why objects could not be compared, and other remarks about them. */
function messagesOf(findings: readonly DriftFinding[], stack: string): Message[] {
  const unreadable = unreadableText(findings);
  const others = findings
    .filter((one) => !isUnreadable(one))
    .flatMap(({ kind, label, why }): Message[] => {
      return why === undefined ? [] : [{ tone: "warning", stack, about: `${kind} ${label}`, text: why }];
    });
  return [...others, ...(unreadable === undefined ? [] : [{ tone: "warning", stack, text: unreadable } as const])];
}
