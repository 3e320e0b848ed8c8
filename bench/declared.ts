/**
 * The objects that every contestant declares, the same for the engine's programs and for the scripts. Without imports,
 * so that it costs a program nothing.
 */

export type Kind = "IpGroup" | "ReplicatorProfile" | "User";

/** An IP group with two rules, a typical small one. */
export interface IpGroupInputs {
  name: string;
  rules: ({ type: "network"; cidr: string } | { type: "ip"; address: string })[];
}
export interface ProfileInputs {
  name: string;
  listeningPort: number;
  sendingPort: number;
}
export interface UserInputs {
  name: string;
  password: string;
  userGroupIds: number[];
}

/** One object in ten changes: its name or port, and for an IP group also a rule. */
const CHANGED_EVERY = 10;
const FIRST_PORT = 10_000;
/** Id of the user group Guests, which every gateway has. */
const GUESTS = 2;

/** Whether the job "change 10 %" changes object `index`. */
export function isChanged(index: number): boolean {
  return index % CHANGED_EVERY === 0;
}

/** IP group `index` before the change, or after it. */
export function ipGroupInputs(index: number, changed = false): IpGroupInputs {
  const [high, low] = [Math.floor(index / 256), index % 256];
  const after = changed && isChanged(index);
  return {
    name: after ? `renamed-${index}` : `group-${index}`,
    rules: [
      { type: "network", cidr: `10.${high}.${low}.0/24` },
      { type: "ip", address: `172.${after ? 17 : 16}.${high}.${low}` },
    ],
  };
}

export function profileInputs(index: number, changed = false): ProfileInputs {
  return {
    name: `profile-${index}`,
    listeningPort: FIRST_PORT + index,
    sendingPort: changed && isChanged(index) ? 9 : 2055,
  };
}

export function userInputs(index: number): UserInputs {
  return { name: `user-${index}`, password: `password-of-${index}`, userGroupIds: [GUESTS] };
}

/** Inputs of object `index` of this kind. Users do not change. */
export function inputsOf(kind: Kind, index: number, changed = false): IpGroupInputs | ProfileInputs | UserInputs {
  if (kind === "IpGroup") return ipGroupInputs(index, changed);
  return kind === "ReplicatorProfile" ? profileInputs(index, changed) : userInputs(index);
}
