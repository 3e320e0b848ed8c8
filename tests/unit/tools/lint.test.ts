import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../support/clone";

interface Case {
  /** The rule as a sentence. */
  rule: string;
  /** The path of the snippet. The file need not exist. */
  file: string;
  code: string;
  /** Part of the message, which gives the reason. Undefined if the snippet is allowed. */
  says?: string;
}

const directions: Case[] = [
  {
    rule: "provider imports nothing from the simulator",
    file: "provider/config/probe.ts",
    code: 'import "../../simulator/server";',
    says: "may not import simulator",
  },
  {
    rule: "provider imports nothing from the simulator, not even a type in a kind",
    file: "provider/resources/probe.ts",
    code: 'import type { Store } from "../../simulator/gateway/store"; export type T = Store;',
    says: "may not import simulator",
  },
  {
    rule: "the simulator imports nothing from provider",
    file: "simulator/gateway/probe.ts",
    code: 'import type { Rule } from "../../provider/values/rule"; export type T = Rule;',
    says: "shares no code",
  },
  {
    rule: "the simulator does not import provider through the package's own name",
    file: "simulator/probe.ts",
    code: 'import "pulumi-flowgate/client";',
    says: "may not import pulumi-flowgate/client",
  },
  {
    rule: "the simulator may have its own files with the same names",
    file: "simulator/probe.ts",
    code: 'import "./gateway/store"; import "./replicator/store";',
  },
  {
    rule: "provider does not import the SDK",
    file: "provider/appliance/probe.ts",
    code: 'import "../../sdk/index";',
    says: "may not import",
  },
  {
    rule: "provider does not import the command",
    file: "provider/lifecycle/lifecycle.ts",
    code: 'import "../../cli/main";',
    says: "may not import",
  },
  {
    rule: "the bench measures the built package, not its sources",
    file: "bench/probe.ts",
    code: 'import "../provider/host";',
    says: "as it is installed",
  },
  {
    rule: "the scripts of the bench do not use the clients that they are compared with",
    file: "bench/scripts/probe.ts",
    code: 'import "pulumi-flowgate/client";',
    says: "with itself",
  },
  {
    rule: "provider/http imports no client",
    file: "provider/http/probe.ts",
    code: 'import "../gateway/client";',
    says: "lowest layer",
  },
  {
    rule: "provider/http imports no appliance",
    file: "provider/http/probe.ts",
    code: 'import "../appliance/limiter";',
    says: "lowest layer",
  },
  {
    rule: "provider/http may use undici and the error family",
    file: "provider/http/probe.ts",
    code: 'import "undici"; import "../errors/errors";',
  },
  {
    rule: "the gateway's client imports nothing from the replicator's",
    file: "provider/gateway/probe.ts",
    code: 'import "../replicator/path";',
    says: "one appliance's API",
  },
  {
    rule: "the replicator's client imports nothing from the gateway's",
    file: "provider/replicator/probe.ts",
    code: 'import "../gateway/client";',
    says: "one appliance's API",
  },
  {
    rule: "a client imports no appliance",
    file: "provider/replicator/probe.ts",
    code: 'import "../appliance/rebuild";',
    says: "one appliance's API",
  },
  {
    rule: "a client sends no requests through undici",
    file: "provider/gateway/probe.ts",
    code: 'import { request } from "undici"; void request;',
    says: "Only provider/http sends",
  },
  {
    rule: "a client may use the transport and undici's form data",
    file: "provider/gateway/form.ts",
    code: 'import { FormData } from "undici"; import "../http/transport"; void FormData;',
  },
  {
    rule: "an appliance imports no kind",
    file: "provider/appliance/gateway/probe.ts",
    code: 'import "../../resources/ip-group";',
    says: "does not know them",
  },
  {
    rule: "an appliance may use clients and transport",
    file: "provider/appliance/gateway/probe.ts",
    code: 'import "../../gateway/client"; import "../../http/transport"; import "../limiter";',
  },
  {
    rule: "a kind imports nothing from provider/http",
    file: "provider/resources/probe.ts",
    code: 'import type { Send } from "../http/request"; export type T = Send;',
    says: "neither HTTP nor",
  },
  {
    rule: "a kind does not import undici",
    file: "provider/resources/probe.ts",
    code: 'import "undici";',
    says: "Only provider/http sends",
  },
  {
    rule: "a kind opens no connections",
    file: "provider/resources/probe.ts",
    code: 'import "node:https";',
    says: "Only provider/http opens connections",
  },
  {
    rule: "a kind does not import Pulumi",
    file: "provider/resources/probe.ts",
    code: 'import type { dynamic } from "@pulumi/pulumi"; export type T = dynamic.Resource;',
    says: "only needs its types",
  },
  {
    rule: "a kind does not call the lifecycle",
    file: "provider/resources/probe.ts",
    code: 'import "../lifecycle/lifecycle";',
    says: "may not import provider/lifecycle",
  },
  {
    rule: "a kind may name the type of its appliance",
    file: "provider/resources/probe.ts",
    code: 'import type { GatewayAppliance } from "../appliance/gateway/appliance"; export type T = GatewayAppliance;',
  },
  {
    rule: "a kind does not load its appliance",
    file: "provider/resources/probe.ts",
    code: 'import { Appliances } from "../appliance/appliances"; void Appliances;',
    says: "gets its appliance from the lifecycle",
  },
  {
    rule: "the lifecycle imports no host",
    file: "provider/lifecycle/lifecycle.ts",
    code: 'import "../dynamic/host";',
    says: "serves every host",
  },
  {
    rule: "the lifecycle does not import Pulumi",
    file: "provider/lifecycle/lifecycle.ts",
    code: 'import "@pulumi/pulumi";',
    says: "only needs its types",
  },
  {
    rule: "the host does not load the SDK of Pulumi",
    file: "provider/dynamic/host.ts",
    code: 'import * as pulumi from "@pulumi/pulumi"; void pulumi;',
    says: "only needs its types",
  },
  {
    rule: "the host may use the types of Pulumi's SDK",
    file: "provider/dynamic/host.ts",
    code: 'import type { dynamic } from "@pulumi/pulumi"; export type T = dynamic.Resource;',
  },
  {
    rule: "the clients import nothing from the appliances",
    file: "provider/client.ts",
    code: 'import "./appliance/limiter";',
    says: "without Pulumi",
  },
  {
    rule: "an SDK class loads nothing from provider",
    file: "sdk/probe.ts",
    code: 'import { GatewayClient } from "../provider/gateway/client"; void GatewayClient;',
    says: "await import",
  },
  {
    rule: "an SDK class may use the types of provider, and a function loads its client when called",
    file: "sdk/probe.ts",
    code: 'import type { Rule } from "../provider/values/rule"; export type T = Rule; void import("../provider/client");',
  },
  {
    rule: "loading the SDK does not pull in zod",
    file: "sdk/probe.ts",
    code: 'import { z } from "zod"; void z;',
    says: "must not load zod",
  },
  {
    rule: "loading the SDK does not pull in the reader of site models",
    file: "sdk/site-template/probe.ts",
    code: 'import { loadModel } from "../../lib/model/resolve"; void loadModel;',
    says: "await import",
  },
  {
    rule: "a site model imports nothing that sends",
    file: "lib/model/checks/probe.ts",
    code: 'import "../../provider/appliance/limiter";',
    says: "sends nothing",
  },
  {
    rule: "a site model may use schemas and inputs",
    file: "lib/model/probe.ts",
    code: 'import "../../provider/values/rule"; import "../../provider/resources/policy";',
  },
  {
    rule: "loading the SDK does not pull in the simulator",
    file: "sdk/probe.ts",
    code: 'import type { Simulator } from "../simulator/index"; export type T = Simulator;',
    says: "may not import simulator",
  },
  {
    rule: "the command uses clients, not the transport below them",
    file: "cli/probe.ts",
    code: 'import "../provider/http/transport";',
    says: "The command uses the clients",
  },
  {
    rule: "the command does not load the simulator",
    file: "cli/commands/probe.ts",
    code: 'import "../../simulator";',
    says: "may not import simulator",
  },
  {
    rule: "lib/ imports nothing from the other folders",
    file: "lib/lock-file.ts",
    code: 'import "../provider/values/rule";',
    says: "the simulator included",
  },
  {
    rule: "the simulator may use lib/",
    file: "simulator/probe.ts",
    code: 'import "../lib/lock-file";',
  },
  {
    rule: "the command `simulate` runs the simulator",
    file: "cli/commands/simulate/probe.ts",
    code: 'import type { Simulator } from "../../../simulator"; export type T = Simulator;',
  },
  {
    rule: "an example imports the package like a user's program, not its sources",
    file: "examples/quickstart/index.ts",
    code: 'import "../../sdk/index";',
    says: "a user's program",
  },
];

