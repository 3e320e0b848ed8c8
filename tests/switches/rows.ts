import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "../support/long";
import { defaultSwitches, switchSpace } from "../../simulator";
import { switchesIn } from "../../simulator/like";
import { allAtOnce, oneAtATime, pairwise, personas, type SwitchName } from "../support/switch-arrays";
import type { SiteRow } from "./site";

/** Switches that affect nothing that a resource sends or reads. The functions are tested with them too. */
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
  "decidingPolicy",
  "refusedLoginStatus",
];
const ofResources = (Object.keys(switchSpace) as SwitchName[]).filter((name) => !notOfResources.includes(name));

/** Settings that a user may configure although no switch requires them. */
const configured: readonly SiteRow[] = oneAtATime()
  .slice(0, 1)
  .flatMap(({ switches }) => [
    { title: "legacyLogin configured", switches, settings: { replicator: { legacyLogin: true } } },
    {
      title: "sessionHeader configured",
      switches: { ...switches, sessionCarrier: "header" },
      settings: { replicator: { sessionHeader: "X-Session" } },
    },
  ]);

/** One switch at a time: those that affect resources. */
export const eachOfResources: readonly SiteRow[] = [...oneAtATime({ of: ofResources }), ...configured];
/** One switch at a time: the others. */
export const eachOther: readonly SiteRow[] = oneAtATime({ of: notOfResources });
/** Every position of each switch, with many switches changed at the same time. */
export const together: readonly SiteRow[] = [...allAtOnce(), ...configured];
/** Every position of each switch, combined with every position of each other switch. */
export const pairs: readonly SiteRow[] = pairwise();
/**
 * Random positions of all switches: combinations that no hand-written list would contain. Long tests try all thirty.
 */
export const byChance: readonly SiteRow[] = personas(30, Number(process.env["FLOWGATE_PERSONA_SEED"] ?? 18)).slice(
  0,
  isLong ? undefined : 1,
);

/** Where reports of users are. */
const reports = join(__dirname, "../reports");
/** A box like each one that a report of `flowgate certify --json` describes. */
export const reported: readonly SiteRow[] = readdirSync(reports)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const like = switchesIn(file, readFileSync(join(reports, file), "utf8"));
    return { title: `report ${file}`, switches: { ...defaultSwitches, ...like } };
  });
