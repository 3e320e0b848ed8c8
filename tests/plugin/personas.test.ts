import { byChance } from "../switches/rows";
import { testResourcesUnder } from "../switches/suite";

// The long tests run all personas.
testResourcesUnder(byChance.slice(0, 2));
