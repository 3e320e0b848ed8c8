import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CheckFault } from "../lifecycle/resource";
import { root } from "../support/clone";
import { oneWorld, paced, type World } from "../support/lifecycle";
import { ProviderFault } from "../support/provider-calls";
import { galleryCases, GalleryStage, secretsOfCases, type GalleryCase } from "./gallery-cases";

/** Set by `node tools/docs/faults-gallery.mjs`: the page is rewritten instead of compared. */
const isUpdate = process.env["UPDATE_GALLERY"] === "1";
const page = join(root, "docs/operations/errors.md");
const marked = /<!-- gallery -->[\s\S]*<!-- \/gallery -->/u;

const world = oneWorld(paced);
let defaults: World["sim"]["switches"];
beforeAll(async () => {
  defaults = { ...world.sim.switches };
});

const entries: string[] = [];
let stage: GalleryStage | undefined;

for (const [part, cases] of Object.entries(galleryCases)) {
  describe(part, () => {
    test.each(cases.map((one) => [one.cause, one] as const))("%s", async (_cause, one) => {
      const message = await messageOf(one);
      expect(message).not.toMatch(/\n\s+at |<html|<!DOCTYPE|\[object |undefined|This is a fault of pulumi-flowgate/u);
      expect(await world.leaks()).toEqual([]);
      if (one === cases[0]) entries.push(`### ${part}`);
      entries.push(`**${one.cause}.** ${one.next}\n\n\`\`\`text\n${message}\n\`\`\``);
    });
  });
}

test("docs/operations/errors.md shows the current message of each error", async () => {
  const before = await readFile(page, "utf8");
  const gallery = ["<!-- gallery -->", ...entries, "<!-- /gallery -->"].join("\n\n");
  const after = before.replace(marked, () => gallery);
  if (isUpdate) await writeFile(page, after);
  else expect(after).toBe(before);
});

test("no message on the page contains a stack trace, HTML or a secret", async () => {
  const [gallery = ""] = marked.exec(await readFile(page, "utf8")) ?? [];
  expect(gallery.length).toBeGreaterThan(1000);
  expect(gallery).not.toMatch(/\n\s+at |<html|<!DOCTYPE|<body|node:internal|\.[jt]s:\d+/iu);
  const { gateway, replicator } = world.sim;
  for (const secret of [gateway.token, replicator.password, ...secretsOfCases]) {
    const bytes = Buffer.from(secret, "utf8");
    const hash = createHash("sha512").update(bytes).digest("hex");
    const forms = [secret, encodeURIComponent(secret), bytes.toString("base64"), bytes.toString("hex"), hash];
    expect(forms.filter((form) => gallery.includes(form))).toEqual([]);
  }
});

/** The message that a user would see. Its hosts are replaced by the names that the documentation uses. */
async function messageOf(one: GalleryCase): Promise<string> {
  const { sim } = world;
  stage ??= new GalleryStage(world);
  const hosts = [sim.gateway.url, sim.replicator.url].map((url) => new URL(url).host);
  try {
    const error: unknown = await one.provoke(stage).catch((reason: unknown) => reason);
    if (!(error instanceof ProviderFault) && !(error instanceof CheckFault))
      throw new Error("it did not fail", { cause: error });
    return error.message
      .replaceAll(hosts[0] ?? "", "gateway.example.net")
      .replaceAll(hosts[1] ?? "", "replicator.example.net")
      .replaceAll(/127\.0\.0\.1:\d+/gu, "gateway.example.net")
      .replaceAll(/\b[0-9A-F]{2}(?::[0-9A-F]{2}){31}\b/gu, "5F:3C:...:A1")
      .replaceAll(/\bids \d{3,}, \d{3,}/gu, "ids 123, 124")
      .replaceAll(/\b(id|ids|rule|group) \d{3,}/gu, "$1 123");
  } finally {
    sim.faults.clear();
    Object.assign(sim.switches, defaults);
    if (stage.isConfigured) await stage.nextRun();
  }
}
