import { z } from "zod";
import { setting as settingThing } from "../values/things";
import { Refusal } from "../errors/refusal";
import { flagOf, profileName, settingValue } from "../values/names";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { across } from "../values/schema";
import { otherThan } from "./parts/ids";
import { assertReadable, assertShown, converge, readSetting, restorable, type Facts } from "./parts/setting-facts";

const inputs = across(
  inputsOf({
    /** Exact name of the setting, e.g. `flowStopAlert`. A change replaces. */
    name: profileName,
    /** Value, as text or number; URI-compatible ASCII. Unset: not managed. */
    value: z.union([z.number().transform(String), settingValue], { error: "must be text or a number" }).optional(),
    /** Whether the setting is on. Unset: not managed. */
    enabled: z.boolean().optional(),
    /** What destroy does: `restore` what was found (default), `leave` what is set, or `disable` the setting. */
    onDestroy: z
      .enum(["restore", "leave", "disable"], { error: 'must be "restore", "leave" or "disable"' })
      .default("restore"),
  }),
  nothingManaged,
);

/** The fault of a setting with neither `value` nor `enabled`; undefined if there is none. */
export function nothingManaged({ value, enabled }: Readonly<Record<string, unknown>>) {
  if (value !== undefined || enabled !== undefined) return undefined;
  return { path: "value", message: "is required if enabled is not set: otherwise nothing would be managed" };
}

interface Origin {
  found: Facts;
}

/**
 * A setting of the replicator. A singleton: it always exists. Create sets it, and destroy restores what was found if
 * the live value is still the one that was set. Replication service, `/setting/...`.
 */
export const setting = defineResource({
  kind: "Setting",
  appliance: "replicator",
  inputs,
  outputs: outputsOf({
    /** What was there before. */
    origin: z.object({
      /** What was found at creation; destroy restores it. */
      found: z.object({
        /** Value that was found. */
        value: z.string().optional(),
        /** Whether the setting was on. */
        enabled: z.boolean().optional(),
      }),
    }),
  }),
  replaceOn: ["name"],
  keepsWhenUnset: ["value", "enabled"],
  label: ({ name }) => name,
  misfit: ({ id, inputs: { name } }) => otherThan(name, id),
  holds: ({ name }) => [settingThing(name)],

  async create(replicator, want, progress) {
    const reading = await readSetting(replicator, want.name, want);
    if (want.onDestroy === "restore") assertReadable(reading);
    const live = reading.facts;
    // A resource that gives up the setting in this run knows what was there before it.
    const known = replicator.ledger.outputsOf(settingThing(want.name))?.["origin"] as Origin | undefined;
    const result = { id: want.name, outputs: { origin: known ?? { found: live } } };
    await converge(replicator, want.name, want, live, (done) => {
      progress.recordPartial({ ...result, inputs: done });
    });
    return result;
  },

  async read(replicator, { id, inputs: state, outputs }, { info }) {
    const { facts, hidden } = await readSetting(replicator, state.name, state);
    if (hidden.length > 0)
      info(`the replicator does not show its ${hidden.join(" and ")}: the state keeps what was set last.`);
    const live = Object.fromEntries(Object.entries(facts).filter(([key]) => !hidden.includes(key as keyof Facts)));
    return { id, inputs: live, outputs };
  },

  async lookUp(replicator, name) {
    const shown = await replicator.shownSettings();
    if (shown === undefined)
      throw new Refusal("show/settings cannot be read, so the current value of the setting is not known");
    const found = shown.get(name);
    const value = found?.value === "" ? undefined : found?.value;
    // A setting that is only on or off may show that as its value. A number stays a value.
    const flag = found?.enabled === undefined && !/^\d*$/u.test(value ?? "") ? flagOf(value) : undefined;
    const facts = { value: flag === undefined ? value : undefined, enabled: found?.enabled ?? flag };
    if (facts.value === undefined && facts.enabled === undefined) return undefined;
    return { id: name, inputs: { name, ...facts }, outputs: { origin: { found: facts } } };
  },

  foresee: (_want, state) => ({ origin: state?.outputs.origin }),

  async update(replicator, { id, outputs }, want, { recordPartial }) {
    const { facts } = await readSetting(replicator, want.name, want);
    await converge(replicator, want.name, want, facts, (done) => {
      recordPartial({ id, outputs, inputs: done });
    });
    return { id, outputs };
  },

  async remove(replicator, { inputs: state, outputs }, progress) {
    const { name } = state;
    if (state.onDestroy === "leave") return;
    const reading = await readSetting(replicator, name, state);
    const { facts } = reading;
    const { found } = outputs.origin;
    if (state.onDestroy === "restore") assertShown(reading, found);
    const want = state.onDestroy === "disable" ? { enabled: false } : restorable(state, facts, found, progress);
    await converge(replicator, name, want, facts, () => undefined);
  },
});
