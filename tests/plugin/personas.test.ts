import { byChance } from "../switches/rows";
import { testResourcesUnder } from "../switches/suite";

// All of them are in the long tests.
testResourcesUnder(byChance.slice(0, 2));
