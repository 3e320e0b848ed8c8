import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../support/clone";

/** The path of a snippet, its code, and part of the message (empty if it is allowed). */
type Case = readonly [file: string, code: string, says: string];

/** The cases of snippets, grouped by their paths. */
const casesOf = (files: Readonly<Record<string, readonly (readonly [string, string])[]>>): Case[] =>
  Object.entries(files).flatMap(([file, cases]) => cases.map((one): Case => [file, ...one]));

const directions = casesOf({
  "provider/kinds/probe.ts": [
    [
      'import type { Send } from "../http/request"; export type T = Send;',
      "provider/kinds may not import provider/http/request, only provider/errors",
    ],
    ['import "undici";', "Only provider/http sends"],
  ],
  "simulator/gateway/probe.ts": [
    [
      'import type { Rule } from "../../provider/values/rule"; export type T = Rule;',
      "may not import provider/values/rule, only its own files",
    ],
  ],
  "provider/lifecycle/lifecycle.ts": [['import "@pulumi/pulumi";', "only needs its types"]],
  "sdk/probe.ts": [
    [
      'import type { Rule } from "../provider/values/rule"; export type T = Rule; void import("../provider/client");',
      "",
    ],
    ['import { z } from "#zod"; void z;', "must not load zod"],
    ['import { z } from "zod"; void z;', "Import #zod"],
  ],
  "cli/probe.ts": [['import "../provider/http/transport";', "cli may not import provider/http/transport"]],
  "examples/quickstart/index.ts": [['import "../../sdk/index";', "examples may not import sdk"]],
});

const layer = casesOf({
  "cli/summary/probe.ts": [["process.stdout.write(1);", "Only output/"]],
  "cli/fleet/engine.ts": [
    ["const { stderr } = process; void stderr;", "Only output/"],
    ["console.log(1);", "Only output/"],
    ['import { writeSync } from "node:fs"; writeSync(2, "x");', "Only output/"],
    ['export const options = { stdio: "inherit" };', "by itself"],
  ],
  "cli/output/probe.ts": [['import "cli-table3"; import "node:readline"; process.stdout.write("x");', ""]],
});

const security = casesOf({
  "provider/lifecycle/probe.ts": [
    ["export const options = { rejectUnauthorized: false };", "Verify certificates"],
    ['export const path = "/collector/allremove/[ip]";', "resources never call them"],
  ],
  "provider/http/tls.ts": [["export const options = (verify: boolean) => ({ rejectUnauthorized: verify });", ""]],
  "simulator/probe.ts": [['process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";', "whole process"]],
  "provider/gateway/probe.ts": [
    ['void fetch("https://gateway.example.net");', "follows redirects"],
    [
      'declare const form: FormData; declare const id: string; form.append("json", `{"fc_id": ${id}}`);',
      "break out of",
    ],
    [
      'declare const id: string; export const request = { body: "action=delete&fc_id=" + id };',
      "never a concatenated text",
    ],
    ["declare const answer: object; export const copy = Object.assign({}, answer);", "__proto__"],
  ],
  "provider/http/probe.ts": [
    ['import { fetch } from "undici"; void fetch;', "follows redirects"],
    ["declare const answer: { __proto__: object }; export const hidden = answer.__proto__;", "are data here"],
  ],
  "provider/report/probe.ts": [
    ["declare const answer: object; export const copy = {}; Object.setPrototypeOf(copy, answer);", "Name the keys"],
  ],
  "provider/kinds/probe.ts": [['export const action = "ipgroups/deleteAll";', "resources never call them"]],
  "provider/values/probe.ts": [['export * from "./rule";', "No barrels"]],
  "sdk/probe.ts": [["export default 1;", "Export by name"]],
});

const cases = [...directions, ...layer, ...security];
let findings: { rule: string | null; message: string }[][];

beforeAll(() => {
  const script = join(root, "tools/lint/check-snippets.mjs");
  const input = JSON.stringify(cases.map(([file, code]) => ({ file, code })));
  findings = JSON.parse(execFileSync(process.execPath, [script], { input, encoding: "utf8" })) as typeof findings;
}, 60_000);

/** The findings about imports and security. A snippet may violate style rules. */
const shown = [
  ...["no-restricted-imports", "no-restricted-syntax", "no-restricted-globals", "no-console"],
  "rooms/imports",
];

test.each(cases.map((one) => [`${one[0]}: ${one[1]}`, one] as const))("%s", (_title, one) => {
  const messages = (findings[cases.indexOf(one)] ?? [])
    .filter(({ rule }) => shown.includes((rule ?? "").replace("@typescript-eslint/", "")))
    .map(({ message }) => message);
  if (one[2] === "") expect(messages).toEqual([]);
  else expect(messages).toContainEqual(expect.stringContaining(one[2]));
});
