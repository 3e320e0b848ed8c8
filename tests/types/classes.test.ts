import { isLong } from "../support/long";
import { compile, settingNames, type Setting } from "./compiler";
import { acceptedModels, refusedModels } from "./site-models";

/** A sentence, the program that it describes, and the message. `Kind { … }` declares that kind with these inputs. */
type Refused = [string, string, RegExp];

/** Sentences and the programs that they describe. */
const accepted: Readonly<Record<string, string>> = {
  ...acceptedModels,
  "every input of an IP group takes an output": `new IpGroup("a", { name: text, rules: pulumi.output([rule.all()]), site: text, onExisting: "adopt" });`,
  "every field of a rule except its type takes an output": `
    new IpGroup("a", { rules: [
        { type: "ip", address: text },
        { type: "range", start: text, end: text },
        { type: "network", cidr: text },
        { type: "all" },
        { type: "wildcard", address: text, mask: text },
        { type: "child", groupId: id },
        { type: "child", groupId: number },
        { type: "child", groupId: text },
      ],
    });`,
  "IpGroups with several groups, and their ids as references": `
    const groups = new IpGroups("a", { groups: { Paris: { rules: [rule.network("10.0.0.0/8"), rule.child(branch)], children: ["Servers", branch.id, 17] },
        Servers: { rules: [rule.ip(text)], onExisting: "adoptIfEqual" },
      },
    });
    exactly<typeof groups.groupIds, pulumi.Output<Record<string, number>>>(true);
    new IpGroup("b", { rules: [rule.child(groups.groupIds.apply((ids) => ids["Paris"] ?? 0))] });`,
  "a rule or a whole list of rules may be an output": `
    declare const one: pulumi.Output<RuleArgs>;
    declare const all: pulumi.Output<RuleArgs[]>;
    new IpGroup("a", { rules: [one, rule.all()] });
    new IpGroup("b", { rules: all });
    new IpGroup("c", { rules: branch.rules });
    new IpGroup("d", { rules: Promise.resolve([rule.all()]) });`,
  "arrays from map are rules if they use RuleArgs or the builders": `
    const addresses = ["10.0.0.1", "10.0.0.2"];
    new IpGroup("a", { rules: addresses.map((address) => rule.ip(address)) });
    new IpGroup("b", { rules: addresses.map((address): RuleArgs => ({ type: "ip", address })) });
    const args: IpGroupArgs = { rules: [...addresses.map(rule.ip), rule.child(branch), rule.child(branch.id), rule.child(7)] };`,
  "Output<boolean> fits a boolean input, and Output<number | string> fits an id": `
    new ReplicatorProfile("a", { listeningPort: number, sendingPort: number, enabled: flag, singularity: flag, description: text });
    new Collector("c", { address: text, profiles: [text], threshold: number });
    new UserGroup("g", { templateUserGroupId: id, members: [id, number, text, 5, "anna"] });
    new Permission("p", { userGroup: id, permissionType: "report", seccode: id });
    new User("u", { password: text, userGroups: [id, 4, "5"] });
    new Membership("m", { user: id, userGroup: id });`,
  "a profile is a name, an output of one, or the resource itself": `
    new Policy("a", { cidr: text, profile, kind: "include" });
    new Policy("b", { cidr: "10.0.0.0/8", profile: profile.name, kind: "exclude" });
    new Policy("c", { cidr: "10.0.0.0/8", profile: "prod", kind: "include" });
    new Collector("d", { address: "10.0.0.1", profiles: [profile, profile.name, "prod"] });
    new Exporter("e", { address: "10.0.0.1", profiles: pulumi.output([profile]) });
    new Collector("f", { address: "10.0.0.1", profiles: pulumi.output(["prod"]) });`,
  "a permission names its user group by id or by name": `
    declare const group: UserGroup;
    new Permission("a", { userGroup: group, permissionType: "app", seccode: "IPGroups" });
    new Permission("b", { userGroup: group.name, permissionType: "app", seccode: seccodes.app.IPGroups });
    new Permission("c", { userGroup: 2, permissionType: "device", seccode: seccodes.device("10.1.1.1") });
    new Permission("d", { userGroup: id, permissionType: "interface", seccode: seccodes.interface(text, number) });
    const args: PermissionArgs = { userGroup: 4, permissionType: "group", seccode: 5 };`,
  "an unknown seccode may be raw: for app and device, in a set, plain or as an output": `
    new Permission("a", { userGroup: 4, permissionType: "app", seccode: { raw: "newFeature" } });
    new Permission("b", { userGroup: 4, permissionType: "device", seccode: { raw: text } });
    new PermissionSet("c", { userGroup: 4, permissions: [{ permissionType: "app", seccode: { raw: "newFeature" } }] });`,
  "preferences take any code with text, a number or an output": `new UserPreferences("a", { userId: 13, preferences: { language: "english", statusTopn: 10, other: number } });`,
  "an IP group takes Pulumi's resource options": `new IpGroup("a", {}, { protect: true, dependsOn: [branch], ignoreChanges: ["name"], retainOnDelete: true });`,
};

