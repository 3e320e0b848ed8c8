import { z } from "zod";
import { Refusal } from "../exchange";
import { nameInForm } from "../open-points";
import type { Switches } from "../switches";
import { portSegment, commandPath, type CommandPath, type ReplicatorContext, textSegment } from "./path";
import type { Profile, ReplicatorStore } from "./store";
import { quoted } from "./text";

type Profiles = Pick<ReplicatorContext, "store" | "switches">;

/** The profile that a path names. Throws Refusal if there is none. */
export function profileNamed({ store, switches }: Profiles, name: string): Profile {
  const profile = store.profiles.get(nameInPath(name, { store, switches }));
  if (profile === undefined) throw new Refusal(`Profile ${name} does not exist`);
  return profile;
}

/** The name of a profile in the form that the replicator stores and shows. */
export function storedProfileName(name: string, { profileNameStored }: Readonly<Switches>): string {
  return nameInForm(name, profileNameStored);
}

/** The stored name that a name in a path refers to. */
function nameInPath(name: string, { store, switches }: Profiles): string {
  if (store.profiles.has(name) || switches.profileNameInPath === "asStored") return name;
  return storedProfileName(name, switches);
}

const rename = commandPath({
  template: "/profile/rename/[current]/[new]",
  kind: "write",
  segments: { current: textSegment, new: textSegment },
  run: ({ current, new: next }, { store, switches }) => {
    const profile = profileNamed({ store, switches }, current);
    const name = storedProfileName(next, switches);
    if (store.profiles.has(name)) throw new Refusal(`Profile ${next} already exists`);
    store.profiles.delete(profile.name);
    profile.name = name;
    store.profiles.set(name, profile);
    return `renamed profile ${quoted(current, switches)} to ${quoted(next, switches)}`;
  },
});

const singularity = commandPath({
  template: "/profile/singularity/[name]/[action]",
  kind: "write",
  segments: { name: textSegment, action: z.enum(["enable", "disable"]) },
  run: ({ name, action }, { store, switches }) => {
    profileNamed({ store, switches }, name).singularity = action === "enable";
    return `${action}d singularity of profile ${quoted(name, switches)}`;
  },
});

const enableDisableRemove = commandPath({
  template: "/profile/[action]/[name]",
  kind: "write",
  segments: { action: z.enum(["enable", "disable", "remove"]), name: textSegment },
  run: ({ action, name }, { store, switches }) => {
    const profile = profileNamed({ store, switches }, name);
    if (action === "remove") {
      store.profiles.delete(profile.name);
      store.dropOrphans();
    } else {
      profile.enabled = action === "enable";
    }
    return `${action}d profile ${quoted(name, switches)}`;
  },
});

const addUpdate = commandPath({
  template: "/profile/[action]/[name]/[listeningport]/[sendingport]",
  kind: "write",
  segments: {
    action: z.enum(["add", "update"]),
    name: textSegment,
    listeningport: portSegment,
    sendingport: portSegment,
  },
  run: ({ action, name, listeningport, sendingport }, { store, switches }) => {
    const existing = action === "update" ? profileNamed({ store, switches }, name) : undefined;
    const stored = storedProfileName(name, switches);
    if (action === "add" && store.profiles.has(stored)) throw new Refusal(`Profile ${name} already exists`);
    assertPortFree(store, existing, listeningport);
    if (existing === undefined) store.addProfile(stored, listeningport, sendingport);
    else {
      reset(existing, switches);
      Object.assign(existing, { listeningPort: listeningport, sendingPort: sendingport });
    }
    return `${action === "add" ? "added" : "updated"} profile ${quoted(name, switches)}`;
  },
});

/** What a change of the ports resets, as the switch says. */
function reset(profile: Profile, { resetByUpdate }: Readonly<Switches>): void {
  if (resetByUpdate === "description") profile.description = undefined;
  if (resetByUpdate !== "flags") return;
  profile.enabled = true;
  profile.singularity = false;
}

/** Refuses a port that another profile receives on, whether that profile is enabled or not. */
function assertPortFree(store: ReplicatorStore, self: Profile | undefined, port: number): void {
  const holder = [...store.profiles.values()].find((other) => other !== self && other.listeningPort === port);
  if (holder !== undefined) throw new Refusal(`Listening port ${port} is already used by profile ${holder.name}`);
}

/** The paths that concern profiles themselves, in the order of the document. */
export const profilePaths: readonly CommandPath[] = [rename, singularity, enableDisableRemove, addUpdate];
