import { testCrashes } from "../crash/suite";
import { victims } from "../support/kills";

describe.each(victims)("a killed %s", (victim) => testCrashes(victim));
