import { z } from "#zod";
import { Refusal } from "../exchange";
import { portSegment, commandPath, type CommandPath, textSegment } from "./path";
import type { Profile, ReplicatorStore } from "./store";

/** The profile that a path names. Throws Refusal if there is none. */
export function profileNamed(store: ReplicatorStore, name: string): Profile {
  const profile = store.profiles.get(name);
  if (profile === undefined) throw new Refusal(`Profile ${name} does not exist`);
  return profile;
}

const rename = commandPath("write", "/profile/rename/[current]/[new]", {
  segments: { current: textSegment, new: textSegment },
  run: ({ current, new: next }, { store }) => {
    const profile = profileNamed(store, current);
    if (store.profiles.has(next)) throw new Refusal(`Profile ${next} already exists`);
    store.profiles.delete(profile.name);
    profile.name = next;
    store.profiles.set(next, profile);
    return `renamed profile '${current}' to '${next}'`;
  },
});

const singularity = commandPath("write", "/profile/singularity/[name]/[action]", {
  segments: { name: textSegment, action: z.enum(["enable", "disable"]) },
  run: ({ name, action }, { store }) => {
    profileNamed(store, name).singularity = action === "enable";
    return `${action}d singularity of profile '${name}'`;
  },
});

const enableDisableRemove = commandPath("write", "/profile/[action]/[name]", {
  segments: { action: z.enum(["enable", "disable", "remove"]), name: textSegment },
  run: ({ action, name }, { store }) => {
    const profile = profileNamed(store, name);
    if (action === "remove") {
      store.profiles.delete(profile.name);
      store.dropOrphans();
    } else {
      profile.enabled = action === "enable";
    }
    return `${action}d profile '${name}'`;
  },
});

const addUpdate = commandPath("write", "/profile/[action]/[name]/[listeningport]/[sendingport]", {
  segments: {
    action: z.enum(["add", "update"]),
    name: textSegment,
    listeningport: portSegment,
    sendingport: portSegment,
  },
  run: ({ action, name, listeningport, sendingport }, { store }) => {
    const existing = action === "update" ? profileNamed(store, name) : undefined;
    if (action === "add" && store.profiles.has(name)) throw new Refusal(`Profile ${name} already exists`);
    if (existing === undefined) store.addProfile(name, listeningport, sendingport);
    else Object.assign(existing, { listeningPort: listeningport, sendingPort: sendingport });
    return `${action === "add" ? "added" : "updated"} profile '${name}'`;
  },
});

/** The paths that concern profiles themselves, in the order of the document. */
export const profilePaths: readonly CommandPath[] = [rename, singularity, enableDisableRemove, addUpdate];
