import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeAll, flowgate, startFlowgate, startSite, temporaryFolder } from "./support";
import { environmentOf } from "../../support/configuration";

afterEach(closeAll);

test("show --watch reads repeatedly until it is interrupted, and then exits with 0", async () => {
  const { sim } = await startSite({ https: true });
  const caFile = join(temporaryFolder(), "ca.pem");
  writeFileSync(caFile, sim.caCert ?? "");
  const watching = await startFlowgate(["show", "realtime", "--watch", "0.5", "--json"], {
    ...environmentOf(sim),
    NODE_EXTRA_CA_CERTS: caFile,
  });
  const text = await watching.until(/^(?:\{.*\}\n){3}/u);
  for (const line of text.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("exporter");
  expect(await watching.end()).toBe(0);
}, 60_000);

test("show --watch overwrites the previous answer on a terminal, and sends no control codes to a pipe", async () => {
  const site = await startSite();
  const { code, stdout } = await site.run(["show", "status", "--watch"], { terminal: true });
  expect(code).toBe(0);
  expect(stdout.startsWith("\u001B[1;1H\u001B[0J")).toBe(true);
  const piped = await site.run(["show", "status", "--watch"]);
  expect(piped.stdout).not.toContain("\u001B");
});

test("show --watch ends with an error when the appliance cannot be reached", async () => {
  const site = await startSite();
  await site.sim.replicator.disconnect();
  expect(await site.run(["show", "status", "--watch"])).toMatchObject({ code: 4, stdout: "" });
});

test.each(["0", "soon", "0.1", "100000"])("--watch %s is refused before any request", async (value) => {
  expect(await flowgate(["show", "realtime", "--watch", value])).toMatchObject({ code: 2, stdout: "" });
});