/** A permission with this seccode for `app`. */
const app = (seccode: string): string => `Permission { userGroup: 4, permissionType: "app", seccode: ${seccode} }`;

// The types of inputs come from the schema: one program for each form of a mistake, whatever the kind.
const refusedPrograms: Refused[] = [
  ...refusedModels,
  ["a raw seccode that is not text", app("{ raw: 5 }"), /number/],
  ["an unknown key of an IP group", `IpGroup { nam: "x" }`, /'nam' does not exist/],
  [
    "a field that a rule's type does not have",
    `IpGroup { rules: [{ type: "ip", cidr: "10.0.0.0/8" }] }`,
    /'cidr' does not exist|address/,
  ],
  [
    "an output as the type of a rule, which must be known",
    `IpGroup { rules: [{ type: text, address: "10.0.0.1" }] }`,
    /Output<string>|OutputInstance<string>/,
  ],
  ["a group in place of a profile", `Collector { address: "10.0.0.1", profiles: [branch] }`, /listeningPort|IpGroup/],
  [
    "a profile in place of a user group",
    `Permission { userGroup: profile, permissionType: "app", seccode: 5 }`,
    /userGroupId|ReplicatorProfile/,
  ],
  ["a profile in place of a child", `rule.child(profile);`, /ruleCount|ReplicatorProfile/],
  ["a missing port", `ReplicatorProfile { listeningPort: 1 }`, /sendingPort/],
  ["text for a boolean input", `ReplicatorProfile { listeningPort: 1, sendingPort: 2, enabled: "yes" }`, /string/],
  ["an unknown mode for existing objects", `IpGroup { onExisting: "replace" }`, /"replace"/],
  ["no arguments at all", `new IpGroup("a");`, /Expected 2-3 arguments/],
  ["an output that a class does not have", `branch.ruleIds;`, /'ruleIds' does not exist/],
  [
    "onExisting as an output property: it is used at creation only",
    `branch.onExisting;`,
    /'onExisting' does not exist/,
  ],
  ["writing an output property", `branch.name = text;`, /read-only/],
];

const refused = refusedPrograms.map(([title, code, says]): Refused => {
  return [title, code.replace(/^([A-Z]\w+) (\{.*\})$/u, 'new $1("a", $2);'), says];
});

/** The exact types of the output properties of classes: together, each form that the schema of an input can have. */
const outputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  IpGroup: { name: "string", rules: "PlainRule[]", groupId: "number", ruleCount: "number" },
  Collector: {
    address: "string",
    profiles: "string[]",
    threshold: "number | undefined",
    description: "string | undefined",
    memberOf: "string[]",
  },
  Setting: {
    name: "string",
    value: "string | number | undefined",
    enabled: "boolean | undefined",
    onDestroy: "'restore' | 'leave'",
    origin: "{ found: { value?: string | undefined; enabled?: boolean | undefined } }",
  },
};

const outputSnippets = Object.entries(outputs).map(([kind, properties]) => {
  const lines = Object.entries({ ...properties, appliance: "string", site: "string | undefined", id: "pulumi.ID" }).map(
    ([key, type]) => `exactly<typeof resource.${key}, pulumi.Output<${type}>>(true);`,
  );
  return `declare const resource: flowgate.${kind};\n${lines.join("\n")}`;
});

// Long tests also compile with the options of a new Pulumi project.
describe.each(settingNames.slice(0, isLong ? undefined : 1))("a program, compiled %s", (setting: Setting) => {
  let messages: Map<string, string[]>;
  beforeAll(async () => {
    const snippets = [...Object.values(accepted), ...refused.map(([, code]) => code), ...outputSnippets];
    const results = await compile(snippets, setting);
    messages = new Map(snippets.map((code, index) => [code, results[index] ?? ["not compiled"]]));
  });

  test.each(Object.entries(accepted))("compiles: %s", (_, code) => {
    expect(messages.get(code)).toEqual([]);
  });

  test.each(refused)("does not compile: %s", (_, code, says) => {
    expect(messages.get(code)).toEqual([expect.stringMatching(says)]);
  });

  test.each(Object.keys(outputs).map((kind, index) => [kind, outputSnippets[index] ?? ""]))(
    "has the outputs of %s with their exact types",
    (_, code) => {
      expect(messages.get(code)).toEqual([]);
    },
  );
});
