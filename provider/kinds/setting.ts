import { z } from "zod";
import { mayBeDone } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { Command } from "../replicator/commands";
import type { Replicator } from "../replicator/replicator";
import { isSameValue } from "../replicator/state";
import { present } from "../values/collections";
import { flagOf, profileName, settingValue } from "../values/names";
import { across } from "../values/schema";
import { defineKind, inputsOf, outputsOf } from "./definition";

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

/** What is known of a setting. */
interface Facts {
  value?: string | undefined;
  enabled?: boolean | undefined;
}

/**
 * A setting of the replicator. A singleton: it always exists. Create sets it, and destroy restores what was found if
 * the live value is still the one that was set. Replication service, `/setting/...`.
 */
export const setting = defineKind({
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
  idOf: ({ name }) => name,
  keys: ({ name }) => [`setting|${name}`],
  values: ({ name, value, enabled }) => present({ [`value of ${name}`]: value, [`state of ${name}`]: enabled }),

  async create(replicator, want, { keep, info }) {
    const { name, onDestroy } = want;
    const found = await factsOf(replicator, name, want, true);
    if (onDestroy === "restore") assertReadable(found, want);
    const outputs = { origin: { found: present(found ?? {}) } };
    await converge(replicator, name, found ?? {}, want, (inputs) => {
      keep({ id: name, outputs, inputs });
    });
    if (found === undefined) info("the replicator does not show its settings, so what was there before is not known.");
    return { id: name, outputs };
  },

  async read(replicator, { id, inputs: state, outputs }) {
    const { name = id } = state as Partial<typeof state>;
    const live = await factsOf(replicator, name, state, false);
    if (live === undefined) {
      throw new Refusal("show/settings cannot be read, so the current value of the setting is not known.");
    }
    const isImport = (state as Partial<typeof state>).name === undefined;
    // A setting that is only on or off may show that as its value. A number stays a value.
    const flag =
      isImport && live.enabled === undefined && !/^\d*$/u.test(live.value ?? "") ? flagOf(live.value) : undefined;
    const facts = { value: flag === undefined ? live.value : undefined, enabled: live.enabled ?? flag };
    if (facts.value === undefined && facts.enabled === undefined) return isImport ? undefined : { id, outputs };
    const found = isImport ? { origin: { found: present(facts) } } : outputs;
    return { id: name, inputs: present({ name, ...facts }), outputs: found };
  },

  async update(replicator, { id, inputs: before, outputs, isOpen }, want, { keep }) {
    const live = isOpen ? await factsOf(replicator, want.name, want, true) : undefined;
    await converge(replicator, want.name, { ...factsIn(before), ...live }, want, (inputs) => {
      keep({ id, outputs, inputs });
    });
    return { id, outputs };
  },

  async remove(replicator, { inputs: state, outputs }, { info }) {
    const { name, onDestroy } = state;
    if (onDestroy === "leave") return undefined;
    const live = await factsOf(replicator, name, state, true);
    if (onDestroy === "disable") {
      await converge(replicator, name, live ?? {}, { enabled: false }, () => undefined);
      return undefined;
    }
    const { found } = outputs.origin;
    const lost = (["value", "enabled"] as const).filter((key) => found[key] !== undefined && live?.[key] === undefined);
    if (lost.length > 0) throw notShown(lost);
    const isOurs = (key: keyof Facts): boolean => state[key] !== undefined && live?.[key] === state[key];
    if (isOurs("value") && (found.value ?? "") === "") {
      info("its value was empty before, which the API cannot set: the current value stays.");
    }
    const back = {
      value: isOurs("value") && found.value !== "" ? found.value : undefined,
      enabled: isOurs("enabled") ? found.enabled : undefined,
    };
    await converge(replicator, name, live ?? {}, back, () => undefined);
    return undefined;
  },
});

function factsIn({ value, enabled }: Facts): Facts {
  return present({ value, enabled });
}

/**
 * What `show/settings` shows of a setting; undefined if it cannot be read. A setting that is only on or off may show
 * that as its value, and a flag may be spelled differently from how it was set. `isFresh`: in a reading that begins now,
 * because others change settings at any time.
 */
async function factsOf(replicator: Replicator, name: string, as: Facts, isFresh: boolean): Promise<Facts | undefined> {
  const settings = await replicator.settings(isFresh);
  if (settings === undefined) return undefined;
  const shown = settings.get(name);
  const isFlag = as.value === undefined && shown?.enabled === undefined;
  return {
    value: isSameValue(shown?.value, as.value) ? as.value : shown?.value,
    enabled: isFlag ? flagOf(shown?.value) : shown?.enabled,
  };
}

/**
 * Refuses, before anything is changed, a setting that could not be restored. A listed setting without a value has an
 * empty one, and one that a readable list lacks may not exist: the appliance says so in its own words.
 */
function assertReadable(found: Facts | undefined, want: Facts): void {
  const isListed = found !== undefined && (found.value !== undefined || found.enabled !== undefined);
  const hidden = (["value", "enabled"] as const).find((key) => {
    if (want[key] === undefined || found?.[key] !== undefined) return false;
    return found === undefined || (isListed && key === "enabled");
  });
  if (hidden === undefined) return;
  throw new Refusal(
    `show/settings does not show its ${hidden}, so destroy could not restore it. To set it anyway, add: ` +
      'onDestroy: "leave".',
  );
}

function notShown(lost: readonly string[]): Refusal {
  return new Refusal(
    `show/settings does not show its ${lost.join(" and ")} now, so whether to restore it is not known. Run pulumi ` +
      'again. To keep the current setting, set onDestroy: "leave" and run pulumi up before you remove it.',
  );
}

/** Sends the parts that differ. Reports a part as soon as it may have been set: it is ours to restore then. */
async function converge(
  replicator: Replicator,
  name: string,
  before: Facts,
  { value, enabled }: Facts,
  report: (done: Facts) => void,
): Promise<void> {
  const done: Facts = { ...before };
  const send = async (part: Facts, command: Command): Promise<void> => {
    try {
      await replicator.send(command);
    } catch (error) {
      if (mayBeDone(error)) report(Object.assign(done, part));
      throw error;
    }
    report(Object.assign(done, part));
  };
  if (value !== undefined && value !== before.value) await send({ value }, { verb: "setting/set", name, value });
  if (enabled === undefined || enabled === before.enabled) return;
  await send({ enabled }, { verb: enabled ? "setting/enable" : "setting/disable", name });
}
