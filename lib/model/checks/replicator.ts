import { alike } from "../../../provider/values/alike";
import { isCovered, networkBox, overlapOf } from "../boxes";
import { pathText, type Finding } from "../problem";
import type { MemberView, ModelView, PolicyView } from "../view";

/** Finds profiles with the same port: the replicator can deliver its packets to only one of them. */
export function checkPorts({ profiles }: ModelView): Finding[] {
  const listening = profiles.filter(({ listeningPort }) => listeningPort !== undefined);
  return alike(listening, ({ listeningPort }) => listeningPort).flatMap(([{ name }, ...others]) =>
    others.map(({ listeningPort: port, steps }): Finding => {
      const message = `port ${String(port)} is already the listening port of profile "${name}": choose another one`;
      return { severity: "error", steps: [...steps, "listeningPort"], message };
    }),
  );
}

/**
 * Finds excludes whose whole network is included. The replicator checks includes first. No document says whether an
 * exclude still counts after that, so this is a warning.
 */
export function checkPolicies({ profiles }: ModelView): Finding[] {
  return profiles.flatMap(({ policies }) => {
    const includes = policies.filter(({ kind }) => kind === "include");
    return policies.filter(({ kind }) => kind === "exclude").flatMap((exclude) => unreached(exclude, includes));
  });
}

function unreached({ cidr, steps }: PolicyView, includes: readonly PolicyView[]): Finding[] {
  const own = networkBox(cidr);
  const before = includes.filter((include) => overlapOf(own, networkBox(include.cidr)) !== undefined);
  const taken = before.map((include) => networkBox(include.cidr));
  if (!isCovered([own], taken)) return [];
  const names = before.map((include) => include.cidr).join(", ");
  const message =
    `exclude ${cidr} may have no effect: the replicator checks includes first, and include ${names} contains all of ` +
    "it; remove one of them, or include only the intended networks";
  return [{ severity: "warning", id: "exclude-after-include", about: [cidr], steps, message }];
}

/** Finds second notes of an address: a collector and an exporter with the same address share one note. */
export function checkNotes({ members }: ModelView): Finding[] {
  const described = members.filter(({ hasDescription }) => hasDescription);
  const collectors = new Map(described.filter(({ kind }) => kind === "collector").map((one) => [one.address, one]));
  return described.flatMap((member): Finding[] => {
    const other: MemberView | undefined = member.kind === "exporter" ? collectors.get(member.address) : undefined;
    if (other === undefined) return [];
    const message =
      `a collector and an exporter with the same address share one note, which ${pathText(other.steps)} sets: ` +
      "remove the description from one of them";
    return [{ severity: "error", steps: [...member.steps, "description"], message }];
  });
}
