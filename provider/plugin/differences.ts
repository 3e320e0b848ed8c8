import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { Difference } from "../lifecycle/diff";
import type { Change } from "../values/detail";

const kindsOfChange = PropertyDiff.Kind;

/** The kind of each change of a value: without and with a replacement of the object. */
const changeKinds = {
  add: [kindsOfChange.ADD, kindsOfChange.ADD_REPLACE],
  delete: [kindsOfChange.DELETE, kindsOfChange.DELETE_REPLACE],
  update: [kindsOfChange.UPDATE, kindsOfChange.UPDATE_REPLACE],
} as const satisfies Record<Change, readonly [PropertyDiff.Kind, PropertyDiff.Kind]>;

/** A difference in the engine's form. A value that is not known yet counts as one. */
export function diffResponse(difference: Difference): DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const response = new DiffResponse();
  const isSame = difference.changes === false && difference.replaces.length === 0;
  response.setChanges(isSame ? DIFF_NONE : DIFF_SOME);
  // Always set: a replacement that the user requests also deletes first.
  response.setDeletebeforereplace(true);
  if (!isSame) describe(difference, response);
  return response;
}

/** Adds the paths that differ. */
function describe({ replaces, detail }: Difference, response: DiffResponse): void {
  const places = detail();
  const paths = response.getDetaileddiffMap();
  for (const [path, change] of places) {
    const isReplaced = replaces.includes(keyOf(path));
    const place = new PropertyDiff();
    place.setKind(changeKinds[change][isReplaced ? 1 : 0]);
    paths.set(path, place);
  }
  response.setHasdetaileddiff(places.size > 0);
  response.setDiffsList([...new Set([...places.keys()].map(keyOf))]);
  response.setReplacesList(replaces);
}

function keyOf(path: string): string {
  return path.split(/[.[]/u, 1)[0] ?? path;
}
