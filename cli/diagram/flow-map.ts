import { boxesOf, isCovered, networkBox } from "../../lib/model/boxes";
import { isAddress } from "../../provider/values/addresses";
import type { Cluster, PictureNode } from "../summary/picture-node";
import { listLines } from "./lines";
import type { Mark } from "./item";
import type { MemberPart, PolicyPart, ProfilePart, Subject } from "./subject";

/** Maximum number of addresses or networks in one box. */
const MOST_ITEMS = 6;
/** Maximum number of changes to list for one object. */
const MOST_CHANGES = 4;

type Arrow = Cluster["arrows"][number];

/** The senders and receivers of each profile, or of one profile, in at most this many boxes. */
export function flowCluster(subject: Subject, most: number, focus: string | undefined): Cluster {
  const names = profileNames(subject).filter((name) => focus === undefined || name === focus);
  const whole = drawn(subject, names);
  if (sizeOf(whole) <= most) return whole;
  // Changed profiles come first. A box counts those that do not fit.
  const changed = new Set(changedProfiles(subject));
  const inOrder = [...names.filter((name) => changed.has(name)), ...names.filter((name) => !changed.has(name))];
  let kept = 0;
  let best: Cluster = { columns: [[]], arrows: [] };
  for (let count = 1; count < inOrder.length; count += 1) {
    const next = drawn(subject, inOrder.slice(0, count));
    if (sizeOf(next) + 1 > most) break;
    [kept, best] = [count, next];
  }
  return { ...best, columns: [...best.columns, [restOf(subject, inOrder.slice(kept))]] };
}

const sizeOf = ({ columns }: Cluster): number => columns.flat().length;

/** All profiles, and profile names that members and policies refer to although no such profile exists. */
function profileNames({ profiles, members, policies }: Subject): string[] {
  const named = [...members.flatMap((one) => one.profiles), ...policies.map(({ profile }) => profile)];
  return [...new Set([...profiles.map(({ name }) => name), ...named])];
}

function changedProfiles({ profiles, members, policies }: Subject): string[] {
  return [
    ...profiles.flatMap(({ name, action }) => (action === undefined ? [] : [name])),
    ...members.flatMap((one) => (one.action === undefined ? [] : one.profiles)),
    ...policies.flatMap(({ profile, action }) => (action === undefined ? [] : [profile])),
  ];
}

function drawn(subject: Subject, names: readonly string[]): Cluster {
  const shown = new Set(names);
  const isShown = (one: MemberPart): boolean => one.profiles.some((name) => shown.has(name));
  const parts = new Map(subject.profiles.map((one) => [one.name, one]));
  const profiles = new Map(names.map((name) => [name, profileNode(name, parts.get(name))]));
  const policies = policyBoxes(subject.policies.filter(({ profile }) => shown.has(profile)));
  const members = subject.members.filter(isShown);
  const collectors = memberBoxes(
    members.filter(({ kind }) => kind === "Collector"),
    shown,
    () => undefined,
  );
  const exporters = memberBoxes(
    members.filter(({ kind }) => kind === "Exporter"),
    shown,
    (address, profile) =>
      policies.find((box) => box.profile === profile && box.kind === "include" && takesIn(box, address)),
  );
  const arrows: Arrow[] = [
    ...exporters.flatMap(({ node, targets }) =>
      targets.map(({ profile, policy }) => arrow(node, policy?.node ?? profiles.get(profile))),
    ),
    ...policies.map(({ node, profile }) => ({ ...arrow(node, profiles.get(profile)), dashed: true as const })),
    ...collectors.flatMap(({ node, targets }) => targets.map(({ profile }) => arrow(profiles.get(profile), node))),
  ];
  const nodes = (boxes: readonly { node: PictureNode }[]): PictureNode[] => boxes.map(({ node }) => node);
  return { columns: [nodes(exporters), nodes(policies), [...profiles.values()], nodes(collectors)], arrows };
}

function arrow(from: PictureNode | undefined, to: PictureNode | undefined): Arrow {
  if (from === undefined || to === undefined) throw new Error("An arrow leads from one box that is drawn to another.");
  return { from, to };
}

function node(
  lines: readonly string[],
  shape: PictureNode["shape"],
  names: readonly string[],
  { action }: Mark,
): PictureNode {
  const box = { lines, shape, names, changes: action === undefined ? 0 : names.length };
  return action === undefined ? box : { ...box, action };
}