const layerMessage = "Only output/";
/** Ways to bypass the layer that makes texts safe, each in a folder where someone might use it. */
const around: Case[] = (
  [
    ["writes to a stream of the process", "process.stdout.write(1);"],
    ["destructures the streams of the process", "const { stderr } = process; void stderr;"],
    ["accesses the streams of the process by another spelling", 'void process["stdout"];'],
    ["warns through the process", 'process.emitWarning("x");'],
    ["writes to any stream", "declare const out: { write(text: string): void }; out.write(String(1));"],
    ["extracts a stream's method", "declare const out: { write(text: string): void }; export const { write } = out;"],
    [
      "accesses a stream's method in brackets",
      'declare const out: { write(text: string): void }; out["write"](String(1));',
    ],
    ["ends a stream with a text", "declare const out: { end(text: string): void }; out.end(String(1));"],
    ["pipes into a stream", "declare const one: { pipe(other: unknown): void }; one.pipe(1);"],
    ["pipes with the library", 'import { pipeline } from "node:stream/promises"; void pipeline;'],
    ["prints to the console", "console.log(1);"],
    ["prints to the global console", "globalThis.console.log(1);"],
    ["draws tables", 'import Table from "cli-table3"; void Table;'],
    ["draws lists", 'import { Listr } from "listr2"; void Listr;'],
    ["draws lists with require", 'void require("listr2");'],
    ["draws lists with a dynamic import", 'void import("listr2");'],
    ["adds colors", 'import { red } from "picocolors"; void red;'],
    ["asks questions", 'import { createInterface } from "node:readline"; void createInterface;'],
    [
      "asks questions through a given object",
      "declare const lines: { question(text: string): void }; lines.question(String(1));",
    ],
    ["writes to a descriptor", 'import { writeSync } from "node:fs"; writeSync(2, "x");'],
    [
      "turns any text into Markdown",
      'import type { Markdown } from "../lib/output/markdown"; export const x = String(1) as Markdown;',
    ],
    ["lets a child process print directly", 'export const options = { stdio: "inherit" };', "by itself"],
    ["opens the terminal", 'export const path = "/dev/tty";', "by itself"],
  ] as const
).flatMap(([what, code, says = layerMessage]) =>
  [
    "cli/probe.ts",
    "cli/summary/probe.ts",
    "cli/commands/simulate/probe.ts",
    "lib/fleet/probe.ts",
    "lib/fleet/engine.ts",
  ].map((file) => ({ rule: `nothing ${what} outside the output layer (${file})`, file, code, says })),
);

