import { eachOfResources, eachOther, pairs } from "../switches/rows";
import { testFunctionsUnder, testResourcesUnder } from "../switches/suite";

testFunctionsUnder([...pairs, ...eachOfResources, ...eachOther.slice(1)]);
testResourcesUnder([...pairs, ...eachOfResources, ...eachOther.slice(1)]);
