import * as pulumi from "@pulumi/pulumi";
import { CredentialsError } from "../../../provider/errors/errors";
import { Functions } from "../../../provider/functions/functions";
import { getIpGroups, getIpGroupsOutput, getLicense, getProfiles } from "../../../sdk";
import { configFor } from "../../support/configuration";
import { closeAll, rejection } from "../http/support";
import { simulator } from "../gateway/support";
import { valueOf } from "../sdk/support";
import { ask, configure } from "./support";

const variables = ["FLOWGATE_GATEWAY_URL", "FLOWGATE_GATEWAY_TOKEN", "FLOWGATE_SITE_LYON_GATEWAY_TOKEN"];

afterEach(async () => {
  for (const name of variables) delete process.env[name];
  await closeAll();
});

describe("the configuration of the functions", () => {
  test("comes from the stack, and a site has its own appliances", async () => {
    const [paris, lyon] = [await simulator(), await simulator()];
    lyon.mutate.gateway((store) => store.addIpGroup("only in Lyon", []));
    configure({ ...configFor(paris), sites: { lyon: configFor(lyon) } });
    expect(await getIpGroups({ match: "only in Lyon" })).toEqual([]);
    expect(await getIpGroups({ match: "only in Lyon", site: "lyon" })).toHaveLength(1);
    expect(await getLicense({ site: "lyon" })).toMatchObject({ role: "primary" });
  });

  test("also comes from the environment, whose credentials override the stack's", async () => {
    const sim = await simulator();
    configure({ gateway: { url: sim.gateway.url, token: "of-yesterday-1", allowHttp: true } });
    process.env["FLOWGATE_GATEWAY_TOKEN"] = sim.gateway.token;
    expect((await getIpGroups()).length).toBeGreaterThan(0);
  });

  test("may change between calls, as when a process runs several programs", async () => {
    const [one, other] = [await simulator(), await simulator()];
    ask(one);
    await getProfiles();
    ask(other);
    await getProfiles();
    expect([one, other].map((sim) => sim.requests.count({ action: "show/profile" }))).toEqual([1, 1]);
  });

  test("causes one warning for several calls if it turns certificate verification off", async () => {
    const sim = await simulator({ https: true });
    const { gateway } = configFor(sim) as { gateway: object };
    const raw = { gateway: JSON.stringify({ ...gateway, certFingerprints: [], insecureSkipVerify: true }) };
    const warnings: string[] = [];
    const functions = new Functions(
      () => raw,
      {},
      undefined,
      (text) => warnings.push(text),
    );
    await functions.getIpGroups({});
    await functions.getIpGroups({});
    await functions.close();
    const host = new URL(sim.gateway.url).host;
    expect(warnings).toEqual([
      `insecureSkipVerify is on for the gateway ${host}: anyone on the network path can read its credentials.`,
    ]);
  });
});

test("a call that fails names the variable that sets the token, but not the token, if the appliance rejects it", async () => {
  const sim = await simulator();
  ask(sim, { gateway: { token: "canary-wrong-token-5" } });
  const error = (await rejection(getIpGroups())) as pulumi.RunError & { cause: unknown };
  expect(error.message).toContain("FLOWGATE_GATEWAY_TOKEN");
  expect(error.message).not.toContain("canary");
  expect(error.cause).toBeInstanceOf(CredentialsError);
  expect([pulumi.RunError.isInstance(error), error.stack]).toEqual([true, ""]);
});

describe("the Output variants of the functions", () => {
  test("accept outputs and return outputs", async () => {
    ask(await simulator());
    const found = getIpGroupsOutput({ match: pulumi.output("no such group") });
    expect(pulumi.Output.isInstance(found)).toBe(true);
    expect(await valueOf(found)).toEqual([]);
  });

  test("return a secret if an argument is a secret", async () => {
    ask(await simulator());
    const found = getIpGroupsOutput({ match: pulumi.secret("no such name") });
    expect(await pulumi.isSecret(found)).toBe(true);
    expect(await pulumi.isSecret(getIpGroupsOutput())).toBe(false);
  });
});
