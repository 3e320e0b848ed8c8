import { byChance } from "./rows";
import { testFunctionsUnder, testResourcesUnder } from "./suite";

// FLOWGATE_PERSONA_SEED draws others.
testFunctionsUnder(byChance);
testResourcesUnder(byChance);
