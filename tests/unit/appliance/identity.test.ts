import { Appliances } from "../../../provider/appliance/appliances";
import { elsewhere, identityOf, recordedBase } from "../../../provider/appliance/identity";
import type { Configuration } from "../../../provider/config/configuration";
import { Refusal } from "../../../provider/errors/refusal";
import { configuration, gateway, replicator } from "../config/support";

describe("F166: an object is touched only on the appliance on which it was created", () => {
  const identity = identityOf({
    url: "https://proxy.example.net/a/",
    formerUrls: ["https://old.example.net", "https://proxy.example.net/old"],
  });

  test.each([
    ["the configured URL", "https://proxy.example.net/a"],
    ["a URL in formerUrls", "https://old.example.net/"],
    ["a URL with another path in formerUrls", "https://proxy.example.net/old"],
    ["the bare origin of the configured URL (as in older states)", "https://proxy.example.net"],
    ["the bare origin of a URL in formerUrls", "https://old.example.net"],
    ["a state without a recorded appliance", undefined],
  ])("%s counts as the same appliance", (_, recorded) => {
    expect(elsewhere(identity, recorded)).toBeUndefined();
  });

  test("another appliance is refused with an error that names both URLs and says what to do", () => {
    expect(elsewhere(identity, "https://third.example.net/")?.message).toBe(
      "it was created on https://third.example.net/, but the configured URL is https://proxy.example.net/a. Configure the " +
        "former URL again, or list it in formerUrls if the same appliance has moved.",
    );
  });

  test.each([
    ["another path", "https://proxy.example.net/b"],
    ["the same host with an empty path (not the bare origin of an older state)", "https://proxy.example.net/"],
    ["a longer path", "https://proxy.example.net/a/b"],
    ["another scheme", "http://proxy.example.net/a"],
    ["another port", "https://proxy.example.net:8443/a"],
    ["a path on a former host that had none", "https://old.example.net/a"],
    ["a value that is not text", 7],
  ])("%s counts as another appliance", (_, recorded) => {
    expect(elsewhere(identity, recorded)).toBeInstanceOf(Refusal);
  });

  test("the error quotes a recorded value that is not text as JSON", () => {
    const recorded = { host: "third.example.net" };
    expect(elsewhere(identity, recorded)?.message).toContain(
      'it was created on {"host":"third.example.net"}, but the configured URL is https://proxy.example.net/a.',
    );
  });

  test("a read keeps the bare origin of an older state, and replaces a former URL with the configured one", () => {
    const [older, present] = ["https://proxy.example.net", "https://proxy.example.net/a"];
    expect([older, present].map((recorded) => recordedBase(identity, recorded))).toEqual([older, present]);
    for (const recorded of ["https://old.example.net", "https://proxy.example.net/old", undefined])
      expect(recordedBase(identity, recorded)).toBe(present);
  });
});

describe("F61: each appliance has one object in the process, and no two appliances share one", () => {
  const appliances = new Appliances();
  const gatewayOf = (all: Configuration, site?: string): unknown => appliances.get("gateway", all, site);
  const replicatorOf = (all: Configuration, site?: string): unknown => appliances.get("replicator", all, site);
  const all = configuration({ gateway, replicator });

  test("equal settings give the same object, even from a separate configuration", () => {
    expect(gatewayOf(configuration({ replicator, gateway }))).toBe(gatewayOf(all));
    expect(replicatorOf(configuration({ replicator, gateway }))).toBe(replicatorOf(all));
  });

  test("a site with equal settings gives the same object, however they are written", () => {
    const { url, token } = gateway;
    const timeouts = { connect: 5, total: 7 };
    const sites = {
      paris: { gateway: { inherit: true }, replicator: { inherit: true } },
      oslo: { gateway: { token, url: `${url}/` } },
      lima: { gateway: { timeouts: { total: 7, connect: 5 } } },
      rome: { gateway: { timeouts: { connect: 5 } } },
    };
    const some = configuration({ gateway, replicator, sites });
    expect(gatewayOf(some, "paris")).toBe(gatewayOf(all));
    expect(gatewayOf(some, "oslo")).toBe(gatewayOf(all));
    expect(replicatorOf(some, "paris")).toBe(replicatorOf(all));
    expect(gatewayOf(some, "lima")).toBe(gatewayOf(configuration({ gateway: { ...gateway, timeouts } })));
    const variable = { FLOWGATE_GATEWAY_TOKEN: token };
    expect(gatewayOf(configuration({ gateway: { url } }, variable))).toBe(gatewayOf(all));
  });

  test.each([
    ["URL", { url: "https://other.example.net" }, { url: "https://other.example.net" }],
    ["path prefix", { url: `${gateway.url}/flow` }, { url: `${replicator.url}/flow` }],
    ["token or user", { token: "token of another" }, { user: "another" }],
    ["token or password", { token: "token of another" }, { password: "password of another" }],
  ])("another %s gives another object", (_, ofGateway, ofReplicator) => {
    const other = configuration({
      gateway: { ...gateway, ...ofGateway },
      replicator: { ...replicator, ...ofReplicator },
    });
    expect(gatewayOf(other)).not.toBe(gatewayOf(all));
    expect(replicatorOf(other)).not.toBe(replicatorOf(all));
  });

  test("a gateway and a replicator at one URL are two appliances", () => {
    const both = configuration({ gateway, replicator: { ...replicator, url: gateway.url } });
    expect(gatewayOf(both)).not.toBe(replicatorOf(both));
  });

  test("the identity has the base URL, the host and the former base URLs in canonical form", () => {
    const moved = {
      ...gateway,
      url: "https://new.example.net:8443/flow/",
      formerUrls: ["http://OLD.example.net:80/flow/", "https://older.example.net"],
    };
    expect(appliances.get("gateway", configuration({ gateway: moved }), undefined).identity).toEqual({
      base: "https://new.example.net:8443/flow",
      host: "new.example.net:8443",
      formerBases: ["http://old.example.net/flow", "https://older.example.net/"],
    });
  });

  test("an appliance that is not configured is refused when it is needed", () => {
    expect(() => gatewayOf(configuration({ replicator }))).toThrow(Refusal);
  });
});
