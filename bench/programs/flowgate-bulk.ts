// B6: the program of this package with all groups in one resource.
import { IpGroups } from "pulumi-flowgate";
import { ipGroupInputs } from "../declared";
import { programSettings } from "./settings";

const { n, changed } = programSettings();
const groups = Array.from({ length: n }, (_, index) => {
  const { name, rules } = ipGroupInputs(index, changed);
  const { name: before } = ipGroupInputs(index);
  return [name, name === before ? { rules } : { rules, formerNames: [before] }] as const;
});
new IpGroups("IpGroups-0", { groups: Object.fromEntries(groups) });
