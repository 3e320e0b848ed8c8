import { compiled } from "../compiled.mjs";

/**
 * The public methods of both clients, including those of their areas: `gateway ipGroups.saveRule`, `replicator login`.
 *
 * @returns {string[]}
 */
export function clientMethods() {
  const { GatewayClient, ReplicatorClient } = compiled("provider/client");
  const url = "https://192.0.2.1";
  return [
    ...methodsOf("gateway", new GatewayClient({ url, token: "unused" })),
    ...methodsOf("replicator", new ReplicatorClient({ url, user: "unused", password: "unused" })),
  ];
}

/**
 * @param {string} appliance
 * @param {object} client
 */
function methodsOf(appliance, client) {
  const areas = Object.entries(client).filter(([, value]) => typeof value === "object" && value !== null);
  return [...namesOf(client), ...areas.flatMap(([area, value]) => namesOf(value).map((name) => `${area}.${name}`))].map(
    (name) => `${appliance} ${name}`,
  );
}

/** @param {object} value */
function namesOf(value) {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value)));
  return members.flatMap(([name, { value: member }]) => {
    return typeof member === "function" && name !== "constructor" ? [name] : [];
  });
}