const layer: Case[] = [
  ...around,
  {
    rule: "a fleet writes no file that others can read",
    file: "lib/fleet/probe.ts",
    code: 'import { writeFileSync } from "node:fs"; writeFileSync("a", "b");',
    says: "for its owner only",
  },
  {
    rule: "lib/fleet/private.ts may create a fleet's folders and files",
    file: "lib/fleet/private.ts",
    code: 'import { mkdirSync } from "node:fs"; mkdirSync("a");',
  },
  {
    rule: "the output layer may print, ask and draw",
    file: "lib/output/probe.ts",
    code: 'import "listr2"; import "cli-table3"; import "node:readline"; process.stdout.write("x");',
  },
  {
    rule: "the command may name the type of a stream, and read one",
    file: "cli/probe.ts",
    code: 'import type { Readable } from "node:stream"; import { text } from "node:stream/consumers"; export type T = Readable; void text;',
  },
  {
    rule: "the output layer imports no command",
    file: "lib/output/probe.ts",
    code: 'import "../../cli/context";',
    says: "knows nothing of their subject",
  },
  {
    rule: "the output layer imports from provider only what it removes from foreign text",
    file: "lib/output/probe.ts",
    code: 'import "../../provider/errors/errors";',
    says: "knows nothing of their subject",
  },
  {
    rule: "provider does not print",
    file: "provider/appliance/probe.ts",
    code: 'import "../../lib/output/terminal";',
    says: "may not import",
  },
];

