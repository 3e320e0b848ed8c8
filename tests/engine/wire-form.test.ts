import { openEngine } from "../support/engine";
import { opened } from "../support/opened";

/** Passes the same arguments and options to this package's class and to Pulumi's own base class. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { IpGroup } = require("pulumi-flowgate");

const provider = { check: async (olds, news) => ({ inputs: news }), create: async () => ({ id: "1", outs: {} }) };
const undeclared = { groupId: undefined, ruleCount: undefined, appliance: undefined, origin: undefined };
class Reference extends pulumi.dynamic.Resource {
  constructor(name, args, options) {
    super(provider, name, { ...undeclared, ...args, __declaredAs: name }, options, "flowgate", "IpGroup");
  }
}

function declare(Class, prefix, options, more = []) {
  const first = new Class(prefix + "-first", { name: "Leaf " + prefix, rules: [{ type: "ip", address: "10.0.0.1" }], site: "paris" }, options);
  const rules = [{ type: "child", groupId: first.id }, { type: "ip", address: pulumi.secret("10.0.0.2") }];
  const aliases = [{ name: "old-name" }, urn(IpGroup.__pulumiType), ...more];
  new Class(prefix + "-second", { name: "Parent " + prefix, rules }, { protect: true, retainOnDelete: true, deleteBeforeReplace: true, ignoreChanges: ["name"], aliases, dependsOn: first,
  });
}
/** The type that a resource has where the provider plugin serves it. */
const type = "flowgate:index:IpGroup";
const urn = (old) => \`urn:pulumi:test::program::\${old}::older\`;
declare(IpGroup, "ours");
// The classes delete first also where a replacement does not come from the provider's diff.
declare(Reference, "reference", { deleteBeforeReplace: true, aliases: [{ type }] }, [{ type }, { type, name: "old-name" }, urn(type)]);
`;

type Registration = Record<string, unknown> & { name: string; object: Record<string, unknown> };

/** A registration in comparable form: without its provider text, and with the same name for both classes. */
function comparable(registration: Registration): unknown {
  // These depend on the place of the class in the source, not on what it registers.
  const rest = Object.entries(registration).filter(([key]) => !["sourcePosition", "stackTrace"].includes(key));
  const { __provider: text, ...object } = registration.object;
  expect(typeof text).toBe("string");
  return JSON.parse(JSON.stringify({ ...Object.fromEntries(rest), object }).replaceAll(/\bours\b/gu, "reference"));
}

describe("the wire form of a resource class", () => {
  const engine = opened(() => openEngine({ debugGrpc: true }));
  const registered = new Map<string, Registration>();

  beforeAll(async () => {
    await engine.program(program);
    await engine.preview();
    for (const { method, request, response } of await engine.grpcCalls()) {
      if (method !== "/pulumirpc.ResourceMonitor/RegisterResource" || response === undefined) continue;
      const registration = request as Registration;
      registered.set(registration.name, registration);
    }
  });

  const formOf = (name: string): unknown => {
    const registration = registered.get(name);
    if (registration === undefined) throw new Error(`${name} was not registered`);
    return comparable(registration);
  };

  test("equals what pulumi.dynamic.Resource registers, except for the provider text and the name", () => {
    expect(formOf("ours-first")).toEqual(formOf("reference-first"));
    expect(formOf("ours-first")).toMatchObject({ type: "pulumi-nodejs:dynamic/flowgate:IpGroup", custom: true });
  });

  test("equals it also with unknown values, secrets and resource options", () => {
    expect(formOf("ours-second")).toEqual(formOf("reference-second"));
  });
});
