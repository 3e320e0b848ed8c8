import { together } from "./rows";
import { testFunctionsUnder, testResourcesUnder } from "./suite";

// If a row fails, npm run test:long shows which position causes it: it tests each position alone, and in pairs.
testFunctionsUnder(together);
testResourcesUnder(together);
