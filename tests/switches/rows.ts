import { isLong } from "../support/long";
import { switchSpace } from "../../simulator";
import { allAtOnce, oneAtATime, pairwise, personas, type SwitchName } from "../support/switch-arrays";
import type { FleetRow } from "./fleet";

/** Switches that concern nothing that a resource sends or reads; the functions run under them all the same. */
const notOfResources: readonly SwitchName[] = [
  "formCarriage",
  "wrongPath",
  "searchShape",
  "deleteAllReply",
  "interfaceFilter",
  "granularityMinutes",
  "totalRowCountType",
  "rawValues",
  "footerCells",
  "graphUnasked",
  "graphGaps",
  "reportRows",
  "rankColumn",
  "columnFormat",
  "reportMaxRows",
  "rateType",
  "refusedLoginStatus",
];
const ofResources = (Object.keys(switchSpace) as SwitchName[]).filter((name) => !notOfResources.includes(name));

/** What a user configures where no switch asks for it. */
const configured: readonly FleetRow[] = oneAtATime()
  .slice(0, 1)
  .flatMap(({ switches }) => [
    { title: "legacyLogin configured", switches, settings: { replicator: { legacyLogin: true } } },
    {
      title: "sessionHeader configured",
      switches: { ...switches, sessionCarrier: "header" },
      settings: { replicator: { sessionHeader: "X-Session" } },
    },
  ]);

/** One switch at a time, where it concerns resources. */
export const eachOfResources: readonly FleetRow[] = [...oneAtATime({ of: ofResources }), ...configured];
/** One switch at a time, the others. */
export const eachOther: readonly FleetRow[] = oneAtATime({ of: notOfResources });
/** Every position of each switch, many at once. */
export const together: readonly FleetRow[] = [...allAtOnce(), ...configured];
/** Every position of each switch with every position of each other one. */
export const pairs: readonly FleetRow[] = pairwise();
/** Each switch in a position by chance: combinations that no list would think of. Long tests try all thirty. */
export const byChance: readonly FleetRow[] = personas(30, Number(process.env["FLOWGATE_PERSONA_SEED"] ?? 18)).slice(
  0,
  isLong ? undefined : 1,
);
