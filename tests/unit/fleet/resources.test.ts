import { changesIn } from "../../../cli/summary";

/** An event of the engine about one resource. */
const event = (op: string, type: string, inputs?: object): string =>
  JSON.stringify({
    sequence: 1,
    resOutputsEvent: {
      metadata: {
        op,
        urn: `urn:pulumi:paris::site::${type}::x`,
        ...(op === "create" ? {} : { old: { inputs: {}, outputs: { groups: { A: {} } } } }),
        new: { ...(inputs === undefined ? {} : { custom: true }), inputs: inputs ?? {} },
      },
    },
  });

test("a fleet counts objects, as its summary does: no stack, no component, each group of a set, and no resource twice", () => {
  const resourceChanges = { create: 3, same: 4, update: 1 };
  const summary = JSON.stringify({ sequence: 9, summaryEvent: { resourceChanges } });
  const events = [
    event("create", "pulumi:pulumi:Stack"),
    event("create", "pulumi:providers:pulumi-nodejs", {}),
    event("create", "flowgate:index:SiteTemplate"),
    event("create", "flowgate:index:SiteTemplate$flowgate:index:IpGroup", { name: "Own" }),
    event("update", "flowgate:index:IpGroups", { groups: { B: {}, C: {} } }),
    event("create", "pulumi:pulumi:Stack"),
    summary,
  ];
  expect(changesIn(events.join("\n"))).toEqual({ create: 3, delete: 1 });
  expect(changesIn("")).toEqual({});
});

test("of a refresh, a fleet has the engine's count of resources", () => {
  const resourceChanges = { same: 2, update: 1 };
  const events = [
    event("refresh", "flowgate:index:IpGroup", {}),
    JSON.stringify({ sequence: 9, summaryEvent: { resourceChanges } }),
  ];
  expect(changesIn(events.join("\n"))).toEqual(resourceChanges);
});
