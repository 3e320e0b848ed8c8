import type { Kind } from "../../provider/registry";
import type { DiffOutcome, KindDriver, Properties } from "../support/provider-calls";
import { collector } from "./collector";
import { exporter } from "./exporter";
import { ipGroup } from "./ip-group";
import { ipGroupRule } from "./ip-group-rule";
import { ipGroups } from "./ip-groups";
import { membership } from "./membership";
import { permission } from "./permission";
import { permissionSet } from "./permission-set";
import { policy } from "./policy";
import { replicatorProfile } from "./replicator-profile";
import type { Entry, Sample } from "./sample";
import { setting } from "./setting";
import { user } from "./user";
import { userGroup } from "./user-group";
import { userPreferences } from "./user-preferences";

/** A sample of every kind. If one is missing, this does not compile. */
export const samples: Readonly<Record<Kind, Sample>> = {
  IpGroup: ipGroup,
  IpGroupRule: ipGroupRule,
  IpGroups: ipGroups,
  UserGroup: userGroup,
  User: user,
  UserPreferences: userPreferences,
  Membership: membership,
  Permission: permission,
  PermissionSet: permissionSet,
  ReplicatorProfile: replicatorProfile,
  Policy: policy,
  Setting: setting,
  Collector: collector,
  Exporter: exporter,
};

/** Every kind, paired with each item of a part of its sample, for `test.each`. */
export function ofEach<T>(part: (sample: Sample) => readonly T[]): [kind: Kind, one: T][] {
  return Object.entries(samples).flatMap(([kind, sample]) => part(sample).map((one): [Kind, T] => [kind as Kind, one]));
}

/** What the state holds about an object of a kind besides its inputs. */
export function entryOf(kind: string, inputs: Properties): Entry {
  return sampleOf(kind).entry(inputs);
}

export function sampleOf(kind: string): Sample {
  if (!Object.hasOwn(samples, kind)) throw new Error(`there is no kind ${kind}`);
  return samples[kind as Kind];
}

/** Runs diff for an object that exists with the given inputs. */
export function diffOf(driver: KindDriver, olds: Properties, news: Properties): Promise<DiffOutcome> {
  const { id, outputs } = entryOf(driver.kind, olds);
  return driver.diff(id, { ...olds, ...outputs }, news);
}
