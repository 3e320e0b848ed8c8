import { eachOther, pairs } from "../switches/rows";
import { testFunctionsUnder, testResourcesUnder } from "../switches/suite";

testFunctionsUnder(pairs);
testResourcesUnder([...pairs, ...eachOther.slice(1)]);
