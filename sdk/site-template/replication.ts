import type { SiteModel } from "../model/schema";
import { Collector } from "../collector";
import { Exporter } from "../exporter";
import { Policy } from "../policy";
import { ReplicatorProfile } from "../replicator-profile";
import { Setting } from "../setting";
import { byName, named, type Parts } from "./parts";

type ProfileModel = NonNullable<SiteModel["profiles"]>[number];

/** The resources of the replicator, by their names or addresses in the model. */
export interface Replication {
  profiles: Record<string, ReplicatorProfile>;
  policies: Record<string, Policy>;
  collectors: Record<string, Collector>;
  exporters: Record<string, Exporter>;
  settings: Record<string, Setting>;
}

/** Declares profiles first, then the things that refer to them, so that a rename of a profile reaches them. */
export function declareReplication(parts: Parts, model: SiteModel): Replication {
  const profiles = byName(
    model.profiles ?? [],
    ({ name }) => name,
    ({ policies: _, formerNames, ...inputs }) =>
      parts.make(ReplicatorProfile, { key: inputs.name, former: formerNames }, inputs),
  );
  const profileOf = (name: string): ReplicatorProfile | string => named(profiles, name) ?? name;
  const policies = (model.profiles ?? []).flatMap((profile) =>
    declarePolicies(parts, profile, profileOf(profile.name)),
  );
  const collectors = byName(model.collectors ?? [], addressOf, ({ profiles: names, ...inputs }) =>
    parts.make(Collector, { key: inputs.address }, { ...inputs, profiles: names.map(profileOf) }),
  );
  const exporters = byName(model.exporters ?? [], addressOf, ({ profiles: names, ...inputs }) =>
    parts.make(Exporter, { key: inputs.address }, { ...inputs, profiles: names.map(profileOf) }),
  );
  const settings = byName(
    model.settings ?? [],
    ({ name }) => name,
    (inputs) => parts.make(Setting, { key: inputs.name }, inputs),
  );
  return { profiles, policies: Object.fromEntries(policies), collectors, exporters, settings };
}

function addressOf({ address }: { address: string }): string {
  return address;
}

function declarePolicies(
  parts: Parts,
  { name, formerNames = [], policies = [] }: ProfileModel,
  profile: ReplicatorProfile | string,
): [string, Policy][] {
  return policies.map((policy) => {
    const names = { key: `${name}/${policy.cidr}`, former: formerNames.map((former) => `${former}/${policy.cidr}`) };
    return [names.key, parts.make(Policy, names, { ...policy, profile })];
  });
}
