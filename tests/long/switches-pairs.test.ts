import { pairs } from "../switches/rows";
import { testInParts } from "../switches/suite";

testInParts(pairs);
