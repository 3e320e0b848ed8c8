// B5: the program of this package.
import { IpGroup, ReplicatorProfile, User } from "pulumi-flowgate";
import { ipGroupInputs, profileInputs, userInputs } from "../declared";
import { programSettings } from "./settings";

const { kind, n, changed } = programSettings();
for (let index = 0; index < n; index++) {
  const title = `${kind}-${index}`;
  if (kind === "IpGroup") new IpGroup(title, ipGroupInputs(index, changed));
  else if (kind === "ReplicatorProfile") new ReplicatorProfile(title, profileInputs(index, changed));
  else new User(title, userInputs(index));
}
