import { conform } from "../http/answer";
import { actionReply, type ActionReply, type ReplicatorCaller } from "./caller";
import type { CommandArguments } from "./commands";
import { path } from "./path";
import { noprofile, type UnassignedExporter } from "./show-schemas";

/** `collector/...`. Replication service, "Endpoints". */
export class CollectorApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  /** Adds a collector to one profile. */
  add(pair: CommandArguments<"collector/add">): Promise<ActionReply> {
    return this.#call.execute({ ...pair, verb: "collector/add" });
  }

  /** Removes a collector from one profile. */
  remove(pair: CommandArguments<"collector/remove">): Promise<ActionReply> {
    return this.#call.execute({ ...pair, verb: "collector/remove" });
  }

  /** Removes a collector from all profiles, including memberships that others added. */
  async allremove(address: string): Promise<ActionReply> {
    return actionReply(await this.#call.act("/collector/allremove/[ip]", path`/api/1/collector/allremove/${address}`));
  }

  /** Sets the warning threshold in packets per second; 0 removes it. */
  threshold(threshold: CommandArguments<"collector/threshold">): Promise<ActionReply> {
    return this.#call.execute({ ...threshold, verb: "collector/threshold" });
  }
}

/** `exporter/...`. Replication service, "Endpoints". */
export class ExporterApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  /** Adds an exporter to one profile. */
  add(pair: CommandArguments<"exporter/add">): Promise<ActionReply> {
    return this.#call.execute({ ...pair, verb: "exporter/add" });
  }

  /** Removes an exporter from one profile. */
  remove(pair: CommandArguments<"exporter/remove">): Promise<ActionReply> {
    return this.#call.execute({ ...pair, verb: "exporter/remove" });
  }

  /** Removes an exporter from all profiles, including memberships that others added. */
  async allremove(address: string): Promise<ActionReply> {
    return actionReply(await this.#call.act("/exporter/allremove/[ip]", path`/api/1/exporter/allremove/${address}`));
  }

  /**
   * Exporters that send data but belong to no profile, by address. The filter is a keyword; by default there is none.
   */
  async noprofile(filter = "0"): Promise<Map<string, UnassignedExporter>> {
    const template = "/exporter/noprofile/[filter]";
    const json = await this.#call.read(template, path`/api/1/exporter/noprofile/${filter}`);
    return conform(noprofile, json, this.#call.place(template)).noprofile;
  }
}

/** `profile/...`. Replication service, "States and transitions". */
export class ProfileApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  /** Creates a profile, enabled. */
  add(profile: CommandArguments<"profile/add">): Promise<ActionReply> {
    return this.#call.execute({ ...profile, verb: "profile/add" });
  }

  /** Changes both ports. */
  update(profile: CommandArguments<"profile/update">): Promise<ActionReply> {
    return this.#call.execute({ ...profile, verb: "profile/update" });
  }

  /** Renames a profile; what belongs to it stays with it. */
  rename(names: CommandArguments<"profile/rename">): Promise<ActionReply> {
    return this.#call.execute({ ...names, verb: "profile/rename" });
  }

  enable(name: string): Promise<ActionReply> {
    return this.#call.execute({ verb: "profile/enable", name });
  }

  disable(name: string): Promise<ActionReply> {
    return this.#call.execute({ verb: "profile/disable", name });
  }

  remove(name: string): Promise<ActionReply> {
    return this.#call.execute({ verb: "profile/remove", name });
  }

  /** Turns the singularity flag on or off. */
  singularity(flag: CommandArguments<"profile/singularity">): Promise<ActionReply> {
    return this.#call.execute({ ...flag, verb: "profile/singularity" });
  }
}

/** `policies/...`. Replication service, "Endpoints". */
export class PoliciesApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  add(policy: CommandArguments<"policies/add">): Promise<ActionReply> {
    return this.#call.execute({ ...policy, verb: "policies/add" });
  }

  remove(policy: CommandArguments<"policies/remove">): Promise<ActionReply> {
    return this.#call.execute({ ...policy, verb: "policies/remove" });
  }
}

/** `notate/...`. Replication service, "Endpoints". A description cannot be removed again, only replaced. */
export class NotateApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  /** Describes a profile. */
  profile(note: CommandArguments<"notate/profile">): Promise<ActionReply> {
    return this.#call.execute({ ...note, verb: "notate/profile" });
  }

  /** Describes an address; a collector and an exporter with this address share the description. */
  ip(note: CommandArguments<"notate/ip">): Promise<ActionReply> {
    return this.#call.execute({ ...note, verb: "notate/ip" });
  }
}

/** `setting/...`. Replication service, "Endpoints". */
export class SettingApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  set(setting: CommandArguments<"setting/set">): Promise<ActionReply> {
    return this.#call.execute({ ...setting, verb: "setting/set" });
  }

  enable(name: string): Promise<ActionReply> {
    return this.#call.execute({ verb: "setting/enable", name });
  }

  disable(name: string): Promise<ActionReply> {
    return this.#call.execute({ verb: "setting/disable", name });
  }
}
