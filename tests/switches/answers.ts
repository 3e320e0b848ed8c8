import { Functions } from "../../provider/functions/functions";
import type { Switches } from "../../simulator";
import type { Site } from "./site";

const OCTETS = "sum_octetdeltacount";
const hour = {
  reportType: "conversations",
  dateRange: "Custom",
  start: "2026-01-31T08:00:00Z",
  end: "2026-01-31T09:00:00Z",
} as const;

/**
 * The answers of all functions about the appliances of a site. Excludes what a switch may change: additional fields,
 * and the order of lists.
 */
export async function answersOf(site: Site): Promise<unknown> {
  const raw = Object.entries(site.configuration).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const functions = new Functions(() => Object.fromEntries<string>(raw), {});
  try {
    return {
      ...(await gatewayAnswers(functions)),
      ...(await listAnswers(functions, site.row.switches)),
      ...(await otherAnswers(functions)),
    };
  } finally {
    await functions.close();
  }
}

/** The part of the answers that an appliance in these positions can give. */
export function givenBy(answers: unknown, { showGiven, flagField }: Readonly<Switches>): unknown {
  const without = [
    ...(showGiven === "all" ? [] : ["profiles", "exporters"]),
    ...(flagField === "value" ? ["settings"] : []),
  ];
  return Object.fromEntries(Object.entries(answers as object).filter(([key]) => !without.includes(key)));
}

async function gatewayAnswers(functions: Functions): Promise<object> {
  const group = await functions.getIpGroup({ name: "Private networks" });
  const groups = await functions.getIpGroups({ match: "c" });
  const { rows, total, columns } = await functions.runReport({ ...hour, window: { limit: 300 } });
  return {
    rules: group.rules.map((rule) => JSON.stringify(rule)).sort(),
    // A group without a name may be in any list, and some appliances write its name as "null".
    groups: groups
      .map(({ name }) => name)
      .filter((name) => name !== "null")
      .sort(),
    report: { rows: rows.length, total: total[OCTETS]?.label, known: columns.some(({ key }) => key === OCTETS) },
    octets: rows.map((row) => row[OCTETS]?.label),
  };
}

async function listAnswers(functions: Functions, { showGiven }: Readonly<Switches>): Promise<object> {
  const isGiven = showGiven === "all";
  const profiles = isGiven ? await functions.getProfiles({}) : [];
  const collectors = await functions.getCollectors({});
  const exporters = isGiven ? await functions.getExporters({}) : [];
  const settings = await functions.getSettings({});
  const { api } = await functions.getReplicatorConfig({});
  return {
    profiles: profiles.map(withoutFields),
    collectors: collectors.map(withoutFields),
    exporters: exporters.map(withoutFields),
    settings: settings.map((one) => JSON.stringify(withoutFields(one))).sort(),
    notes: api.notate.length,
    alarms: (await functions.getAlarms({})).length,
    assets: (await functions.getAssets({})).map(({ key }) => key).sort(),
    unassigned: (await functions.getUnassignedExporters({})).map(({ address }) => address),
  };
}

async function otherAnswers(functions: Functions): Promise<object> {
  const { totals, collectors } = await functions.getRealtime({});
  return {
    realtime: { totals, collectors: collectors.map(({ address }) => address) },
    role: (await functions.getLicense({})).role,
    api: (await functions.getReplicatorVersion({})).apiVersion,
    name: (await functions.resolveName({ address: "192.0.2.10" })).name,
    components: (await functions.getStatus({})).components.map(({ name }) => name).sort(),
    secondary: (await functions.testSecondary({})).secondary,
  };
}

function withoutFields<T extends { fields: unknown }>({ fields: _fields, ...known }: T): Omit<T, "fields"> {
  return known;
}
