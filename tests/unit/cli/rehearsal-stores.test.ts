import { furnish } from "../../../cli/rehearsal/stores";
import { readSite } from "../../../lib/site/read";
import { startSimulator } from "../../../simulator";
import { configurationFor } from "../../property/site-gate";
import { everythingOf } from "../../support/held";

test("the appliances of a rehearsal hold what the real ones do", async () => {
  const [real, rehearsed] = await Promise.all([startSimulator({ https: false }), startSimulator({ https: false })]);
  try {
    const { mutate } = real;
    mutate.addIpGroup("Parent", [{ type: "child", child_id: mutate.addIpGroup("Child", [{ type: "ipall", all: 1 }]) }]);
    for (const [index, name] of ["running", "stopped", "single"].entries()) mutate.addProfile(name, 3000 + index, 4000);
    mutate.disableProfile("stopped");
    mutate.setSingularity("single", true);
    mutate.addCollector("10.0.0.1", "stopped");
    mutate.setThreshold("10.0.0.1", 70);
    mutate.setNote("10.0.0.1", "rack 4");
    for (const kind of ["include", "exclude"] as const) {
      mutate.addPolicy(kind === "include" ? "stopped" : "single", { network: "10.1.0.0", prefixLength: 16, kind });
    }
    mutate.setSetting("pingCollectors", { enabled: false });
    mutate.setSetting("flowStopAlert", { value: "99", enabled: true });
    furnish(rehearsed, await readSite(configurationFor(real), { site: undefined, all: true }), []);
    expect(everythingOf(rehearsed)).toEqual(everythingOf(real));
  } finally {
    await Promise.all([real.close(), rehearsed.close()]);
  }
});
