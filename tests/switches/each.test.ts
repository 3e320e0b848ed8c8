import { together } from "./rows";
import { testFunctionsUnder, testResourcesUnder } from "./suite";

// Which position is at fault where one fails: npm run test:long has each of them alone, and in pairs.
testFunctionsUnder(together);
testResourcesUnder(together);
