/** A policy pack: `pulumi preview --policy-pack <this folder>` checks a program against these rules. */
import { PolicyPack, type PolicyResource } from "@pulumi/policy";
import {
  type Group,
  hasAllRule,
  isAdministrators,
  networksOf,
  overlaps,
  type PolicyPermission,
  type PolicyRule,
  rightsOverAccounts,
} from "./rules";

/**
 * Returns the kind of a pulumi-flowgate resource, for the dynamic provider and for the plugin. Undefined for others.
 */
function kindOf(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/flowgate:|flowgate:index:)(\w+)$/.exec(type)?.[1];
}

/** The inputs that the policies read. An input whose value is not known yet is undefined. */
interface Props {
  name?: string;
  rule?: PolicyRule;
  rules?: PolicyRule[];
  groups?: Record<string, { rules?: PolicyRule[]; children?: (string | number)[] }>;
  permissions?: PolicyPermission[];
  permissionType?: string;
  seccode?: string;
  userGroup?: string | number;
  userGroups?: (string | number)[];
  templateUserGroupId?: string | number;
}

function groupsOf(resources: PolicyResource[]): Group[] {
  const titles = new Map(resources.map(({ urn, name }) => [urn, `"${name}"`]));
  return resources.flatMap(({ type, name, props, propertyDependencies }): Group[] => {
    const { rules, groups = {} } = props as Props;
    switch (kindOf(type)) {
      case "IpGroup": {
        // Until a child is created, its number is unknown. But the program already says which resource the number comes
        // from.
        const children = (propertyDependencies["rules"] ?? []).flatMap(({ urn }) => titles.get(urn) ?? []);
        return [{ title: `"${name}"`, networks: networksOf(rules), holds: children }];
      }
      case "IpGroups":
        return Object.entries(groups).map(([group, { rules: own, children = [] }]) => ({
          title: `"${group}"`,
          networks: networksOf(own),
          holds: children.map((child) => `"${String(child)}"`),
        }));
      default:
        return [];
    }
  });
}

new PolicyPack("flowgate", {
  policies: [
    {
      name: "no-all-rule",
      description: "A group of all addresses hides every other group in reports.",
      enforcementLevel: "mandatory",
      validateResource: ({ type, props }, report) => {
        const { rule, rules = [], groups = {} } = props as Props;
        const refused = (group: string): void => {
          report(`${group} has a rule of type all. Name the networks that belong to it.`);
        };
        switch (kindOf(type)) {
          case "IpGroup":
            if (hasAllRule(rules)) refused("The group");
            break;
          case "IpGroupRule":
            if (rule !== undefined && hasAllRule([rule])) refused("The group");
            break;
          case "IpGroups":
            for (const [name, group] of Object.entries(groups)) {
              if (hasAllRule(group.rules)) refused(`The group "${name}"`);
            }
            break;
          default:
        }
      },
    },
    {
      name: "no-overlaps",
      description: "An address belongs to one group, or to groups that contain each other.",
      enforcementLevel: "advisory",
      validateStack: ({ resources }, report) => {
        for (const overlap of overlaps(groupsOf(resources))) report(overlap);
      },
    },
    {
      name: "no-rights-over-accounts",
      description: "Only administrators manage accounts and how people log in.",
      enforcementLevel: "mandatory",
      validateResource: ({ type, props }, report) => {
        const { permissions, permissionType, seccode } = props as Props;
        const kind = kindOf(type);
        const granted =
          kind === "Permission"
            ? rightsOverAccounts([{ permissionType, seccode }])
            : kind === "PermissionSet"
              ? rightsOverAccounts(permissions)
              : [];
        for (const right of granted) report(`Do not grant ${right}: who has it can get every other right.`);
      },
    },
    {
      name: "no-new-administrators",
      description: "Programs make no administrators.",
      enforcementLevel: "mandatory",
      validateResource: ({ type, props }, report) => {
        const { userGroup, userGroups = [], templateUserGroupId } = props as Props;
        const kind = kindOf(type);
        if (kind === "User" && userGroups.some(isAdministrators)) report("The user is made an administrator.");
        if (kind === "Membership" && isAdministrators(userGroup)) report("The user becomes an administrator.");
        if (kind === "UserGroup" && isAdministrators(templateUserGroupId)) {
          report("The group gets the rights of the administrators.");
        }
      },
    },
  ],
});
