import { byChance, reported } from "./rows";
import { testFunctionsUnder, testResourcesUnder } from "./suite";

// FLOWGATE_PERSONA_SEED selects other personas.
testFunctionsUnder(byChance);
testResourcesUnder([...byChance, ...reported]);
