import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { create, equal, partial, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

type Facts = Parameters<Simulator["mutate"]["setSetting"]>[1];

/** Sets the row's setting by hand. Default: the value that others left. */
const put =
  (facts: Facts = { value: "70", enabled: true }): ((sim: Simulator, unique: Unique) => void) =>
  (sim, { name }) => {
    sim.mutate.setSetting(name, facts);
  };
const setting =
  (more: Properties) =>
  ({ name }: Unique): Properties => ({ name, ...more });
const original = (found: Facts): Properties => ({ origin: { found } });
const [left, off] = [
  { value: "70", enabled: true },
  { value: "70", enabled: false },
];
const set = "setting/set rebuild";
const enable = "setting/enable rebuild";
const disable = "setting/disable rebuild";
const nothing = (): void => undefined;

testLifecycle({
  kind: "Setting",
  given: put(),

  creates: [
    create("a value is set, and what was found is kept; destroy puts it back", setting({ value: 45 }), set, {
      computed: { onDestroy: "restore", ...original(left) },
      id: ({ name }) => name,
    }),
    create("switched off; destroy switches it on again", setting({ enabled: false }), disable, {
      computed: original(left),
    }),
    create("a setting without a value is switched on", setting({ enabled: true }), enable, {
      given: put({ enabled: false }),
      computed: original({ enabled: false }),
    }),
    create("value and state together", setting({ value: "45", enabled: true }), `setting/set ${enable}`, {
      given: put(off),
    }),
    create("what is as declared already is not sent", setting({ value: 70, enabled: true }), "", {
      computed: original(left),
    }),
    create(
      "a value with a blank: address and port of the notification",
      { name: "notificationSent", value: "10.0.0.1 514" },
      set,
      { given: nothing, computed: original({ value: "127.0.0.1 514", enabled: false }) },
    ),
  ],
  equals: [equal("a value as number or text", setting({ value: 45 }), setting({ value: "45" }))],
  updates: [
    update("the value; destroy still puts back the first", setting({ value: 45 }), setting({ value: 46 }), set),
    update("the state", setting({ enabled: true }), setting({ enabled: false }), disable),
    replace(
      "another name: the first is put back, then the other one set",
      setting({ value: 45 }),
      ({ name }) => ({ name: `${name} b`, value: 45 }),
      `${set} ${set}`,
      {
        given: (sim, unique) => {
          put()(sim, unique);
          put()(sim, { ...unique, name: `${unique.name} b` });
        },
      },
    ),
    update(
      "what destroy does changes in place, and nothing is sent",
      setting({ value: 45, onDestroy: "leave" }),
      setting({ value: 45, onDestroy: "restore" }),
      "",
    ),
  ],
  partials: [
    partial("set, but not switched on", [setting({ value: 45, enabled: true })], "setting/enable", enable, {
      given: put(off),
    }),
  ],
  refusals: [
    refused(
      "a setting that the appliance does not have, in its own words",
      setting({ value: 45 }),
      /setting the value of the setting failed: .*Setting Setting row \d+ does not exist/u,
      { given: nothing },
    ),
    refused("a value that the appliance does not take", setting({ value: "much" }), /failed: .*needs a number/u),
    refused(
      "a value that no reading shows, which destroy would have to restore",
      setting({ value: 1 }),
      /shows no value/u,
      { given: put({ enabled: true }) },
    ),
    refused(
      "a value for a setting that has none, if destroy leaves it",
      setting({ value: 1, onDestroy: "leave" }),
      /failed: .*can only be enabled or disabled/u,
      { given: put({ enabled: true }) },
    ),
  ],
});
