import { boxesOf, isCovered, networkBox } from "../../lib/model/boxes";
import { isAddress } from "../../provider/values/addresses";
import { alike } from "../../provider/values/alike";
import { boxOf, namesText, sizeOf, type Cluster, type PictureNode } from "./drawn";
import type { Part } from "./groups";
import type { MemberPart, PolicyPart, ProfilePart, Subject } from "./subject";

type Arrow = Cluster["arrows"][number];

/** Exporters, policies, profiles and collectors: what changes first, and of the rest the profiles with most members. */
export function flowCluster(subject: Subject, { most, focus, onlyChanged }: Part): Cluster {
  const counts = new Map<string, number>();
  for (const name of subject.members.flatMap((one) => one.profiles)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const changed = changedProfiles(subject);
  const names = profileNames(subject)
    .filter((name) => (focus === undefined || name === focus) && (onlyChanged !== true || changed.has(name)))
    .map((name) => ({ name, rank: [changed.has(name) ? 1 : 0, counts.get(name) ?? 0] as const }));
  const whole = drawn(
    subject,
    names.map(({ name }) => name),
  );
  if (sizeOf(whole) <= most) return whole;
  // A box counts the profiles that do not fit.
  const inOrder = names
    .toSorted(({ rank: one }, { rank: other }) => other[0] - one[0] || other[1] - one[1])
    .map(({ name }) => name);
  let kept = 0;
  let best: Cluster = { columns: [[]], arrows: [] };
  for (let count = 1; count < inOrder.length; count += 1) {
    const next = drawn(subject, inOrder.slice(0, count));
    if (sizeOf(next) + 1 > most) break;
    [kept, best] = [count, next];
  }
  return { ...best, columns: [...best.columns, [restOf(subject, inOrder.slice(kept), changed)]] };
}

/** All profiles, and profile names that members and policies refer to although no such profile exists. */
function profileNames({ profiles, members, policies }: Subject): string[] {
  const named = [...members.flatMap((one) => one.profiles), ...policies.map(({ profile }) => profile)];
  return [...new Set([...profiles.map(({ name }) => name), ...named])];
}

function changedProfiles({ profiles, members, policies }: Subject): Set<string> {
  return new Set([
    ...profiles.flatMap(({ name, action }) => (action === undefined ? [] : [name])),
    ...members.flatMap((one) => (one.action === undefined ? [] : one.profiles)),
    ...policies.flatMap(({ profile, action }) => (action === undefined ? [] : [profile])),
  ]);
}

function drawn(subject: Subject, names: readonly string[]): Cluster {
  const shown = new Set(names);
  const parts = new Map(subject.profiles.map((one) => [one.name, one]));
  const profiles = new Map(names.map((name) => [name, profileNode(name, parts.get(name))]));
  const policies = policyBoxes(subject.policies.filter(({ profile }) => shown.has(profile)));
  const members = subject.members.filter((one) => one.profiles.some((name) => shown.has(name)));
  const boxesOfKind = (kind: MemberPart["kind"], policyOf: PolicyOf): MemberBox[] =>
    memberBoxes(
      members.filter((one) => one.kind === kind),
      shown,
      policyOf,
    );
  const collectors = boxesOfKind("Collector", () => undefined);
  const exporters = boxesOfKind("Exporter", (address, profile) =>
    policies.find((box) => box.profile === profile && box.kind === "include" && takesIn(box, address)),
  );
  const arrows: Arrow[] = [
    ...exporters.flatMap(({ node, targets }) =>
      targets.flatMap(({ profile, policy }) => arrow(node, policy?.node ?? profiles.get(profile))),
    ),
    ...policies.flatMap(({ node, profile }) =>
      arrow(node, profiles.get(profile)).map((one) => ({ ...one, dashed: true as const })),
    ),
    ...collectors.flatMap(({ node, targets }) => targets.flatMap(({ profile }) => arrow(profiles.get(profile), node))),
  ];
  const nodes = (boxes: readonly { node: PictureNode }[]): PictureNode[] => boxes.map(({ node }) => node);
  return { columns: [nodes(exporters), nodes(policies), [...profiles.values()], nodes(collectors)], arrows };
}

function arrow(from: PictureNode | undefined, to: PictureNode | undefined): Arrow[] {
  return from === undefined || to === undefined ? [] : [{ from, to }];
}

function profileNode(name: string, part: ProfilePart | undefined): PictureNode {
  if (part === undefined) return boxOf([name], { sign: "", changes: [] }, { shape: "round" });
  const { sign, ports, isEnabled, isSingular } = part;
  const flags = [...(isEnabled ? [] : ["disabled"]), ...(isSingular ? ["singularity"] : [])];
  const lines = [`${sign}${name}`, ports, ...(flags.length === 0 ? [] : [flags.join(", ")])];
  const box = boxOf(lines, part, { shape: "round" });
  return isEnabled ? box : { ...box, isMuted: true };
}

interface PolicyBox {
  readonly node: PictureNode;
  readonly profile: string;
  readonly kind: PolicyPart["kind"];
  readonly policies: readonly PolicyPart[];
}

/** Groups the policies of each profile that look alike into one box. */
function policyBoxes(policies: readonly PolicyPart[]): PolicyBox[] {
  const formOf = ({ profile, kind, action, sign, changes }: PolicyPart) => [profile, kind, action, sign, changes];
  return alike(policies, formOf).map((same) => {
    const [first] = same;
    const { kind, profile, sign } = first;
    const networks = same.map(({ cidr }) => cidr);
    const count = networks.length;
    const lines =
      count === 1
        ? [`${sign}${kind} ${first.cidr}`]
        : [`${sign}${kind} ${String(count)} networks`, namesText(networks)];
    return { node: boxOf(lines, first, { count }), profile, kind, policies: same };
  });
}

/** Whether the networks of a policy contain this exporter. */
function takesIn({ policies }: PolicyBox, address: string): boolean {
  if (!isAddress(address)) return false;
  const box = boxesOf({ type: "ip", address });
  return policies.some(({ cidr }) => /^[\d.]+\/\d+$/u.test(cidr) && isCovered(box, [networkBox(cidr)]));
}

type PolicyOf = (address: string, profile: string) => PolicyBox | undefined;

interface MemberBox {
  readonly node: PictureNode;
  /** The drawn profiles that it is a member of, each with the policy that admits it. */
  readonly targets: readonly { profile: string; policy: PolicyBox | undefined }[];
}

/** Groups members of the same profiles that are treated alike into one box. */
function memberBoxes(members: readonly MemberPart[], shown: ReadonlySet<string>, policyOf: PolicyOf): MemberBox[] {
  const placed = members.map((member) => {
    const profiles = member.profiles.filter((profile) => shown.has(profile));
    return { member, targets: profiles.map((profile) => ({ profile, policy: policyOf(member.address, profile) })) };
  });
  const formOf = ({ member: { action, sign, changes, threshold }, targets }: (typeof placed)[number]): unknown => {
    return [targets.map(({ profile, policy }) => [profile, policy?.node.lines]), action, sign, changes, threshold];
  };
  return alike(placed, formOf).map((same) => {
    const [{ member, targets }] = same;
    const { kind, sign, threshold } = member;
    const addresses = same.map((one) => one.member.address);
    const noun = kind.toLowerCase();
    const count = addresses.length;
    const lines =
      count === 1 ? [`${sign}${noun} ${member.address}`] : [`${sign}${String(count)} ${noun}s`, namesText(addresses)];
    const limit = threshold === undefined ? [] : [`threshold ${threshold} packets/s`];
    return { node: boxOf([...lines, ...limit], member, { count }), targets };
  });
}

function restOf({ members }: Subject, names: readonly string[], changed: ReadonlySet<string>): PictureNode {
  const left = new Set(names);
  const count = (kind: MemberPart["kind"]): number =>
    members.filter((one) => one.kind === kind && one.profiles.some((name) => left.has(name))).length;
  const lines = [
    `${String(names.length)} more profiles`,
    namesText(names),
    `${String(count("Exporter"))} exporters, ${String(count("Collector"))} collectors`,
  ];
  const box = boxOf(lines, { sign: "", changes: [] }, { shape: "round" });
  return { ...box, changes: names.filter((name) => changed.has(name)).length };
}
