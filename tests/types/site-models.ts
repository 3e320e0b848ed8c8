/** Programs that the types of site models must accept: a sentence and the program. */
export const acceptedModels: Readonly<Record<string, string>> = {
  "a complete model, inferred from the schema": `
    const model: flowgate.SiteModel = { ipGroups: [{ name: "a", rules: [{ type: "all" }], children: ["b", { name: "c", children: [{ name: "d" }] }] }],
      userGroups: [{ name: "g", members: ["anna", 5], permissions: [{ permissionType: "app", seccode: "tos" }] }],
      users: [{ name: "anna", passwordConfig: "key", userGroups: ["g"], preferences: { language: "english", topn: 5 } }],
      profiles: [{ name: "p", listeningPort: 1, sendingPort: 2, policies: [{ cidr: "10.0.0.0/8", kind: "include" }] }],
      collectors: [{ address: "10.0.0.1", profiles: ["p"], threshold: 5 }],
      settings: [{ name: "s", value: 5, onDestroy: "leave" }],
    };
    const template = new flowgate.SiteTemplate("a", { site: "a", model, passwords: { anna: text } }, { protect: true });
    exactly<typeof template.ipGroups, Readonly<Record<string, IpGroup>>>(true);
    exactly<typeof template.policies, Readonly<Record<string, Policy>>>(true);`,
  "layers that set any part, as lists or as maps, and null": `
    const layer: flowgate.SiteModelLayer = { profiles: { p: { enabled: false, policies: { "10.0.0.0/8": null } }, q: null },
      ipGroups: [{ name: "a", children: { b: { rules: [{ type: "all" }], children: ["c"] } } }],
      collectors: [{ address: "10.0.0.1", threshold: null }],
      users: null,
    };
    const model = flowgate.loadModel(["global.yaml", layer, { layer: "site", values: layer }, { layer: "x", file: "y" }]);
    exactly<typeof model.model, flowgate.SiteModel>(true);
    new flowgate.SiteTemplate("a", { model });`,
};

/** Programs that they must reject, with the compiler's message. */
export const refusedModels: [string, string, RegExp][] = [
  ["an unknown key of a model", "const model: flowgate.SiteModel = { profile: [] };", /'profile' does not exist/],
  [
    "a mistake deep in the tree of IP groups",
    'const model: flowgate.SiteModel = { ipGroups: [{ name: "a", children: [{ name: "b", ruls: [] }] }] };',
    /'ruls'/,
  ],
  ["a password", 'const model: flowgate.SiteModel = { users: [{ name: "a", password: "b" }] };', /undefined/],
  ["an output in a model", "const model: flowgate.SiteModel = { settings: [{ name: text, value: 5 }] };", /string/],
  ["an unknown key of a layer", "const layer: flowgate.SiteModelLayer = { profiles: { a: { port: 5 } } };", /'port'/],
];
