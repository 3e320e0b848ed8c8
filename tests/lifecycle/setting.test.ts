import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Row, Unique } from "./rows";
import { testLifecycle } from "./table";

interface Facts {
  readonly value?: string;
  readonly enabled?: boolean;
}

/** Sets the row's setting to the value that others left. */
const found =
  (facts: Facts = { value: "70", enabled: true }): Required<Row>["given"] =>
  (sim, { name }) => {
    sim.mutate.setSetting(name, facts);
  };
const setting =
  (more: Properties) =>
  ({ name }: Unique): Properties => ({ name, ...more });
const held = (value: string | undefined, enabled: boolean) => (): unknown => ({ value, enabled });

const set = ["setting/set", "rebuild"];
const enable = ["setting/enable", "rebuild"];
const disable = ["setting/disable", "rebuild"];

const byHand =
  (facts: Facts) =>
  (sim: Simulator, { name }: Unique): void => {
    sim.mutate.setSetting(name, facts);
  };

testLifecycle({
  kind: "Setting",

  held({ replicator: { store } }, _id, { name }) {
    const held = store.settings.get(String(name));
    return held && { value: held.value, enabled: held.enabled };
  },

  creates: [
    {
      title: "a value is set, and what was found is kept as original; destroy puts it back",
      given: found(),
      inputs: setting({ value: 45 }),
      sends: set,
      holds: held("45", true),
      computed: () => ({ onDestroy: "restore", original: { value: "70", enabled: true } }),
      id: ({ name }) => name,
    },
    {
      title: "a setting is switched off; destroy switches it on again",
      given: found(),
      inputs: setting({ enabled: false }),
      sends: disable,
      holds: held("70", false),
      computed: () => ({ original: { value: "70", enabled: true } }),
    },
    {
      title: "a setting without a value is switched on",
      given: found({ enabled: false }),
      inputs: setting({ enabled: true }),
      sends: enable,
      holds: held(undefined, true),
      computed: () => ({ original: { enabled: false } }),
    },
    {
      title: "value and state together",
      given: found({ value: "70", enabled: false }),
      inputs: setting({ value: "45", enabled: true }),
      sends: ["setting/set", "setting/enable", "rebuild"],
      holds: held("45", true),
    },
    {
      title: "what is as declared already is not sent",
      given: found(),
      inputs: setting({ value: 70, enabled: true }),
      sends: [],
      holds: held("70", true),
      computed: () => ({ original: { value: "70", enabled: true } }),
    },
    {
      title: "a value with a blank: address and port of the notification",
      inputs: () => ({ name: "notificationSent", value: "10.0.0.1 514" }),
      sends: set,
      holds: held("10.0.0.1 514", false),
      computed: () => ({ original: { value: "127.0.0.1 514", enabled: false } }),
    },
  ],

  equals: [
    { title: "a value as number or text", given: found(), from: setting({ value: 45 }), to: setting({ value: "45" }) },
    {
      title: "onExisting",
      given: found(),
      from: setting({ value: 45 }),
      to: setting({ value: 45, onExisting: "adopt" }),
    },
  ],

  updates: [
    {
      title: "the value changes in place; destroy still puts back what was found at first",
      given: found(),
      from: setting({ value: 45 }),
      to: setting({ value: 46 }),
      sends: set,
      holds: held("46", true),
    },
    {
      title: "the state changes in place",
      given: found(),
      from: setting({ enabled: true }),
      to: setting({ enabled: false }),
      sends: disable,
      holds: held("70", false),
    },
    {
      title: "another name replaces: the first is put back, then the other one set",
      given: (sim, unique) => {
        found()(sim, unique);
        found()(sim, { ...unique, name: `${unique.name} b` });
      },
      from: setting({ value: 45 }),
      to: ({ name }) => ({ name: `${name} b`, value: 45 }),
      step: "replace",
      sends: [...set, ...set],
      holds: held("45", true),
    },
    {
      title: "what destroy does changes in place, and nothing is sent",
      given: found(),
      from: setting({ value: 45, onDestroy: "leave" }),
      to: setting({ value: 45, onDestroy: "restore" }),
      sends: [],
      holds: held("45", true),
    },
  ],

  partials: [
    {
      title: "set, but not switched on: the next up only switches it on",
      given: found({ value: "70", enabled: false }),
      inputs: setting({ value: 45, enabled: true }),
      fault: () => ({ match: "setting/enable", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: enable,
      holds: held("45", true),
    },
  ],

  refusals: [
    {
      title: "a setting that the appliance does not have, in its own words",
      inputs: setting({ value: 45 }),
      says: /setting the value of the setting failed: .*Setting Setting row \d+ does not exist/u,
    },
    {
      title: "a setting that the appliance does not have, which is only switched on",
      inputs: setting({ enabled: true }),
      says: /enabling the setting failed: .*Setting Setting row \d+ does not exist/u,
    },
    {
      title: "a value that the appliance does not take, in its own words",
      given: found(),
      inputs: setting({ value: "much" }),
      says: /failed: .*needs a number/u,
    },
    {
      title: "a value for a setting that has none, in the appliance's own words",
      given: found({ enabled: true }),
      inputs: setting({ value: 1 }),
      says: /failed: .*has no value; it can only be enabled or disabled/u,
    },
    {
      title: "a secondary appliance, in its own words",
      given: (sim, unique) => {
        found()(sim, unique);
        sim.mutate.setRole("secondary");
      },
      inputs: setting({ value: 45 }),
      says: /failed: .*secondary/iu,
      afterwards: (sim) => {
        sim.mutate.setRole("primary");
      },
    },
  ],

  changesByHand: [
    {
      title: "a value that was changed by hand shows and is repaired",
      given: found(),
      inputs: setting({ value: 45 }),
      byHand: byHand({ value: "1" }),
      shows: () => ({ value: "1" }),
      repairs: set,
      holds: held("45", true),
    },
    {
      title: "a setting that was switched on by hand shows and is switched off",
      given: found(),
      inputs: setting({ enabled: false }),
      byHand: byHand({ enabled: true }),
      shows: () => ({ enabled: true }),
      repairs: disable,
      holds: held("70", false),
    },
    {
      title: "a state that is not declared is not managed",
      given: found(),
      inputs: setting({ value: 45 }),
      byHand: byHand({ enabled: false }),
      shows: () => "same",
      repairs: [],
      holds: held("45", false),
      afterwards: byHand({ enabled: true }),
    },
    {
      title: "a value that is not declared is not managed",
      given: found(),
      inputs: setting({ enabled: false }),
      byHand: byHand({ value: "1" }),
      shows: () => "same",
      repairs: [],
      holds: held("1", false),
      afterwards: byHand({ value: "70" }),
    },
  ],

  adoptions: [
    {
      title: "always: it is set without a conflict, whatever onExisting says",
      given: found(),
      exists: () => undefined,
      inputs: setting({ value: 45, onExisting: "fail" }),
      outcome: set,
      holds: held("45", true),
    },
  ],
});
