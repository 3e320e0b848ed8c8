import { nounsOf } from "../../provider/registry";
import type { Action } from "./findings";
import { byText } from "./findings";
import { boxOf, drawnAction, drawnSign, type Cluster, type Drawn, type PictureNode } from "./picture-node";

/** Each profile that changes itself or whose members change: its senders on the left, its receivers on the right. */
export function flowClusters(resources: readonly Drawn[]): Cluster[] {
  const members = resources.filter(({ kind }) => kind === "Collector" || kind === "Exporter" || kind === "Policy");
  const profiles = new Map<string, Drawn>();
  for (const resource of resources) {
    const name = resource.kind === "ReplicatorProfile" ? (resource.is ?? resource.was)?.called : undefined;
    if (name !== undefined) profiles.set(name, resource);
  }
  const renamed = new Map(
    [...profiles].flatMap(([name, { was }]) => (was?.called === undefined ? [] : [[was.called, name]])),
  );
  const touched = new Set<string>();
  for (const [name, profile] of profiles) if (drawnAction(profile) !== undefined) touched.add(name);
  const membersOf = new Map<string, Drawn[]>();
  for (const member of members) {
    for (const name of profilesOf(member, renamed)) {
      if (drawnAction(member) !== undefined) touched.add(name);
      membersOf.set(name, [...(membersOf.get(name) ?? []), member]);
    }
  }
  return [...touched].sort(byText).map((name) => cluster(name, profiles.get(name), membersOf.get(name) ?? []));
}

/** The profiles of a member before and after, under their new names. */
function profilesOf({ was, is }: Drawn, renamed: ReadonlyMap<string, string>): Set<string> {
  const before = (was?.profiles ?? []).map((name) => renamed.get(name) ?? name);
  return new Set([...(is?.profiles ?? []), ...before]);
}

function cluster(name: string, profile: Drawn | undefined, members: readonly Drawn[]): Cluster {
  const middle = profileNode(name, profile);
  const exporters = boxes(members, "Exporter");
  const policies = boxes(members, "Policy");
  const collectors = boxes(members, "Collector");
  return {
    columns: [[...exporters, ...policies], [middle], collectors],
    arrows: [
      ...exporters.map((from) => ({ from, to: middle })),
      ...policies.map((from) => ({ from, to: middle, dashed: true as const })),
      ...collectors.map((to) => ({ from: middle, to })),
    ],
  };
}

function profileNode(name: string, profile: Drawn | undefined): PictureNode {
  if (profile === undefined) return { lines: [name], names: [name], shape: "round", changes: 0 };
  const { was, is } = profile;
  const action = drawnAction(profile);
  const sign = drawnSign(profile);
  const wasCalled = was?.called !== undefined && was.called !== name ? `${was.called} → ` : "";
  const ports =
    was?.ports === is?.ports || was === undefined ? is?.ports : [was.ports, is?.ports].filter(Boolean).join(" ⇒ ");
  const lines = [`${sign}${wasCalled}${name}`, ...(ports === undefined ? [] : [ports])];
  const drawn = { lines, names: [name], shape: "round", changes: action === undefined ? 0 : 1 } as const;
  return action === undefined ? drawn : { ...drawn, action };
}

/** The members of one kind, with one box per kind of change. */
function boxes(members: readonly Drawn[], kind: "Collector" | "Exporter" | "Policy"): PictureNode[] {
  const byAction = new Map<Action | undefined, Drawn[]>();
  for (const member of members) {
    if (member.kind !== kind) continue;
    const action = drawnAction(member);
    byAction.set(action, [...(byAction.get(action) ?? []), member]);
  }
  return [...byAction].map(([action, alike]) => {
    const names = alike.map(nameOf).sort(byText);
    const sign = alike[0] === undefined ? "" : drawnSign(alike[0]);
    const one = kind === "Policy" ? "" : `${nounsOf(kind)[0]} `;
    return boxOf(names, nounsOf(kind)[1], action, names.length === 1 ? `${sign}${one}` : sign);
  });
}

function nameOf({ label, name, is, was }: Drawn): string {
  // The arrow of a policy leads to its profile.
  return (is ?? was)?.address ?? (label ?? name).replace(/ in .*$/su, "");
}
