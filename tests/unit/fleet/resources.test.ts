import { resourcesIn } from "../../../cli/engine/preview";

/** An event of the engine about one resource. */
const event = (op: string, type: string, custom?: true): string =>
  JSON.stringify({
    sequence: 1,
    resOutputsEvent: { metadata: { op, urn: `urn:pulumi:paris::site::${type}::x`, new: { custom, inputs: {} } } },
  });

test("a fleet counts no stack, which the engine reports twice, no component, and no resource less", () => {
  const summary = JSON.stringify({ sequence: 9, summaryEvent: { resourceChanges: { create: 3, same: 4, update: 1 } } });
  const events = [
    event("create", "pulumi:pulumi:Stack"),
    event("create", "pulumi:providers:pulumi-nodejs", true),
    event("create", "flowgate:index:SiteTemplate"),
    event("create", "flowgate:index:SiteTemplate$flowgate:index:IpGroup", true),
    event("update", "flowgate:index:IpGroups", true),
    event("create", "pulumi:pulumi:Stack"),
    summary,
  ];
  expect(resourcesIn(events.join("\n"))).toEqual({ create: 1, same: 4, update: 1 });
  expect(resourcesIn("")).toEqual({});
});