const security: Case[] = [
  {
    rule: "certificates are verified",
    file: "provider/appliance/probe.ts",
    code: "export const options = { rejectUnauthorized: false };",
    says: "Verify certificates",
  },
  {
    rule: "certificates are verified, even in tests and with a variable",
    file: "tests/unit/probe.ts",
    code: "export const options = (verify: boolean) => ({ rejectUnauthorized: verify });",
    says: "Verify certificates",
  },
  {
    rule: "provider/http/tls.ts may decide about certificates",
    file: "provider/http/tls.ts",
    code: "export const options = (verify: boolean) => ({ rejectUnauthorized: verify });",
  },
  {
    rule: "certificate verification is not switched off for the whole process",
    file: "simulator/probe.ts",
    code: 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";',
    says: "whole process",
  },
  {
    rule: "provider does not use fetch",
    file: "provider/gateway/probe.ts",
    code: 'void fetch("https://gateway.example.net");',
    says: "follows redirects",
  },
  {
    rule: "provider does not use undici's fetch either",
    file: "provider/http/probe.ts",
    code: 'import { fetch } from "undici"; void fetch;',
    says: "follows redirects",
  },
  {
    rule: "a form value is not a concatenated text",
    file: "provider/gateway/probe.ts",
    code: 'declare const form: FormData; declare const id: string; form.append("json", `{"fc_id": ${id}}`);',
    says: "break out of",
  },
  {
    rule: "a body is not a concatenated text",
    file: "provider/gateway/probe.ts",
    code: 'declare const id: string; export const request = { body: "action=delete&fc_id=" + id };',
    says: "never a concatenated text",
  },
  {
    rule: "a form value may be JSON",
    file: "provider/gateway/probe.ts",
    code: 'declare const form: FormData; declare const ids: number[]; form.append("json", JSON.stringify({ ids }));',
  },
  {
    rule: "data from a peer is not merged into an object",
    file: "provider/gateway/probe.ts",
    code: "declare const answer: object; export const copy = Object.assign({}, answer);",
    says: "__proto__",
  },
  {
    rule: "nothing that reads answers sets a prototype",
    file: "provider/report/probe.ts",
    code: "declare const answer: object; export const copy = {}; Object.setPrototypeOf(copy, answer);",
    says: "Name the keys",
  },
  {
    rule: "nothing that reads answers accesses a prototype",
    file: "provider/http/probe.ts",
    code: "declare const answer: { __proto__: object }; export const hidden = answer.__proto__;",
    says: "are data here",
  },
  {
    rule: "a function of the SDK does not call deleteAll",
    file: "provider/functions/probe.ts",
    code: "declare const gateway: { deleteAll(): void }; gateway.deleteAll();",
    says: "resources never call them",
  },
  {
    rule: "a report does not import the transport",
    file: "provider/report/probe.ts",
    code: 'import "../http/transport";',
    says: "only the gateway's client",
  },
  {
    rule: "functions import no host and no lifecycle",
    file: "provider/functions/probe.ts",
    code: 'import "../lifecycle/lifecycle";',
    says: "know no host",
  },
  {
    rule: "F90: a kind does not call deleteAll",
    file: "provider/resources/probe.ts",
    code: "declare const gateway: { deleteAll(): void }; gateway.deleteAll();",
    says: "resources never call them",
  },
  {
    rule: "F90: an appliance does not call allremove, whatever the spelling of the access",
    file: "provider/appliance/probe.ts",
    code: 'declare const collector: { allremove(): void }; collector["allremove"]();',
    says: "resources never call them",
  },
  {
    rule: "an appliance does not destructure deleteAll from its client",
    file: "provider/appliance/probe.ts",
    code: "declare const gateway: { deleteAll(): void }; const { deleteAll } = gateway; deleteAll();",
    says: "resources never call them",
  },
  {
    rule: "a client may have the destructive actions",
    file: "provider/gateway/probe.ts",
    code: "declare const ipGroups: { deleteAll(): void }; ipGroups.deleteAll();",
  },
  {
    rule: "provider has no barrels",
    file: "provider/values/probe.ts",
    code: 'export * from "./rule";',
    says: "No barrels",
  },
  {
    rule: "nothing is exported by default",
    file: "sdk/probe.ts",
    code: "export default 1;",
    says: "Export by name",
  },
];

interface Finding {
  rule: string | null;
  message: string;
}

const cases = [...directions, ...layer, ...security];
let findings: Finding[][];

beforeAll(() => {
  const script = join(root, "tools/lint/check-snippets.mjs");
  const input = JSON.stringify(cases.map(({ file, code }) => ({ file, code })));
  findings = JSON.parse(execFileSync(process.execPath, [script], { input, encoding: "utf8" })) as Finding[][];
}, 60_000);

/** The findings about import directions or security. A snippet may violate style rules. */
function findingsOf(one: Case): string[] {
  const rules = ["no-restricted-imports", "no-restricted-syntax", "no-restricted-globals", "no-console"];
  const found = findings[cases.indexOf(one)] ?? [];
  return found
    .filter(({ rule }) =>
      rules.some((name) => rule === name || rule === `@typescript-eslint/${name}` || rule === "rooms/imports"),
    )
    .map(({ message }) => message);
}

describe("lint", () => {
  test.each(cases.map((one): [string, Case] => [one.rule, one]))("%s", (_rule, one) => {
    const messages = findingsOf(one);
    if (one.says === undefined) expect(messages).toEqual([]);
    else expect(messages).toContainEqual(expect.stringContaining(one.says));
  });
});
