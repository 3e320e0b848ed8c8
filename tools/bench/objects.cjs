"use strict";
/** The objects that every contestant declares, the same for the engine's programs and for the scripts. */

const FIRST_PORT = 10_000;

/** Whether the job "change" changes object `index`: one in ten. @param {number} index */
const isChanged = (index) => index % 10 === 0;

/** Inputs of object `index`, before the change or after it. */
const inputsOf = {
  /** @param {number} index */
  IpGroup(index, changed = false) {
    const [high, low] = [Math.floor(index / 256), index % 256];
    const after = changed && isChanged(index);
    const rules = [
      { type: "network", cidr: `10.${high}.${low}.0/24` },
      { type: "ip", address: `172.${after ? 17 : 16}.${high}.${low}` },
    ];
    return { name: after ? `renamed-${index}` : `group-${index}`, rules };
  },
  /** @param {number} index */
  ReplicatorProfile(index, changed = false) {
    const sendingPort = changed && isChanged(index) ? 9 : 2055;
    return { name: `profile-${index}`, listeningPort: FIRST_PORT + index, sendingPort };
  },
};

/** Rules in the gateway's form: the prefix of a network is a separate field. @param {any[]} rules */
const onTheWire = (rules) =>
  rules.map((rule) => {
    if (rule.type === "ip") return rule;
    const [address, mask] = rule.cidr.split("/");
    return { type: "network", address, mask };
  });

module.exports = { inputsOf, isChanged, onTheWire };
