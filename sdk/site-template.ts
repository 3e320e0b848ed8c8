import * as pulumi from "@pulumi/pulumi";
import type { ResolvedModel } from "../model/resolve";
import type { SiteModel } from "../model/schema";
import type { Collector } from "./collector";
import type { Exporter } from "./exporter";
import type { IpGroup } from "./ip-group";
import type { IpGroups } from "./ip-groups";
import type { IpGroupRule } from "./ip-group-rule";
import type { Membership } from "./membership";
import { loadModel } from "./model";
import type { PermissionSet } from "./permission-set";
import type { Policy } from "./policy";
import type { ReplicatorProfile } from "./replicator-profile";
import type { Setting } from "./setting";
import { declareAccounts } from "./site-template/accounts";
import { declareBulk, declareIpGroupRules, declareIpGroups, idsOf } from "./site-template/ip-groups";
import { Parts } from "./site-template/parts";
import { declareReplication } from "./site-template/replication";
import type { User } from "./user";
import type { UserGroup } from "./user-group";
import type { UserPreferences } from "./user-preferences";

/** Arguments of {@link SiteTemplate}. */
export interface SiteTemplateArgs {
  /** Site of the configuration whose appliances hold what is declared. Default: the top-level appliances. */
  site?: string;
  /** What the site holds: a complete model, or one that {@link loadModel} has put together from layers. */
  model: SiteModel | ResolvedModel;
  /**
   * Whether all IP groups of the model are one resource, `IpGroups`, instead of an `IpGroup` each. Default false. Much
   * faster from about a hundred groups on. `flowgate state` moves the groups of a stack from one to the other.
   */
  bulk?: boolean;
  /** Pulumi names that this template had before: what it declares is kept and not created again under the new name. */
  formerNames?: readonly string[];
  /** Passwords by the names of users, for those whose `passwordConfig` is not set. Secret. */
  passwords?: Readonly<Record<string, pulumi.Input<string>>>;
}

/** Child resources by the names that the model gives them. */
type Named<T> = Readonly<Record<string, T>>;

/**
 * Everything that a site holds, from a model: IP groups, users, user groups with permissions, profiles with collectors,
 * exporters and policies, settings. Each thing is one child resource, called `<template>/<name in the model>`, so the
 * order of a model means nothing. All child resources are properties, by the names in the model.
 *
 * A mistake in the model is an error with all mistakes at once, before anything is declared.
 */
export class SiteTemplate extends pulumi.ComponentResource {
  /** IP groups by name, nested ones as well. None with `bulk`. */
  readonly ipGroups: Named<IpGroup>;
  /** All IP groups in one resource, with `bulk`. */
  readonly bulkIpGroups: IpGroups | undefined;
  /** Number of each IP group by name, with `bulk` and without. */
  readonly ipGroupIds: Named<pulumi.Output<number>>;
  /** Single rules in the groups of others, by their names in the model. */
  readonly ipGroupRules: Named<IpGroupRule>;
  /** User groups by name. */
  readonly userGroups: Named<UserGroup>;
  /** The permissions of each user group that has some, by the name of the group. */
  readonly permissionSets: Named<PermissionSet>;
  /** Users by name. */
  readonly users: Named<User>;
  /** The preferences of each user that has some, by the name of the user. */
  readonly userPreferences: Named<UserPreferences>;
  /** Memberships by `<user> in <user group>`, as the model refers to both. Groups that a user lists are inputs of it. */
  readonly memberships: Named<Membership>;
  /** Profiles by name. */
  readonly profiles: Named<ReplicatorProfile>;
  /** Policies by `<profile>/<network>`, e.g. `netflow/10.0.0.0/8`. */
  readonly policies: Named<Policy>;
  /** Collectors by address. */
  readonly collectors: Named<Collector>;
  /** Exporters by address. */
  readonly exporters: Named<Exporter>;
  /** Settings by name. */
  readonly settings: Named<Setting>;

  constructor(name: string, args: SiteTemplateArgs, options?: pulumi.ComponentResourceOptions) {
    const checked = resolved(name, args.model);
    const { model } = checked;
    const former = (args.formerNames ?? []).map((before) => ({ name: before }));
    const aliases = [...former, ...(options?.aliases ?? [])];
    super("flowgate:index:SiteTemplate", name, {}, { ...options, aliases });
    for (const warning of checked.warningTexts()) void pulumi.log.warn(warning, this);
    const parts = new Parts(this, name, args.site);
    const tree = model.ipGroups ?? [];
    this.ipGroups = args.bulk === true ? {} : declareIpGroups(parts, tree);
    this.bulkIpGroups = args.bulk === true ? declareBulk(parts, tree) : undefined;
    this.ipGroupIds = idsOf(tree, this.ipGroups, this.bulkIpGroups);
    this.ipGroupRules = declareIpGroupRules(parts, model.ipGroupRules ?? []);
    const accounts = declareAccounts(parts, model, args.passwords ?? {});
    this.userGroups = accounts.userGroups;
    this.permissionSets = accounts.permissionSets;
    this.users = accounts.users;
    this.userPreferences = accounts.userPreferences;
    this.memberships = accounts.memberships;
    const replication = declareReplication(parts, model);
    this.profiles = replication.profiles;
    this.policies = replication.policies;
    this.collectors = replication.collectors;
    this.exporters = replication.exporters;
    this.settings = replication.settings;
    this.registerOutputs({});
  }
}

/** The model, checked: one that was put together has been already. */
function resolved(name: string, model: SiteModel | ResolvedModel): ResolvedModel {
  return isResolved(model) ? model : loadModel([{ layer: `model of ${name}`, values: model }]);
}

function isResolved(model: SiteModel | ResolvedModel): model is ResolvedModel {
  return "layers" in model && "model" in model;
}
