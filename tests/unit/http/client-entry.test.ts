import * as client from "../../../provider/client";

describe("pulumi-flowgate/client", () => {
  test("exports both clients, the error class, Secret and the helpers that read messages and commands", () => {
    expect(Object.keys(client).toSorted()).toEqual([
      "ApplianceError",
      "GatewayClient",
      "PathError",
      "ReplicatorClient",
      "Secret",
      "commandPath",
      "isAboutCredentials",
      "isKnownRule",
      "isRefused",
      "mayBeDone",
      "parseCommand",
    ]);
  });

  test("creates clients without connecting, and refuses an unusable URL at once", () => {
    const options = { url: "https://127.0.0.1:1", token: "test-token-2" };
    expect(new client.GatewayClient(options)).toMatchObject({ host: "127.0.0.1:1", origin: "https://127.0.0.1:1" });
    expect(() => new client.GatewayClient({ ...options, url: "http://127.0.0.1:1" })).toThrow("allowHttp");
    expect(() => new client.ReplicatorClient({ url: "x", user: "u", password: "p-123456" })).toThrow("not valid");
  });
});
