import { eachOfResources, eachOther } from "../switches/rows";
import { testInParts } from "../switches/suite";

testInParts([...eachOfResources, ...eachOther.slice(1)]);
