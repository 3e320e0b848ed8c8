import { Appliances } from "../../../provider/appliance/appliances";
import { assertSameAppliance } from "../../../provider/appliance/identity";
import type { Configuration } from "../../../provider/config/configuration";
import { Refusal } from "../../../provider/refusal";
import { configuration, gateway, refusalOf, replicator } from "../config/support";

describe("an object is only touched on the appliance that it was made on", () => {
  const identity = {
    origin: "https://new.example.net",
    host: "new.example.net",
    formerOrigins: ["https://old.example.net"],
  };

  test.each([
    ["the configured one", "https://new.example.net"],
    ["one that has moved, as formerUrls says", "https://old.example.net"],
    ["a state that does not know its appliance", undefined],
  ])("%s is the same", (_, recorded) => {
    expect(() => assertSameAppliance(identity, recorded)).not.toThrow();
  });

  test("any other is refused with one sentence that names both and what to do", () => {
    expect(refusalOf(() => assertSameAppliance(identity, "https://third.example.net"))).toBe(
      "it was made on https://third.example.net, but the configured URL is https://new.example.net. Configure the former " +
        "URL again, or list it in formerUrls if the same appliance has moved.",
    );
  });
});

describe("F61: one object an appliance serves everybody in the process, and none is shared between two", () => {
  const appliances = new Appliances();
  const gatewayOf = (all: Configuration, site?: string): unknown => appliances.get("gateway", all, site);
  const replicatorOf = (all: Configuration, site?: string): unknown => appliances.get("replicator", all, site);
  const all = configuration({ gateway, replicator });

  test("the same settings give the same object, also for another kind's provider with a configuration of its own", () => {
    expect(gatewayOf(configuration({ replicator, gateway }))).toBe(gatewayOf(all));
    expect(replicatorOf(configuration({ replicator, gateway }))).toBe(replicatorOf(all));
  });

  test("a site that changes nothing is on the same appliance, however its settings are written", () => {
    const { url, token } = gateway;
    const timeouts = { connect: 5, total: 7 };
    const sites = {
      paris: {},
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
    ["URL", { ...gateway, url: "https://other.example.net" }],
    ["path prefix", { ...gateway, url: `${gateway.url}/flow` }],
    ["token", { ...gateway, token: "token of somebody else" }],
  ])("another %s is another object", (_, other) => {
    expect(gatewayOf(configuration({ gateway: other }))).not.toBe(gatewayOf(all));
  });

  test.each([
    ["user", { ...replicator, user: "other" }],
    ["password", { ...replicator, password: "password of somebody else" }],
  ])("another %s is another session", (_, other) => {
    expect(replicatorOf(configuration({ replicator: other }))).not.toBe(replicatorOf(all));
  });

  test("a gateway and a replicator at one URL are two appliances", () => {
    const both = configuration({ gateway, replicator: { ...replicator, url: gateway.url } });
    expect(gatewayOf(both)).not.toBe(replicatorOf(both));
  });

  test("the identity has the origin, the host, and the origins of former URLs", () => {
    const moved = {
      ...gateway,
      url: "https://new.example.net:8443/flow/",
      formerUrls: ["http://old.example.net/flow"],
    };
    expect(appliances.get("gateway", configuration({ gateway: moved }), undefined).identity).toEqual({
      origin: "https://new.example.net:8443",
      host: "new.example.net:8443",
      formerOrigins: ["http://old.example.net"],
    });
  });

  test("one that is not configured is refused when it is needed", () => {
    expect(() => gatewayOf(configuration({ replicator }))).toThrow(Refusal);
  });
});
