import { eachOfResources, eachOther } from "./rows";
import { testFunctionsUnder, testResourcesUnder } from "./suite";

testFunctionsUnder([...eachOfResources, ...eachOther.slice(1)]);
testResourcesUnder(eachOfResources);
