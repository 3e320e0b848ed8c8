import * as pulumi from "@pulumi/pulumi";
import type { ResolvedModel } from "./model/resolve";
import type { SiteModel } from "./model/schema";
import type { Collector } from "./collector";
import type { Exporter } from "./exporter";
import type { IpGroup } from "./ip-group";
import type { IpGroups } from "./ip-groups";
import type { IpGroupRule } from "./ip-group-rule";
import type { Membership } from "./membership";
import { loadModel } from "./load-model";
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
  /** Site of the configuration whose appliances hold the declared objects. Default: the top-level appliances. */
  site?: string;
  /** Contents of the site: a complete model, or one that {@link loadModel} has merged from layers. */
  model: SiteModel | ResolvedModel;
  /**
   * Whether one resource, `IpGroups`, declares all IP groups of the model, instead of one `IpGroup` per group. Default
   * false. Much faster from about a hundred groups on.
   */
  bulk?: boolean;
  /**
   * Former Pulumi names of this template. Its resources are then kept instead of being created again under the new
   * name.
   */
  formerNames?: readonly string[];
  /** Passwords by user name, for users without `passwordConfig`. Secret. */
  passwords?: Readonly<Record<string, pulumi.Input<string>>>;
}

const TYPE = "flowgate:index:SiteTemplate";

/** Child resources, by the names in the model. */
type Named<T> = Readonly<Record<string, T>>;

/**
 * Declares everything that a site holds, from a model: IP groups, users, user groups with permissions, profiles with
 * collectors, exporters and policies, settings. Each thing is one child resource, called `<template>/<name in the
 * model>`, so the order of a model does not matter. All child resources are properties, by their names in the model.
 *
 * If the model has mistakes, one error lists all of them before anything is declared.
 */
export class SiteTemplate extends pulumi.ComponentResource {
  /** IP groups by name, including nested ones. Empty with `bulk`. */
  readonly ipGroups: Named<IpGroup>;
  /** The resource that declares all IP groups, with `bulk`; otherwise undefined. */
  readonly bulkIpGroups: IpGroups | undefined;
  /** Number of each IP group by name, with or without `bulk`. */
  readonly ipGroupIds: Named<pulumi.Output<number>>;
  /** Single rules in IP groups that something else manages, by their names in the model. */
  readonly ipGroupRules: Named<IpGroupRule>;
  /** User groups by name. */
  readonly userGroups: Named<UserGroup>;
  /** The permissions of each user group that has any, by group name. */
  readonly permissionSets: Named<PermissionSet>;
  /** Users by name. */
  readonly users: Named<User>;
  /** The preferences of each user that has any, by user name. */
  readonly userPreferences: Named<UserPreferences>;
  /**
   * Memberships by `<user> in <user group>`, as the model refers to both. Groups that a user lists itself are inputs of
   * the user instead.
   */
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
    super(TYPE, name, {}, { ...options, aliases });
    for (const warning of checked.warningTexts()) void pulumi.log.warn(warning, this);
    const formerTemplates = (args.formerNames ?? []).map((before) => ({
      name: before,
      urn: pulumi.createUrn(before, TYPE, options?.parent),
    }));
    const parts = new Parts(this, name, args.site, formerTemplates);
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

/** The checked model. A merged model was checked when it was merged. */
function resolved(name: string, model: SiteModel | ResolvedModel): ResolvedModel {
  return isResolved(model) ? model : loadModel([{ layer: `model of ${name}`, values: model }]);
}

function isResolved(model: SiteModel | ResolvedModel): model is ResolvedModel {
  return "layers" in model && "model" in model;
}
