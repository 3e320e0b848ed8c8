import type { Lines } from "../support/held";
import type { Properties } from "../support/provider-calls";
import { type Others, type Slot, sharedGroup } from "./slots";

/** The slots that a program declares, each with its variant. */
export type Declared = ReadonlyMap<string, { readonly slot: Slot; readonly variant: number }>;

/** What the appliances hold after a program was applied. `base` is what they hold without it. */
export function modelOf(declared: Declared, base: Lines): Lines {
  const nameOf = (slot: string): string => nameIn(declared, slot);
  const others: Others = { has: (slot) => declared.has(slot), idOf: (slot) => `@${slot}`, nameOf };
  const model = new Model(base, nameOf);
  for (const { slot, variant } of declared.values()) model.add(slot.kind, slot.inputs(variant, others));
  return model.holdings();
}

/**
 * The name that a program declares for a slot. A slot that is not declared stands for a foreign object with the slot's
 * name.
 */
export function nameIn(declared: Declared, slot: string): string {
  const known = declared.get(slot);
  if (known === undefined) return slot;
  const others: Others = {
    has: (name) => declared.has(name),
    idOf: () => "1",
    nameOf: (name) => nameIn(declared, name),
  };
  return String(known.slot.inputs(known.variant, others)["name"]);
}

const factoryGroups: Readonly<Record<string, string>> = { "1": "Administrators", "2": "Guests" };

/** Derives from the API documents alone what each kind creates on the appliances. */
class Model {
  readonly #exact: string[];
  readonly #lasting: string[] = [];

  constructor(
    private readonly base: Lines,
    private readonly nameOf: (slot: string) => string,
  ) {
    this.#exact = [...base.exact];
  }

  holdings(): Lines {
    return { exact: this.#exact.sort(), lasting: this.#lasting.sort() };
  }

  add(kind: string, inputs: Properties): void {
    const add = this.#kinds[kind];
    if (add === undefined) throw new Error(`the model has no ${kind}`);
    add(inputs);
  }

  readonly #kinds: Readonly<Record<string, (inputs: Properties) => void>> = {
    IpGroup: ({ name, rules }) => {
      this.#exact.push(`IP group ${String(name)}`);
      for (const rule of rules as Properties[]) this.#exact.push(`rule of ${String(name)}: ${this.#rule(rule)}`);
    },
    IpGroups: ({ groups }) => {
      for (const [name, { rules = [], children = [] }] of Object.entries(groups as Record<string, Properties>)) {
        this.add("IpGroup", { name, rules });
        for (const child of children as string[]) this.#exact.push(`rule of ${name}: child ${child}`);
      }
    },
    IpGroupRule: ({ rule }) => this.#exact.push(`rule of ${sharedGroup}: ${this.#rule(rule as Properties)}`),
    UserGroup: ({ name, members, templateUserGroupId = 2 }) => {
      this.#exact.push(`user group ${String(name)}`);
      for (const member of (members ?? []) as unknown[])
        this.#exact.push(`user ${member === 1 ? "admin" : this.#ref(member)} in ${String(name)}`);
      const template = ` of ${this.#ref(templateUserGroupId)}`;
      const inherited = this.base.exact.filter((line) => line.startsWith("permission ") && line.endsWith(template));
      for (const line of inherited) this.#exact.push(line.replace(template, ` of ${String(name)}`));
    },
    User: ({ name, userGroupIds }) => {
      this.#exact.push(`user ${String(name)}`);
      for (const id of (userGroupIds ?? []) as unknown[]) this.#exact.push(`user ${String(name)} in ${this.#ref(id)}`);
    },
    UserPreferences: ({ userId, preferences }) => {
      for (const [code, value] of Object.entries(preferences as Properties)) {
        this.#lasting.push(`preference ${this.#ref(userId)} ${code} ${String(value)}`);
      }
    },
    Membership: ({ userId, userName, userGroupId, userGroupName }) =>
      this.#exact.push(
        `user ${(userName as string | undefined) ?? this.#ref(userId)} in ${(userGroupName as string | undefined) ?? this.#ref(userGroupId)}`,
      ),
    Permission: (inputs) => this.#permission(inputs, inputs),
    PermissionSet: (inputs) => {
      for (const permission of inputs["permissions"] as Properties[]) this.#permission(inputs, permission);
    },
    ReplicatorProfile: ({ name, listeningPort, sendingPort, enabled = true, singularity = false, description }) => {
      const facts = [listeningPort, sendingPort, enabled, singularity].join(" ");
      this.#exact.push(`profile ${String(name)} ${facts}`);
      if (description !== undefined) this.#lasting.push(`note of profile ${String(name)}: ${description as string}`);
    },
    Collector: (inputs) => {
      this.#members("collector", inputs);
      // 0 is none.
      if (inputs["threshold"] !== 0)
        this.#exact.push(`threshold ${String(inputs["address"])} ${String(inputs["threshold"])}`);
    },
    Exporter: (inputs) => this.#members("exporter", inputs),
    Policy: ({ cidr, profile, kind }) =>
      this.#exact.push(`policy ${String(kind)} ${String(cidr)} of ${String(profile)}`),
    Setting: ({ name, value, enabled }) => {
      const prefix = `setting ${String(name)} `;
      const index = this.#exact.findIndex((line) => line.startsWith(prefix));
      const [, heldValue, isOn] = /^(.*) (\w+)$/u.exec(this.#exact[index]?.slice(prefix.length) ?? "") ?? [];
      this.#exact[index] =
        `${prefix}${(value ?? heldValue) as string | number} ${(enabled ?? isOn) as boolean | string}`;
    },
  };

  #members(entity: string, { address, profiles, description }: Properties): void {
    for (const profile of profiles as string[]) this.#exact.push(`${entity} ${String(address)} in ${profile}`);
    if (description !== undefined) this.#lasting.push(`note of ${String(address)}: ${description as string}`);
  }

  #permission({ userGroupId, userGroupName }: Properties, { permissionType, seccode }: Properties): void {
    const group = (userGroupName as string | undefined) ?? this.#ref(userGroupId);
    this.#exact.push(`permission ${String(permissionType)} ${hex(String(seccode))} of ${group}`);
  }

  #rule(rule: Properties): string {
    if (rule["type"] === "child") return `child ${this.#ref(rule["groupId"])}`;
    return Object.values(rule).join(" ");
  }

  /** The name that an id in the model refers to. */
  #ref(id: unknown): string {
    const text = String(id);
    return text.startsWith("@") ? this.nameOf(text.slice(1)) : (factoryGroups[text] ?? text);
  }
}

/** Converts a dotted address in a seccode to the appliance's hexadecimal form. */
function hex(seccode: string): string {
  if (/^[0-9a-f]{8}$/iu.test(seccode)) return seccode.toUpperCase();
  return seccode.replace(/\d+\.\d+\.\d+\.\d+/u, (address) => {
    const bytes = address.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0"));
    return bytes.join("").toUpperCase();
  });
}
