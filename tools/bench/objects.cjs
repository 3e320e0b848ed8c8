"use strict";
/** The objects that every contestant declares. */

const FIRST_PORT = 10_000;

/** Inputs of object `index`, before the change, which concerns one in ten, or after it. */
exports.inputsOf = {
  /** @param {number} index */
  IpGroup(index, changed = false) {
    const [high, low] = [Math.floor(index / 256), index % 256];
    const after = changed && index % 10 === 0;
    const rules = [
      { type: "network", cidr: `10.${high}.${low}.0/24` },
      { type: "ip", address: `172.${after ? 17 : 16}.${high}.${low}` },
    ];
    return { name: after ? `renamed-${index}` : `group-${index}`, rules };
  },
  /** @param {number} index */
  ReplicatorProfile(index, changed = false) {
    const sendingPort = changed && index % 10 === 0 ? 9 : 2055;
    return { name: `profile-${index}`, listeningPort: FIRST_PORT + index, sendingPort };
  },
};