function profileNode(name: string, part: ProfilePart | undefined): PictureNode {
  if (part === undefined) return { lines: [name, "not drawn here"], shape: "round", names: [name], changes: 0 };
  const { sign, ports, isEnabled, isSingular, changes } = part;
  const flags = [...(isEnabled ? [] : ["disabled"]), ...(isSingular ? ["singularity"] : [])];
  const lines = [
    `${sign}${name}`,
    ports,
    ...(flags.length === 0 ? [] : [flags.join(", ")]),
    ...listLines(changes, MOST_CHANGES),
  ];
  const box = node(lines, "round", [name], part);
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
  return alike(policies, ({ profile, kind, action, sign, changes }) => [profile, kind, action, sign, changes]).map(
    (same) => {
      const [first] = same;
      const { kind, profile, sign, changes } = first;
      const networks = same.map(({ cidr }) => cidr);
      const head =
        same.length === 1 ? `${sign}${kind} ${first.cidr}` : `${sign}${kind} ${String(same.length)} networks`;
      const lines = [
        head,
        ...(same.length === 1 ? [] : listLines(networks, MOST_ITEMS)),
        ...listLines(changes, MOST_CHANGES),
      ];
      return { node: node(lines, "box", networks, first), profile, kind, policies: same };
    },
  );
}

/** Whether the networks of a policy contain this exporter. */
function takesIn({ policies }: PolicyBox, address: string): boolean {
  if (!isAddress(address)) return false;
  const box = boxesOf({ type: "ip", address });
  return policies.some(({ cidr }) => isCovered(box, networksOf(cidr)));
}

function networksOf(cidr: string): ReturnType<typeof networkBox>[] {
  return /^[\d.]+\/\d+$/u.test(cidr) ? [networkBox(cidr)] : [];
}

interface MemberBox {
  readonly node: PictureNode;
  /** The drawn profiles that it is a member of, each with the policy that admits it. */
  readonly targets: readonly { profile: string; policy: PolicyBox | undefined }[];
}

/** Groups members of the same profiles that are treated alike into one box. */
function memberBoxes(
  members: readonly MemberPart[],
  shown: ReadonlySet<string>,
  policyOf: (address: string, profile: string) => PolicyBox | undefined,
): MemberBox[] {
  const placed = members.map((member) => {
    const targets = member.profiles
      .filter((profile) => shown.has(profile))
      .map((profile) => ({ profile, policy: policyOf(member.address, profile) }));
    return { member, targets };
  });
  const formOf = ({ member, targets }: (typeof placed)[number]): unknown => {
    const { action, sign, changes, threshold } = member;
    return [targets.map(({ profile, policy }) => [profile, policy?.node.names]), action, sign, changes, threshold];
  };
  return alike(placed, formOf).map((same) => {
    const [{ member, targets }] = same;
    return {
      node: memberNode(
        member,
        same.map((one) => one.member.address),
      ),
      targets,
    };
  });
}

function memberNode(member: MemberPart, addresses: readonly string[]): PictureNode {
  const { kind, sign, threshold, changes } = member;
  const noun = kind.toLowerCase();
  const [first = ""] = addresses;
  const isOne = addresses.length === 1;
  const lines = [
    isOne ? `${sign}${noun} ${first}` : `${sign}${String(addresses.length)} ${noun}s`,
    ...(isOne ? [] : listLines(addresses, MOST_ITEMS)),
    ...(threshold === undefined ? [] : [`threshold ${threshold} packets/s`]),
    ...listLines(changes, MOST_CHANGES),
  ];
  return node(lines, "box", addresses, member);
}

function alike<T>(items: readonly T[], formOf: (item: T) => unknown): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(formOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function restOf({ members }: Subject, names: readonly string[]): PictureNode {
  const left = new Set(names);
  const count = (kind: MemberPart["kind"]): number =>
    members.filter((one) => one.kind === kind && one.profiles.some((name) => left.has(name))).length;
  const lines = [
    `${String(names.length)} more profiles`,
    ...listLines(names, MOST_ITEMS),
    `${String(count("Exporter"))} exporters, ${String(count("Collector"))} collectors`,
  ];
  return { lines, shape: "round", names, changes: 0 };
}
